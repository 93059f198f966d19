/**
 * @file What becomes of a quote that is not closed where it should be: either rows follow its line, or what follows
 * belongs to its cell. Rows that are in no export would be worse than rows that are refused. Pure.
 */

import { number } from '../../../src-shared/quantities.ts';
import type { Piece } from '../rows.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

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

/** Where the quote is that closes the one at `open`; the end of the bytes where none does. */
function closingQuote(bytes: Uint8Array, open: number): number {
  let close = bytes.indexOf(QUOTE, open + 1);
  while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
  return close === -1 ? bytes.length : close;
}

/** A row that was left out because of its quote; `lastLine` is undefined where that is the last one of the file. */
export function faultOfQuote(row: number, line: number, lastLine: number | undefined): Piece {
  const upTo = lastLine === undefined ? 'the end of the file' : `its closing quote (line ${number(lastLine)})`;
  const message = `Row ${number(row)} (line ${number(line)} of the file): a quote is opened here, and the lines below it do not have the cells of the table. So they were taken for one cell, and all up to ${upTo} was left out. Perhaps a quote is missing.`;
  return { kind: 'rows', rows: [], faults: [{ number: row, message }] };
}
