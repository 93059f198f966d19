/** @file Why a row cannot be read, where several formats say the same. Pure. */

import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import { most } from './bounds.ts';

/** The whole sentence about a row, by its number. */
export type ProblemOfRow = (given: { row: number }) => Fact;

export const rowTooLarge: ProblemOfRow = (given) =>
  fact('Row {row} is larger than {megabytes} MB.', { ...given, megabytes: most.bytesOfRow / 1024 / 1024 });

export const tooManyValues: ProblemOfRow = (given) =>
  fact('Row {row} has more than {most, number} values.', { ...given, most: most.columns });

/** A cell stands before the rows, and the row has one of its own for the same column. */
export const twiceAround =
  (column: string): ProblemOfRow =>
  (given) =>
    fact('Row {row} has “{column}” twice: within it and around it.', { ...given, column });

/** The row in words, with the line of the file where that is another, for a sentence that begins with it. */
export const placeOf = (row: number, line: number): Fact =>
  row === line ? fact('Row {row, number}', { row }) : placeWithLine(row, line);

export const placeWithLine = (row: number, line: number): Fact =>
  fact('Row {row, number} (line {line, number} of the file)', { row, line });

/** @param where the row, or its cell */
export const undecodable = (where: Fact, encoding: Said): Fact =>
  fact(
    '{where} has bytes that are no characters in {encoding}. Perhaps the export is in another encoding: choose it.',
    { where, encoding },
  );
