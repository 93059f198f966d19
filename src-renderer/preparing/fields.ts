/** @file The fields of a transaction as a person chooses among them, in groups, the needed ones first (§2.2 to §2.4). Pure. */

import type { Template } from '../../src-shared/contract.ts';
import { type Role, roles } from '../../src-shared/entity-roles.ts';

/** What a field holds, which decides what can be set about it. */
export type FieldKind = 'uuid' | 'country' | 'currency' | 'amount' | 'date-time' | 'text' | 'code';

export interface Field {
  /** Its dotted path. */
  path: string;
  kind: FieldKind;
  /** By the default rules of the check. */
  isNeeded: boolean;
}

export type GroupName = 'modification' | 'payment' | Role;

export interface FieldGroup {
  name: GroupName;
  fields: readonly Field[];
}

const field = (path: string, kind: FieldKind, isNeeded = false): Field => ({ path, kind, isNeeded });

const entity = (role: Role): Field[] => {
  const isNeeded = role === 'sender' || role === 'receiver';
  return [
    field(`${role}.by_external_id`, 'code', isNeeded),
    field(`${role}.unknown.external_id`, 'uuid'),
    field(`${role}.unknown.full_name`, 'text'),
    field(`${role}.unknown.risk_assessment`, 'code'),
  ];
};

/** Without `external_entity_type`, which follows from the form of the entity. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    name: 'modification',
    fields: [
      field('modification.external_id', 'uuid', true),
      field('modification.amount', 'amount', true),
      field('modification.currency', 'currency', true),
      field('modification.created_at', 'date-time', true),
      field('modification.type', 'code'),
      field('modification.monitoring_amount', 'amount'),
      field('modification.monitoring_currency', 'currency'),
      field('modification.original_amount', 'amount'),
      field('modification.original_currency', 'currency'),
    ],
  },
  {
    name: 'payment',
    fields: [
      field('payment_external_id', 'uuid'),
      field('transaction_external_id', 'uuid'),
      field('payment_method', 'code'),
      field('payment_type', 'code'),
      field('payment_source_country', 'country'),
      field('payment_target_country', 'country'),
      field('request_uuid', 'uuid'),
    ],
  },
  ...(['sender', 'receiver', 'sending_partner', 'receiving_partner'] as const).map((role) => ({
    name: role,
    fields: entity(role),
  })),
];

export const allFields: readonly Field[] = fieldGroups.flatMap(({ fields }) => fields);

export const fieldAt = (path: string): Field | undefined => allFields.find((one) => one.path === path);

/** The role whose entity a field describes. */
export const roleOf = (path: string): Role | undefined => roles.find((role) => path.startsWith(`${role}.`));

/**
 * Whether a field must have a source with this template. Of an entity, one of both forms is enough: the identifier of a known
 * one, or the id and the risk of an unknown one (§2.3).
 */
export function isNeeded({ path, isNeeded: isAlways }: Field, { fields, entities }: Mapped): boolean {
  const role = roleOf(path);
  if (role === undefined) return isAlways;
  const mayBeUnknown = Object.keys(fields).some((field) => field.startsWith(`${role}.unknown.`));
  const mayBeKnown = fields[`${role}.by_external_id`] !== undefined || entities[role] !== undefined;
  if (path.endsWith('.by_external_id')) return mayBeUnknown ? entities[role] !== undefined : isAlways || mayBeKnown;
  return mayBeUnknown && !path.endsWith('.full_name');
}

type Mapped = Pick<Template, 'fields' | 'entities'>;

/** The needed fields that nothing is mapped to. */
export const missingFields = (template: Mapped): string[] =>
  allFields.filter((one) => template.fields[one.path] === undefined && isNeeded(one, template)).map(({ path }) => path);
