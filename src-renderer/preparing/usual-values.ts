/**
 * @file Values that a field usually has where the interface leaves it free (docs/service-interface.md §2.2): they are offered in
 * the letters in which they are sent, and never demanded. Pure.
 */

import { message } from '../../src-shared/languages/message.ts';
import { codesFound } from '../codes-found.ts';
import { countryNames } from '../texts/code-meanings.ts';
import { fieldAt } from './fields.ts';

/** What each value means, in the language of the person. */
const risks: ReadonlyMap<string, string> = new Map([
  ['LOW', message('low', {}, { context: 'risk' })],
  ['MEDIUM', message('medium', {}, { context: 'risk' })],
  ['HIGH', message('high', {}, { context: 'risk' })],
]);
const none: ReadonlyMap<string, string> = new Map();

/** By value; empty for a field that has no usual ones. */
export const usualValues = (path: string): ReadonlyMap<string, string> =>
  path.endsWith('.risk_assessment') ? risks : none;

/** What is offered where a person types: the usual values; of a country all codes, of which the check knows which are right. */
export const offeredValues = (path: string): ReadonlyMap<string, string> =>
  fieldAt(path)?.kind === 'country' ? countryNames() : usualValues(path);

/** With its meaning, by which it is found as well. */
export const offeredInWords = (path: string, value: string): string =>
  [value, offeredValues(path).get(value) ?? ''].join(' · ');

/** Those whose value or meaning is like what was typed, the best first. */
export function valuesLike(path: string, typed: string): string[] {
  const own = [...offeredValues(path)];
  // What fits already is no search: the others are offered as well, after it, since Enter takes the first.
  if (own.some(([value]) => value === typed))
    return [typed, ...own.flatMap(([value]) => (value === typed ? [] : [value]))];
  return codesFound(
    own.map(([code, name]) => ({ code, name })),
    typed,
  ).map(({ code }) => code);
}

/** Whether a text is another one than those: it is sent as it is, and a person should see that. */
export const isUnusual = (path: string, text: string): boolean =>
  text !== '' && usualValues(path).size > 0 && !usualValues(path).has(text);
