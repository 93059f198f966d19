/**
 * @file The cells of records. In a record without quotes, cells are what stands between the separators. A cell that begins
 * with a quote ends with one, and has only doubled ones between them; in any other cell quotes are characters, as Excel,
 * LibreOffice and Python read them. What is neither is given to csv-parse, which is slower, and says what is wrong. Pure.
 */

import type { Buffer } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** A separator between cells. */
export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = '"';
const QUOTE_CODE = QUOTE.charCodeAt(0);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The cells of each record of UTF-8 that begins with a record, one after the other. Throws CsvError where quotes are wrong.
 * @param place where the next record begins; moved on where some were read otherwise
 */
export function* recordsIn(bytes: Buffer, delimiter: Delimiter, place = { at: 0 }): Generator<string[]> {
  // One line after the other becomes a text, because a text of them all would be kept for as long as any of its cells.
  const lines = new LineEnds(bytes);
  let byteByByte: string | undefined;
  while (place.at < bytes.length) {
    const from = place.at;
    let end = lines.next(from);
    const line = bytes.toString('utf8', from, end.at);
    let cells: string[] = [];
    if (line.includes(QUOTE)) {
      let unread = addQuotedCells(cells, line, delimiter);
      if (unread !== -1) {
        // Perhaps a line end within quotes.
        byteByByte ??= bytes.toString('latin1');
        const unreadBytes = addQuotedCells([], byteByByte.slice(from, end.at), delimiter);
        end = endOfRecord(byteByByte, from + unreadBytes, delimiter, lines);
        cells = [];
        const record = bytes.toString('utf8', from, end.next);
        const characters = record.length - (end.next - end.at);
        unread = addQuotedCells(cells, record.slice(0, characters), delimiter);
        if (unread !== -1) cells.push(...parseWrong(record.slice(unread), delimiter, cells.length));
      }
    } else {
      cells = line.split(delimiter);
    }
    place.at = end.next;
    yield cells;
  }
}

/** The rest of a record, from the cell on whose quotes are wrong. Empty cells before it let csv-parse name its column. */
function parseWrong(rest: string, delimiter: Delimiter, cellsBefore: number): string[] {
  const [cells = []] = parse(delimiter.repeat(cellsBefore) + rest, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  });
  return cells.slice(cellsBefore);
}

/** Adds the cells of a record without its line end. @returns where the cell begins whose quotes are wrong; -1 if none does */
function addQuotedCells(cells: string[], record: string, delimiter: Delimiter): number {
  for (let from = 0; ; ) {
    const isQuoted = record.charCodeAt(from) === QUOTE_CODE;
    const end = isQuoted ? endOfQuoted(record, from) : endOfPlain(record, from, delimiter);
    if (end === -1 || (end < record.length && record[end] !== delimiter)) return from;
    const cell = isQuoted ? record.slice(from + 1, end - 1) : record.slice(from, end);
    cells.push(isQuoted && cell.includes(QUOTE) ? cell.replaceAll('""', QUOTE) : cell);
    if (end === record.length) return -1;
    from = end + 1;
  }
}

/**
 * The line end of the record of which a cell begins at `from`: as the splitter finds it, the first outside of quotes.
 * @param text with a character for each byte
 */
function endOfRecord(text: string, from: number, delimiter: Delimiter, lines: LineEnds): { at: number; next: number } {
  for (let cell = from; ; ) {
    const closed = text.charCodeAt(cell) === QUOTE_CODE ? endOfQuoted(text, cell) : cell;
    if (closed === -1) return { at: text.length, next: text.length };
    const end = lines.next(closed);
    const found = text.slice(closed, end.at).indexOf(delimiter);
    if (found === -1) return end;
    cell = closed + found + 1;
  }
}

function endOfPlain(record: string, from: number, delimiter: Delimiter): number {
  const end = record.indexOf(delimiter, from);
  return end === -1 ? record.length : end;
}

/** Behind the closing quote of the cell whose opening quote is at `from`; -1 where there is none. */
function endOfQuoted(record: string, from: number): number {
  let close = record.indexOf(QUOTE, from + 1);
  while (close !== -1 && record.charCodeAt(close + 1) === QUOTE_CODE) close = record.indexOf(QUOTE, close + 2);
  return close === -1 ? -1 : close + 1;
}

/** LF, CRLF and CR. */
class LineEnds {
  readonly #bytes: Uint8Array;
  #feed = -1;
  #return = -1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where the line that begins at `from` ends, and where the next one begins. */
  next(from: number): { at: number; next: number } {
    if (this.#feed < from) this.#feed = this.#find(LINE_FEED, from);
    if (this.#return < from) this.#return = this.#find(CARRIAGE_RETURN, from);
    const at = Math.min(this.#feed, this.#return);
    const isPair = this.#return === at && this.#feed === at + 1;
    return { at, next: Math.min(this.#bytes.length, at + (isPair ? 2 : 1)) };
  }

  #find(byte: number, from: number): number {
    const at = this.#bytes.indexOf(byte, from);
    return at === -1 ? this.#bytes.length : at;
  }
}
