/**
 * @file Forms that values have in common and that one step turns into what the field must have: dates, numbers, UUIDs written in
 * another way. Values of the same shape, such as 99.99.9999, are looked at together: one of them may tell whether the day or the
 * month comes first. Pure.
 */

import { isDateTime } from '../../src-shared/date-times.ts';
import { isAmbiguous } from '../../src-shared/written-number.ts';
import { guessDates } from '../templates/guessing/date-forms.ts';
import type { MappableKind } from '../templates/mappable-fields.ts';
import { newValueBy, type ValueStep } from './new-values.ts';

/** Ways to read values of one form, the likeliest first; of several, a person decides. */
export type WaysToRead = readonly [ValueStep, ...ValueStep[]];

/** Values of a shape that are looked at. */
export const LOOKED_AT = 200;

/** What kinds of values have forms. */
export function hasForms(kind: MappableKind | undefined): boolean {
  return kind === 'date-time' || kind === 'amount' || kind === 'uuid';
}

/** Values of the same shape are read in the same way. */
export function shapeOf(kind: MappableKind | undefined, value: string): string {
  if (kind === 'amount') {
    const shape = value.replace(/\d+/g, (digits) => (digits.length === 3 ? '999' : '9'));
    return isAmbiguous(value) ? `${shape}, or another number` : shape;
  }
  if (kind === 'uuid') return value.replace(/[0-9a-f]/gi, '9');
  return value.replace(/\d/g, '9').replace(/\p{L}+/gu, (word) => (word.length === 1 ? word : 'a'));
}

/** How the values of a shape can be read, all of them; undefined where one step is not enough. */
export function waysToRead(
  kind: MappableKind | undefined,
  field: string,
  values: readonly string[],
): WaysToRead | undefined {
  const [first, ...others] = candidates(kind, field, values).filter((step) => readsAll(step, values));
  return first === undefined ? undefined : [first, ...others];
}

function candidates(kind: MappableKind | undefined, field: string, values: readonly string[]): ValueStep[] {
  switch (kind) {
    case 'uuid':
      return [{ step: 'uuid-from-text', field }];
    case 'amount':
      return numberSteps(field, values);
    case 'date-time':
      return dateSteps(field, values);
    default:
      return [];
  }
}

/**
 * By the mark that stands last, or by either where a text can be two numbers: “1,234”. What is sure says nothing about what is not: a
 * step about the one leaves the other as it is.
 */
function numberSteps(field: string, values: readonly string[]): ValueStep[] {
  const [first = ''] = values;
  const by = { step: 'number-from-text', field } as const;
  const mark = first.lastIndexOf(',') > first.lastIndexOf('.') ? ',' : '.';
  if (!isAmbiguous(first)) return [{ ...by, decimal: mark, ambiguous: 'left' }];
  const ambiguous = { ...by, ambiguous: mark } as const;
  return [
    { ...ambiguous, decimal: mark },
    { ...ambiguous, decimal: mark === ',' ? '.' : ',' },
  ];
}

/** Behind a time: the end of 03-11-2026 is a year. */
const OFFSET = /(?:T|:\d\d).*(?:[Zz]|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/;

/** What is read of times without an offset leaves those that have one to what is decided about these. */
function dateSteps(field: string, values: readonly string[]): ValueStep[] {
  const cutAsWritten = { field, zone: 'as-written' } as const;
  const stripped: ValueStep = { step: 'strip-zone', ...cutAsWritten };
  if (readsAll(stripped, values)) return [stripped];
  const guessed = guessDates(values.slice(0, LOOKED_AT), true);
  const [format] = guessed?.formats ?? [];
  if (guessed === undefined || format === undefined || guessed.formats.length > 1) return [];
  const offset = values.some((value) => OFFSET.test(value)) ? undefined : 'left';
  const step: ValueStep = { step: 'date-from-text', ...cutAsWritten, format, ...(offset && { offset }) };
  const other = guessed.isOrderOpen ? otherOrder(format) : undefined;
  return other === undefined ? [step] : [step, { ...step, format: other }];
}

/** The same format with day and month the other way round. Between dots, the day comes first everywhere. */
function otherOrder(format: string): string | undefined {
  const swapped = format.replace(/^(D{1,2})([^A-Za-z.])(M{1,2})(?!M)/, '$3$2$1');
  return swapped === format ? undefined : swapped;
}

/** Whether times of these values have a zone, so that it must be said which one the service is to get. */
export function needsZone(values: readonly string[]): boolean {
  return values.some((value) => OFFSET.test(value) && !isDateTime(value));
}

function readsAll(step: ValueStep, values: readonly string[]): boolean {
  const read = newValueBy(step);
  return values.every((value) => read(JSON.stringify(value)) !== undefined);
}
