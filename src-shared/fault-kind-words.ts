/** @file What a kind of faults is called: its field or its entity, and what is wrong with it. Pure. */

import type { FaultKind } from './correction-shapes.ts';
import { type Role, roles } from './entity-roles.ts';
import { fieldInFull, groupName } from './field-words.ts';
import { labelled } from './languages/labelled.ts';
import { message } from './languages/message.ts';
import { ruleName } from './rule-words.ts';

/** The field in words, or the entity of which a person says the id; a line or the file, where it is about no field. */
export function subjectOf({ field, rule }: Pick<FaultKind, 'field' | 'rule'>): string {
  const role = roleToIdentify({ field, rule });
  if (role !== undefined) return groupName(role);
  if (field !== '') return fieldInFull(field);
  if (rule === 'modification.duplicate') return message('Modification id');
  return rule.startsWith('file.') ? message('File') : message('Line');
}

/** Of a kind about no field, its name says what is wrong as well: else several have the same. */
export const nameOf = (kind: Pick<FaultKind, 'field' | 'rule' | 'holds'>): string =>
  kind.field === '' ? faultKindInWords(kind) : subjectOf(kind);

/** “Sender: not given”. */
export const faultKindInWords = (kind: Pick<FaultKind, 'field' | 'rule' | 'holds'>): string =>
  labelled(subjectOf(kind), causeOf(kind));

/** Of an entity that is missing, or of neither form: which one it is. */
export function roleToIdentify({ field, rule }: Pick<FaultKind, 'field' | 'rule'>): Role | undefined {
  if (rule !== 'field.required' && rule !== 'entity.no-form') return undefined;
  return roles.find((role) => field === `${role}.by_external_id`);
}

/** What is wrong with it, in a few words. */
export function causeOf({ rule, holds }: Pick<FaultKind, 'rule' | 'holds'>): string {
  switch (rule) {
    case 'field.format':
      return formCause(holds);
    case 'field.type':
      return typeCause(holds);
    case 'line.blank':
      return message('blank');
    case 'line.too-long':
      return message('too long');
    case 'line.unjudged':
      return message('too many values');
    case 'json.syntax':
      return message('cannot be read');
    case 'json.not-object':
      return message('not an object');
    case 'json.duplicate-key':
      return message('a key given twice');
    case 'entity.main-not-known':
      return message('the main entity is not known');
    case 'field.required':
      return message('missing');
    case 'modification.duplicate':
      return message('used twice');
    case 'entity.no-form':
      return message('not given');
    case 'entity.both-forms':
      return message('both known and unknown');
    case 'entity.unknown-details':
      return message('a detail is missing');
    case 'service':
      return message('rejected by the service');
    default:
      return ruleName(rule);
  }
}

function typeCause(holds: FaultKind['holds']): string {
  if (holds === undefined) return message('not an object');
  return holds === 'amount' ? message('a text, not a number') : message('not a text');
}

function formCause(holds: FaultKind['holds']): string {
  switch (holds) {
    case 'country':
    case 'currency':
      return message('not a code');
    case 'date-time':
      return message('not written as 2025-01-31T23:59:59 (no time zone)');
    case 'uuid':
      return message('not a UUID');
    case 'identifier':
      return message('empty');
    default:
      return message('not an allowed value');
  }
}
