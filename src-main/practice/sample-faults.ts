/**
 * @file The faults that a faulty sample holds: every kind that the service refuses (§2.2–§2.6), and lines that are no
 * JSON.
 */

import { type RandomNumbers, sampleTransaction, sampleUuid, unknownEntity } from './sample-transactions.ts';
import { isObject, type JsonObject } from './transaction-rules.ts';

/** Named as in design.md, “Rule ids of the check”. */
export type FaultKind =
  | 'line.blank'
  | 'json.syntax'
  | 'json.not-object'
  | 'field.required'
  | 'field.type'
  | 'field.format'
  | 'entity.both-forms'
  | 'entity.no-form'
  | 'entity.unknown-details'
  | 'entity.main-not-known'
  | 'modification.duplicate';

export interface PlantedFault {
  /** Counted from 1. */
  line: number;
  fault: FaultKind;
  /** Dotted path; empty for the line as a whole. */
  field: string;
}

type Recipe = readonly [fault: FaultKind, field: string, spoil: (transaction: JsonObject) => string];

/** A recipe that gives a field another value; undefined removes the field. */
function withValue(fault: FaultKind, field: string, value: unknown): Recipe {
  return [fault, field, (transaction) => JSON.stringify(replaced(transaction, field.split('.'), value))];
}

function withEntity(fault: FaultKind, field: string, entity: JsonObject): Recipe {
  const [role = ''] = field.split('.');
  return [fault, field, (transaction) => JSON.stringify({ ...transaction, [role]: entity })];
}

function replaced(container: unknown, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const object = isObject(container) ? container : {};
  return { ...object, [key]: rest.length === 0 ? value : replaced(object[key], rest, value) };
}

const uuid = '5f0c1d7e-3a51-4c58-9d57-0a3f1f6f2b11';
const known = { by_external_id: 'customer-0000001' };

const recipes: readonly Recipe[] = [
  ['line.blank', '', () => ''],
  ['line.blank', '', () => '  \t'],
  ['json.syntax', '', (transaction) => JSON.stringify(transaction).slice(0, -1)],
  ['json.syntax', '', (transaction) => JSON.stringify(transaction).replace('":', '";')],
  ['json.syntax', '', (transaction) => `${JSON.stringify(transaction)},`],
  ['json.syntax', '', () => 'request_uuid;payment_method;amount'],
  ['json.not-object', '', (transaction) => JSON.stringify([transaction])],
  ['json.not-object', '', () => 'null'],
  withValue('field.required', 'sender', undefined),
  withValue('field.required', 'receiver', undefined),
  withValue('field.required', 'modification', undefined),
  withValue('field.required', 'modification.external_id', undefined),
  withValue('field.type', 'modification.amount', '12.50'),
  withValue('field.type', 'modification.original_amount', null),
  withValue('field.type', 'payment_method', 7),
  withValue('field.type', 'additional_fields', 'RETAIL'),
  withValue('field.type', 'additional_fields', []),
  withValue('field.type', 'sending_partner', 'Acme Trading Ltd'),
  withValue('field.format', 'request_uuid', 'not-a-uuid'),
  withValue('field.format', 'payment_external_id', uuid.slice(0, -1)),
  withValue('field.format', 'transaction_external_id', uuid.replaceAll('-', '')),
  withValue('field.format', 'modification.external_id', `{${uuid}}`),
  withValue('field.format', 'payment_source_country', 'DEU'),
  withValue('field.format', 'payment_target_country', 'de'),
  withValue('field.format', 'modification.currency', '€'),
  withValue('field.format', 'modification.original_currency', 'usd'),
  withValue('field.format', 'modification.created_at', '2023-02-29T10:00:00'),
  withValue('field.format', 'modification.created_at', '2023-03-01T10:00:00Z'),
  withValue('field.format', 'modification.created_at', '01.03.2023 10:00'),
  withEntity('entity.both-forms', 'sender', { ...known, external_entity_type: 'unknown' }),
  withEntity('entity.no-form', 'receiving_partner', {}),
  withEntity('entity.no-form', 'sending_partner', {}),
  withEntity('entity.unknown-details', 'sending_partner.unknown', { external_entity_type: 'unknown' }),
  withEntity('entity.unknown-details', 'sending_partner.unknown.external_id', {
    external_entity_type: 'unknown',
    unknown: { full_name: 'Çelik, Gül', risk_assessment: 'LOW' },
  }),
  withEntity('entity.unknown-details', 'receiving_partner.unknown.risk_assessment', {
    external_entity_type: 'unknown',
    unknown: { external_id: uuid },
  }),
  withEntity('entity.unknown-details', 'receiving_partner.external_entity_type', {
    unknown: { external_id: uuid, risk_assessment: 'HIGH' },
  }),
];

/** Valid lines between two faulty ones. */
const SPACING = 3;

/** Builds the lines of a faulty sample. Each faulty line has one fault, except one that has three. */
export function plantFaults(random: RandomNumbers): { lines: string[]; faults: PlantedFault[] } {
  const lines: string[] = [];
  const faults: PlantedFault[] = [];
  const plant = (line: string, ...planted: readonly (readonly [FaultKind, string])[]) => {
    for (let count = 0; count < SPACING; count += 1) lines.push(JSON.stringify(sampleTransaction(random)));
    lines.push(line);
    for (const [fault, field] of planted) faults.push({ line: lines.length, fault, field });
  };

  for (const [fault, field, spoil] of recipes) {
    // With both entities known, spoiling one does not remove the main entity.
    plant(spoil({ ...sampleTransaction(random), sender: known, receiver: known }), [fault, field]);
  }
  const unknownOnly = { sender: unknownEntity(random), receiver: unknownEntity(random) };
  plant(JSON.stringify({ ...sampleTransaction(random), ...unknownOnly }), ['entity.main-not-known', '']);
  const manifold = { request_uuid: '?', payment_source_country: 'Germany', sender: known, receiver: {} };
  plant(
    JSON.stringify({ ...sampleTransaction(random), ...manifold }),
    ['field.format', 'request_uuid'],
    ['field.format', 'payment_source_country'],
    ['entity.no-form', 'receiver'],
  );
  for (const sharers of [2, 5]) {
    const shared = sampleUuid(random);
    for (let sharer = 0; sharer < sharers; sharer += 1) {
      // Identifiers are compared without letter case.
      const identifier = sharer === 1 ? shared.toUpperCase() : shared;
      const transaction = replaced(sampleTransaction(random), ['modification', 'external_id'], identifier);
      plant(JSON.stringify(transaction), ['modification.duplicate', 'modification.external_id']);
    }
  }
  return { lines, faults };
}
