/**
 * @file What a finding of the check says in the window and in what is saved there: fields are called what people call them, and
 * stand beside by the name that they have in the line. The command line, whose readers see the lines, keeps that name in the
 * sentence.
 */

import { fieldInFull } from './field-words.ts';
import type { FactValues, Said } from './languages/fact.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';

/** Sentences that the name of a field alone does not make plain. @param called what the field is called */
const plainer: Readonly<Record<string, (values: FactValues, called: string | undefined) => string>> = {
  '{role} must have either by_external_id or {other}, but it has both.': ({ role = '' }) =>
    message(
      '{role, select, sender {The sender} receiver {The receiver} sending_partner {The sending partner} other {The receiving partner}} is given as a known entity and as an unknown one: keep one of the two.',
      { role },
    ),
  '{role} must have by_external_id (a known entity) or external_entity_type and unknown (an unknown one), but it has none of them.':
    ({ role = '' }) =>
      message(
        '{role, select, sender {The sender} receiver {The receiver} sending_partner {The sending partner} other {The receiving partner}} is missing: it is given neither as a known entity nor as an unknown one.',
        { role },
      ),
  'An unknown entity needs {path}, but it is missing.': ({ path }, called) =>
    message('“{field}” is missing: an unknown entity must have it.', { field: called ?? nameOf(path) }),
  'The sender or the receiver must be a known entity with by_external_id.': () =>
    message('The sender or the receiver must be a known entity.'),
  'The sender must be a known entity with by_external_id.': () => message('The sender must be a known entity.'),
  'The receiver must be a known entity with by_external_id.': () => message('The receiver must be a known entity.'),
  '{path} must be a number, but is {value}.': ({ path, value = '' }) =>
    path === 'modification.amount'
      ? message('The amount {value} is written as text, not as a number.', { value })
      : message('{field}: {value} is not a number.', { field: nameOf(path), value }),
};

const nameOf = (path: FactValues[string] | undefined): string => (typeof path === 'string' ? fieldInFull(path) : '');

/** The sentence of a finding, as the window says it. */
export const findingSentence = (said: Said): string => sentenceCalling(said, undefined);

/** @param called what its field is called, where its path says too little */
export function sentenceCalling(said: Said, called: string | undefined): string {
  if (typeof said === 'string') return said;
  const { fact, values = {} } = said;
  const { path } = values;
  const say = plainer[fact];
  if (say !== undefined) return say(values, called);
  if (typeof path !== 'string') return inWords(said);
  const name = called ?? fieldInFull(path);
  return name === path ? inWords(said) : inWords({ fact, values: { ...values, path: quoted(name) } });
}
