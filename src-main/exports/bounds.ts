/**
 * @file How much there may be of a foreign file, whatever its format, and what is said where there is more. Files beyond these
 * bounds are damaged, or made to take all memory, all of a disk or all time. People read the table in `docs/administration.md`. Pure.
 */

import type { AppError } from '../../src-shared/errors.ts';
import { MOST_FILES } from '../../src-shared/folder-contents.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { MAX_LINE_BYTES } from '../check/line-limit.ts';
import { unreadable } from './structured-source.ts';

const KB = 1024;
const MB = 1024 * KB;

/** The most of each. */
export const most = {
  /** In a table, and values in a row: as many as a template takes. */
  columns: 5000,
  charactersOfColumnName: 400,
  rowsBeforeColumnNames: 1000,
  /** A larger row is none that the service takes; it would only fill the memory. */
  bytesOfRow: MAX_LINE_BYTES,
  /** Levels: of the objects and lists in a row of JSON, of brackets around and in it, of elements, of a column of Parquet. */
  levelsOfRow: 64,
  levelsOfBrackets: 1000,
  levelsOfElements: 256,
  levelsOfColumn: 32,
  /** Elements, also without a value. */
  elementsOfRow: 100_000,
  /** Of what stands before the rows: each of them repeats it. */
  valuesBeforeRows: 200,
  charactersBeforeRows: 16 * KB,
  /** Of XML: characters of a text, a name or an attribute, and of what is passed over. */
  charactersOfText: 16 * MB,
  /** Of a workbook. */
  partsOfWorkbook: 10_000,
  sheets: 1000,
  columnsOfSheet: 16_384,
  rowsOfSheet: 1_048_576,
  bytesOfSmallPart: 64 * MB,
  /** Beyond these bytes a part may be no more than so many times what it is packed: repeated rows reach a few hundred. */
  freeBytesOfPart: 256 * MB,
  ratioOfPart: 600,
  sharedTexts: 40_000_000,
  bytesOfSharedTexts: 2 ** 32,
  bytesOfSharedText: 256 * KB,
  /** Of Parquet. */
  bytesOfDescription: 64 * MB,
  bytesOfPageHeader: 32 * MB,
  valuesOfPage: 50_000_000,
  bytesOfOpenPages: 192 * MB,
  /** Of a folder; more is a wrong one, such as a whole drive. */
  filesOfFolder: MOST_FILES,
  levelsOfFolder: 16,
} as const;

const FEWER_COLUMNS = fact(
  'Export only the columns that are needed. If there are not that many, it may be damaged: look where it comes from.',
);

/** @throws AppError file.export-unreadable */
export function assertColumns(count: number, shownPath: Said): void {
  if (count <= most.columns) return;
  throw unreadable(shownPath, fact('It has more than {count, number} columns.', { count: most.columns }), {
    remedy: FEWER_COLUMNS,
  });
}

/** How much an archive may unpack to: small files that unpack to whole disks are made to do harm. */
export interface Bounds {
  /** Up to so many bytes anything may unpack. */
  freeBytes: number;
  /** Beyond them, at most so many times the packed size: exports reach 50. */
  ratio: number;
  /** What a single file may unpack to in any case. */
  mostBytes: number;
  /** Files in an archive. */
  mostEntries: number;
  /** Packed in one another. */
  deepest: number;
}

export const usualBounds: Bounds = {
  freeBytes: 100_000_000,
  ratio: 500,
  mostBytes: 1_000_000_000_000,
  mostEntries: 10_000,
  deepest: 5,
};

/** The bytes, as long as they keep to the bounds. @throws AppError file.export-unreadable */
export async function* bounded(
  unpacked: AsyncIterable<Uint8Array>,
  packedBytes: number,
  bounds: Bounds,
  shownPath: Said,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    assertBounded(bytes, packedBytes, bounds, shownPath);
    yield chunk;
  }
}

/** @throws AppError file.export-unreadable */
export function assertBounded(unpacked: number, packed: number, bounds: Bounds, shownPath: Said): void {
  if (unpacked > bounds.mostBytes)
    throw tooMuch(shownPath, fact('It unpacks to more than {size, number, bytes}.', { size: bounds.mostBytes }));
  if (unpacked > bounds.freeBytes && unpacked > packed * bounds.ratio) {
    throw tooMuch(
      shownPath,
      fact('It unpacks to more than {times, number} times its own size, as no export does.', { times: bounds.ratio }),
    );
  }
}

/** @throws AppError file.export-unreadable */
export function assertEntries(count: number, bounds: Bounds, shownPath: Said): void {
  if (count > bounds.mostEntries)
    throw tooMuch(shownPath, fact('There are more than {count, number} files in it.', { count: bounds.mostEntries }));
}

/** @throws AppError file.export-unreadable */
export function assertDepth(depth: number, bounds: Bounds, shownPath: Said): void {
  if (depth > bounds.deepest)
    throw tooMuch(shownPath, fact('It is packed more than {times, number} times.', { times: bounds.deepest }));
}

/** @param level of a folder within the one that was named @throws AppError file.export-unreadable */
export function assertLevel(level: number, shownPath: Said): void {
  if (level < most.levelsOfFolder) return;
  throw unreadable(
    shownPath,
    fact('There are folders in it on more than {levels, number} levels.', { levels: most.levelsOfFolder }),
    {
      remedy: fact('Name the folders that have the exports.'),
    },
  );
}

function tooMuch(shownPath: Said, problem: Said): AppError {
  return unreadable(shownPath, problem, {
    remedy: fact(
      'It may have been made to do harm: ask where it comes from. An export that is right can be unpacked first.',
    ),
  });
}
