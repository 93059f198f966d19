/** @file The rows of a piece of JSON, on any thread. Pure. */

import { fact } from '../../../src-shared/languages/fact.ts';
import type { RowsPiece } from '../row-collector.ts';
import { type ProblemOfRow, twiceAround } from '../row-problems.ts';
import type { Piece, Row, RowFault } from '../rows.ts';
import { FlatObjects } from './flat-objects.ts';
import { JsonProblem } from './json-problem.ts';

export type { RowsPiece } from '../row-collector.ts';
export type BytesPiece = Extract<Piece, { kind: 'bytes' }>;

const LINE_FEED = 0x0a;

const undecodable: ProblemOfRow = (given) => fact('Row {row} has bytes that are no characters in UTF-8.', given);

/**
 * The rows of a piece of a table that `jsonTable` opened; `columns` are the table's. Objects within objects become
 * columns by dotted path, lists are the JSON text they were, numbers are as written, null is no cell. A line that is no
 * object, or is broken, is a fault, and the next one is read.
 */
export function jsonRowsOfPiece(piece: BytesPiece, columns: readonly string[]): RowsPiece {
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  const objects = new FlatObjects(columns);
  const places = new Map(columns.map((column, place) => [column, place]));
  let number = piece.firstRow;
  for (const line of linesOf(piece.bytes)) {
    if (line !== undefined && isBlank(line)) continue;
    try {
      if (line === undefined) throw new JsonProblem(undecodable);
      rows.push(withAround(objects.rowOf(line, number), piece.around ?? [], places));
    } catch (thrown) {
      if (!(thrown instanceof JsonProblem)) throw thrown;
      faults.push({ number, message: thrown.says({ row: number }) });
    }
    number += 1;
  }
  return { kind: 'rows', rows, faults };
}

/** The row with what stands around its list. @throws JsonProblem */
function withAround(row: Row, around: NonNullable<BytesPiece['around']>, places: ReadonlyMap<string, number>): Row {
  if (around.length === 0) return row;
  const cells = [...row.cells];
  const others = [...(row.others ?? [])];
  const within = new Set(others.map(([column]) => column));
  for (const [column, cell] of around) {
    const place = places.get(column);
    if (within.has(column) || (place !== undefined && cells[place] !== undefined))
      throw new JsonProblem(twiceAround(column));
    if (place === undefined) others.push([column, cell]);
    else cells[place] = cell;
  }
  return others.length === 0 ? { ...row, cells } : { ...row, cells, others };
}

/** The lines of a text in UTF-8; undefined for one that is not. */
function* linesOf(bytes: Uint8Array): Generator<string | undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const text = decoded(strict, bytes);
  if (text !== undefined) {
    yield* text.split('\n');
    return;
  }
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    yield decoded(strict, bytes.subarray(start, end));
    start = end + 1;
  }
}

function decoded(strict: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether there is nothing but what JSON takes for space. */
function isBlank(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
