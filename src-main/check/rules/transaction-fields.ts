/**
 * @file The fields that the interface describes (§2.2–§2.4), as data. The explainer of faults and
 * the tables of the walk are built from this one tree.
 */

/** A field whose values a rule set can restrict, by its name there. */
export type RestrictableField = 'payment_method' | 'payment_type' | 'modification.type' | 'risk_assessment';

/** The kind of value in a field; `open-object` is an object that the interface leaves open. */
export type FieldKind =
  | 'uuid'
  | 'country'
  | 'currency'
  | 'amount'
  | 'date-time'
  | 'text'
  | 'identifier'
  | 'entity-type'
  | 'open-object'
  | RestrictableField;

/** An object by its keys. Every field is optional here: the rule set decides which are required. */
export interface FieldTree {
  readonly [key: string]: FieldKind | FieldTree;
}

const entity: FieldTree = {
  by_external_id: 'identifier',
  external_entity_type: 'entity-type',
  unknown: { external_id: 'uuid', full_name: 'text', risk_assessment: 'risk_assessment' },
};

export const transactionFields: FieldTree = {
  request_uuid: 'uuid',
  payment_external_id: 'uuid',
  transaction_external_id: 'uuid',
  payment_source_country: 'country',
  payment_target_country: 'country',
  payment_method: 'payment_method',
  payment_type: 'payment_type',
  additional_fields: 'open-object',
  sender: entity,
  sending_partner: entity,
  receiver: entity,
  receiving_partner: entity,
  modification: {
    external_id: 'uuid',
    type: 'modification.type',
    amount: 'amount',
    monitoring_amount: 'amount',
    original_amount: 'amount',
    currency: 'currency',
    monitoring_currency: 'currency',
    original_currency: 'currency',
    created_at: 'date-time',
  },
};

/** The dotted paths of all described fields. */
const describedFields: ReadonlySet<string> = new Set(fieldPaths(transactionFields, ''));

function fieldPaths(fields: FieldTree, prefix: string): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = prefix + key;
    return typeof field === 'string' ? [path] : [path, ...fieldPaths(field, `${path}.`)];
  });
}

/** True for the dotted path of a field that a transaction can have; `additional_fields` may contain anything. */
export function isTransactionField(path: string): boolean {
  return describedFields.has(path) || path.startsWith('additional_fields.');
}
