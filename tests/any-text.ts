/**
 * @file Texts of any characters, for properties: also lone halves of a pair, which a name from a system or a page may have.
 * fast-check's own unit “binary” has none of them, and takes a second of a processor to be made.
 */

import fc, { type StringConstraints } from 'fast-check';

const character = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point), pointOf);

export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: character });

/** @throws Error for what is not one character: so fast-check knows which texts it could have made */
function pointOf(text: unknown): number {
  const point = typeof text === 'string' && [...text].length === 1 ? text.codePointAt(0) : undefined;
  if (point === undefined) throw new Error('Not one character.');
  return point;
}
