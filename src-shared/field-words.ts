/** @file What people call the fields of a transaction, in the window and on paper. Pure. */

import { type Fact, fact } from './languages/fact.ts';
import { labelled } from './languages/labelled.ts';
import { inWords } from './languages/message.ts';

type Words = Readonly<Record<string, Fact>>;

const groups: Words = {
  modification: fact('Amount and time'),
  payment: fact('Payment'),
  sender: fact('Sender'),
  receiver: fact('Receiver'),
  sending_partner: fact('Sending partner'),
  receiving_partner: fact('Receiving partner'),
};

const entityFields: Words = {
  by_external_id: fact('Identifier, if known'),
  external_entity_type: fact('Type of entity'),
  unknown: fact('Details, if unknown'),
  'unknown.external_id': fact('Id, if unknown (UUID)'),
  'unknown.full_name': fact('Full name'),
  'unknown.risk_assessment': fact('Risk'),
};

const fields: Words = {
  'modification.external_id': fact('Modification id (UUID)'),
  'modification.amount': fact('Amount'),
  'modification.currency': fact('Currency'),
  'modification.created_at': fact('Date and time'),
  'modification.type': fact('Type of modification'),
  'modification.monitoring_amount': fact('Monitoring amount'),
  'modification.monitoring_currency': fact('Monitoring currency'),
  'modification.original_amount': fact('Original amount'),
  'modification.original_currency': fact('Original currency'),
  payment_external_id: fact('Payment id (UUID)'),
  transaction_external_id: fact('Transaction id (UUID)'),
  payment_method: fact('Payment method'),
  payment_type: fact('Payment type'),
  payment_source_country: fact('Source country'),
  payment_target_country: fact('Target country'),
  request_uuid: fact('Request id (UUID)'),
  additional_fields: fact('Additional fields'),
  'additional_fields.payment_category': fact('Payment category'),
};

/** A field may have any name, also one that every object has. */
const wordsIn = (words: Words, name: string): Fact | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** What people call a group of fields, such as an entity. */
export const groupName = (group: string): string => inWords(wordsIn(groups, group) ?? group);

/** What people call a field. */
export const fieldName = (path: string): string =>
  inWords(wordsIn(fields, path) ?? wordsIn(entityFields, path.split('.').slice(1).join('.')) ?? path);

/** What people call a field that is looked at apart from its group. */
export function fieldInFull(path: string): string {
  const [root = '', ...rest] = path.split('.');
  const [group, part] = [wordsIn(groups, root), wordsIn(entityFields, rest.join('.'))];
  if (rest.length === 0 && group !== undefined) return inWords(group);
  return group === undefined || part === undefined ? fieldName(path) : labelled(inWords(group), inWords(part));
}

/** In words, and as the service names it: “Source country · payment_source_country”. */
export function fieldWithPath(path: string): string {
  const words = fieldInFull(path);
  return words === path ? path : `${words} · ${path}`;
}
