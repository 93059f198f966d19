/**
 * @file The cells of records. What a cell is, csv-parse decides, at a third of the speed at which the rest of the way can
 * work; so records are given to it only where that needs deciding. In a line without quotes, cells are what stands between
 * the separators; so they are in a line in which each cell is either without quotes or has exactly two, at its ends. Pure.
 */

import type { Buffer } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** A separator between cells. */
export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = '"';

/** The cells of each record of UTF-8 that begins with a record. Throws CsvError where quotes are wrong. */
export function parseRecords(bytes: Buffer, delimiter: Delimiter): string[][] {
  const text = bytes.toString();
  const records: string[][] = [];
  /** Records that csv-parse is to read, and where they belong. */
  const hard: { at: number; text: string }[] = [];
  for (let from = 0, lines = new LineEnds(text); from < text.length; ) {
    let end = lines.next(from);
    const line = text.slice(from, end.at);
    const cells = easyCells(line, delimiter);
    if (cells !== undefined) {
      records.push(cells);
    } else {
      // A line end within quotes: a record whose quotes are right has an even number of them.
      let quotes = countQuotes(line);
      while (quotes % 2 === 1 && end.next < text.length) {
        const more = end.next;
        end = lines.next(more);
        quotes += countQuotes(text.slice(more, end.at));
      }
      hard.push({ at: records.length, text: text.slice(from, end.next) });
      records.push([]);
    }
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

/** undefined where csv-parse is to decide. */
function easyCells(line: string, delimiter: Delimiter): string[] | undefined {
  const cells = line.split(delimiter);
  if (!line.includes(QUOTE)) return cells;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    const first = cell.indexOf(QUOTE);
    if (first === -1) continue;
    const last = cell.length - 1;
    if (first !== 0 || last === 0 || cell.indexOf(QUOTE, 1) !== last) return undefined;
    cells[at] = cell.slice(1, last);
  }
  return cells;
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
