/**
 * @file The cells of records. What a cell is, csv-parse decides, at a third of the speed at which the rest of the way can
 * work; so records are given to it only where that needs deciding. In a record without quotes, cells are what stands
 * between the separators. Where each cell is either without quotes, or begins and ends with one and has only doubled ones
 * between them, there is nothing to decide either. Pure.
 */

import type { Buffer } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** A separator between cells. */
export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = '"';
const QUOTE_CODE = QUOTE.charCodeAt(0);

/** The cells of each record of UTF-8 that begins with a record. Throws CsvError where quotes are wrong. */
export function parseRecords(bytes: Buffer, delimiter: Delimiter): string[][] {
  const text = bytes.toString();
  const records: string[][] = [];
  /** Records that csv-parse is to read, and where they belong. */
  const hard: { at: number; text: string }[] = [];
  for (let from = 0, lines = new LineEnds(text); from < text.length; ) {
    let end = lines.next(from);
    const line = text.slice(from, end.at);
    let cells = line.includes(QUOTE) ? quotedCells(line, delimiter) : line.split(delimiter);
    if (cells === undefined) {
      // A line end within quotes: a record whose quotes are right has an even number of them.
      let quotes = countQuotes(line);
      const isMore = quotes % 2 === 1;
      while (quotes % 2 === 1 && end.next < text.length) {
        const more = end.next;
        end = lines.next(more);
        quotes += countQuotes(text.slice(more, end.at));
      }
      if (isMore) cells = quotedCells(text.slice(from, end.at), delimiter);
    }
    if (cells === undefined) hard.push({ at: records.length, text: text.slice(from, end.next) });
    records.push(cells ?? []);
    from = end.next;
  }
  if (hard.length === 0) return records;
  const parsed = parseHard(hard.map((record) => record.text).join(''), delimiter);
  // Then the quotes are right in a way that was not foreseen: it can read all of it.
  if (parsed.length !== hard.length) return parseHard(text, delimiter);
  for (const [at, cells] of parsed.entries()) records[hard[at]?.at ?? 0] = cells;
  return records;
}

function parseHard(text: string, delimiter: Delimiter): string[][] {
  return parse(text, { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
}

/** The cells of a record without its line end; undefined where csv-parse is to decide. */
function quotedCells(record: string, delimiter: Delimiter): string[] | undefined {
  const cells: string[] = [];
  for (let from = 0; ; ) {
    const isQuoted = record.charCodeAt(from) === QUOTE_CODE;
    const end = isQuoted ? endOfQuoted(record, from) : endOfPlain(record, from, delimiter);
    if (end === -1) return undefined;
    const cell = isQuoted ? record.slice(from + 1, end - 1) : record.slice(from, end);
    if (isQuoted) cells.push(cell.includes(QUOTE) ? cell.replaceAll('""', QUOTE) : cell);
    else if (cell.includes(QUOTE)) return undefined;
    else cells.push(cell);
    if (end === record.length) return cells;
    if (record[end] !== delimiter) return undefined;
    from = end + 1;
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

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf(QUOTE); at !== -1; at = text.indexOf(QUOTE, at + 1)) count += 1;
  return count;
}

/** LF, CRLF and CR. */
class LineEnds {
  readonly #text: string;
  #feed = -1;
  #return = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the line that begins at `from` ends, and where the next one begins. */
  next(from: number): { at: number; next: number } {
    if (this.#feed < from) this.#feed = this.#find('\n', from);
    if (this.#return < from) this.#return = this.#find('\r', from);
    const at = Math.min(this.#feed, this.#return);
    const isPair = this.#return === at && this.#feed === at + 1;
    return { at, next: Math.min(this.#text.length, at + (isPair ? 2 : 1)) };
  }

  #find(character: string, from: number): number {
    const at = this.#text.indexOf(character, from);
    return at === -1 ? this.#text.length : at;
  }
}
