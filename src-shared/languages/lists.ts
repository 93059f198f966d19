/** @file Several values in one place of a sentence. Pure. */

import { fact, type Said } from './fact.ts';

/** “a or b or c” */
export const either = (values: readonly Said[]): Said =>
  values.slice(1).reduce<Said>((several, one) => fact('{several} or {one}', { several, one }), values[0] ?? '');

/** “a, b, c” */
export const listed = (values: readonly Said[]): Said =>
  values.slice(1).reduce<Said>((several, one) => fact('{several}, {one}', { several, one }), values[0] ?? '');
