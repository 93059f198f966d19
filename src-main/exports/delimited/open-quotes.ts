/**
 * @file What becomes of a quote that is not closed where it should be: either rows follow its line, or what follows
 * belongs to its cell. Rows that are in no export would be worse than rows that are refused. Pure.
 */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { placeOf, placeWithLine } from '../row-problems.ts';
import type { Piece } from '../rows.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;

/** So many rows must have the cells of the table, or all that there are. */
const ROWS = 20;
/** A line of text may have a comma: so many separators must stand where the table has them. */
const FEWEST_SEPARATORS = 2;

/** Whether the lines that begin these bytes are rows of the table. A last one that is not complete does not count. */
export function areRows(bytes: Uint8Array, delimiter: number, columns: number): boolean {
  let [rows, cells, at] = [0, 1, 0];
  for (let from = 0; at < bytes.length && rows < ROWS; at++) {
    const byte = bytes[at];
    if (byte === delimiter) {
      cells += 1;
    } else if (byte === LF || byte === CR) {
      // Blank lines, and what is between CR and LF.
      if (at > from && cells !== columns) return false;
      if (at > from) rows += 1;
      from = at + 1;
      cells = 1;
    } else if (byte === QUOTE && (at === from || bytes[at - 1] === delimiter)) {
      at = closingQuote(bytes, at);
    }
  }
  return rows * (columns - 1) >= FEWEST_SEPARATORS;
}

/** So many separators must stand where rows would have them, before a cell whose quotes are closed is doubted. */
const FEWEST_OF_SWALLOWED = 4;
/** So large a share of the lines must have the cells of the table. */
const SHARE_OF_SWALLOWED = 0.9;

/**
 * Whether a record, whose quotes are closed, is probably several: each of its lines has the cells of the table, also the
 * first and the last, which have more or fewer where a cell goes on.
 */
export function hasSwallowedRows(record: Uint8Array, delimiter: number, columns: number): boolean {
  if (columns === 1 || record.indexOf(QUOTE) === -1) return false;
  let [lines, fitting] = [0, 0];
  for (const { from, to } of linesIn(record)) {
    const line = record.subarray(from, to);
    if (!hasContent(line, delimiter)) continue;
    lines += 1;
    const isFitting = cellsIn(line, delimiter) === columns;
    if (isFitting) fitting += 1;
    else if (lines === 1) return false;
  }
  return lines > 1 && fitting * (columns - 1) >= FEWEST_OF_SWALLOWED && fitting >= SHARE_OF_SWALLOWED * lines;
}

function hasContent(line: Uint8Array, delimiter: number): boolean {
  return line.some((byte) => byte !== delimiter && byte !== QUOTE && byte > SPACE);
}

/** How many cells a line has, where a quote is closed within it or is a character. */
function cellsIn(line: Uint8Array, delimiter: number): number {
  let cells = 1;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === delimiter) cells += 1;
    else if (line[at] === QUOTE && (at === 0 || line[at - 1] === delimiter)) {
      const close = closingQuote(line, at);
      if (close < line.length) at = close;
    }
  }
  return cells;
}

/** The lines of a text; `end` is behind the line end. */
export function* linesIn(bytes: Uint8Array): Generator<{ from: number; to: number; end: number }> {
  for (let from = 0; from < bytes.length; ) {
    let to = from;
    while (to < bytes.length && bytes[to] !== LF && bytes[to] !== CR) to += 1;
    const end = Math.min(bytes.length, to + (bytes[to] === CR && bytes[to + 1] === LF ? 2 : 1));
    yield { from, to, end };
    from = end;
  }
}

/**
 * What becomes of a record that has swallowed rows: the lines with its quotes are refused. Those between are rows where
 * they are many, and are refused where they are few, which might be text.
 * @param row its number, and `line` that of its first line in the file
 */
export function* piecesOfSwallowed(record: Uint8Array, row: number, line: number): Generator<Piece> {
  const lines = [...linesIn(record)];
  const last = lines.length - 1;
  const [lastRow, lastLine] = [row + last, line + last];
  yield faultOf(
    row,
    fact(
      '{where}: a quote is opened here, and the next one is in line {lastLine, number} of the file, where a cell ends with it. But each line up to there has the cells of the table, so the quotes are probably wrong, and the cell has swallowed rows. Look at both lines.',
      { where: placeOf(row, line), lastLine },
    ),
  );
  const between = lines.slice(1, last);
  const [from, end] = [between[0]?.from ?? 0, between.at(-1)?.end ?? 0];
  if (between.length >= ROWS) {
    yield {
      kind: 'bytes',
      bytes: record.slice(from, end),
      firstRow: row + 1,
      rows: between.length,
      firstLine: line + 1,
    };
  } else {
    for (const [at, { from: lineFrom, to }] of between.entries()) {
      if (lineFrom === to) continue;
      yield faultOf(
        row + 1 + at,
        fact(
          '{where}: it stands between a quote that is opened in line {line, number} of the file and one that closes a cell in line {lastLine, number}. It has the cells of the table, so it may be a row, or text of that cell. Look at both lines.',
          { where: placeOf(row + 1 + at, line + 1 + at), line, lastLine },
        ),
      );
    }
  }
  yield faultOf(
    lastRow,
    fact(
      '{where}: a quote that was opened in line {line, number} of the file is closed here. But each line from there on has the cells of the table, so the quotes are probably wrong, and the cell has swallowed rows. Look at both lines.',
      { where: placeOf(lastRow, lastLine), line },
    ),
  );
}

function faultOf(row: number, message: Fact): Piece {
  return { kind: 'rows', rows: [], faults: [{ number: row, message }] };
}

/** Where the quote is that closes the one at `open`; the end of the bytes where none does. */
function closingQuote(bytes: Uint8Array, open: number): number {
  let close = bytes.indexOf(QUOTE, open + 1);
  while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
  return close === -1 ? bytes.length : close;
}

/** A row that was left out because of its quote; `lastLine` is undefined where that is the last one of the file. */
export function faultOfQuote(row: number, line: number, lastLine: number | undefined): Piece {
  const where = placeWithLine(row, line);
  return faultOf(
    row,
    lastLine === undefined
      ? fact(
          '{where}: a quote is opened here, and the lines below it do not have the cells of the table. So they were taken for one cell, and all up to the end of the file was left out. Perhaps a quote is missing.',
          { where },
        )
      : fact(
          '{where}: a quote is opened here, and the lines below it do not have the cells of the table. So they were taken for one cell, and all up to its closing quote (line {lastLine, number}) was left out. Perhaps a quote is missing.',
          { where, lastLine },
        ),
  );
}
