/** @file The entries of a report, one after another, whatever its shape. What cannot be read is counted, not hidden. */

import { assertNever } from '../../../../src-shared/errors.ts';
import { isJsonObject } from '../../../check/rules/json-object.ts';
import { jsonValueOf } from '../../../check/rules/json-value.ts';
import { CsvReader } from './csv-records.ts';
import { type ReportEntry, readEntry } from './entry.ts';
import { type Element, JsonScanner } from './json-scanner.ts';
import type { ReportText } from './report-text.ts';
import { HEAD, type Shape, shapeOf } from './shape.ts';

/** An entry of 10 MB is read; what is larger than this is only counted. */
const LONGEST_ENTRY = 16 * 1024 * 1024;
const LONGEST_EXCERPT = 500;

export interface ReadEntry extends ReportEntry {
  /** The beginning of what stands in the report, for entries that match nothing. */
  excerpt: string;
}

/** What the reading met besides entries. */
export interface ReadingFlaws {
  /** Parts that are no entry: broken lines, values that are no objects. */
  broken: number;
  /** Entries that are larger than any line of a batch. */
  tooLarge: number;
  /** The report ends in the middle of an entry or a list. */
  endsEarly: boolean;
}

export class Entries {
  readonly #text: ReportText;
  readonly flaws: ReadingFlaws = { broken: 0, tooLarge: 0, endsEarly: false };

  constructor(text: ReportText) {
    this.#text = text;
  }

  /** @throws what node:fs throws */
  async shape(): Promise<Shape> {
    return await shapeOf(await this.#text.head(HEAD), () => this.#text.pieces());
  }

  /** @throws what node:fs throws */
  async *read(shape: Shape): AsyncGenerator<ReadEntry> {
    switch (shape.kind) {
      case 'json-lines':
        yield* this.#lines();
        return;
      case 'json':
        yield* this.#elements(new Set(shape.paths));
        return;
      case 'csv':
        yield* this.#records(shape);
        return;
      case 'unknown':
        return;
      default:
        assertNever(shape);
    }
  }

  async *#lines(): AsyncGenerator<ReadEntry> {
    let rest = '';
    let isTooLarge = false;
    for await (const piece of this.#text.pieces()) {
      // A line of many pieces is put together once.
      const lines = /[\r\n]/.test(piece) ? (rest + piece).split(/\r\n|\n|\r/) : [rest + piece];
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!isTooLarge) yield* this.#line(line);
        isTooLarge = false;
      }
      if (rest.length <= LONGEST_ENTRY) continue;
      if (!isTooLarge) this.flaws.tooLarge += 1;
      isTooLarge = true;
      rest = '';
    }
    const before = this.flaws.broken;
    if (!isTooLarge) yield* this.#line(rest);
    this.flaws.endsEarly = this.flaws.broken > before;
  }

  *#line(line: string): Generator<ReadEntry> {
    const text = line.trim().replace(/,$/, '');
    if (text === '' || text === '[' || text === ']') return;
    const entry = readText(text, undefined);
    if (entry === undefined) this.flaws.broken += 1;
    else yield entry;
  }

  async *#elements(paths: ReadonlySet<string>): AsyncGenerator<ReadEntry> {
    let found: Element[] = [];
    const scanner = new JsonScanner({
      wants: (path) => paths.has(path),
      onElement: (element) => found.push(element),
      longest: LONGEST_ENTRY,
    });
    for await (const piece of this.#text.pieces()) {
      scanner.push(piece);
      const elements = found;
      found = [];
      for (const { text, key } of elements) {
        const entry = text === undefined ? undefined : readText(text, key);
        if (text === undefined) this.flaws.tooLarge += 1;
        else if (entry === undefined) this.flaws.broken += 1;
        else yield entry;
      }
    }
    this.flaws.endsEarly = !scanner.isWhole;
  }

  async *#records({ separator, header, preamble }: Extract<Shape, { kind: 'csv' }>): AsyncGenerator<ReadEntry> {
    const reader = new CsvReader(separator, LONGEST_ENTRY);
    let before = preamble + 1;
    for await (const piece of this.#text.pieces()) {
      for (const { cells, isCut } of reader.push(piece)) {
        if (before > 0) before -= 1;
        else if (isCut) this.flaws.tooLarge += 1;
        else yield readRecord(header, cells, separator);
      }
    }
    const { record, isOpen } = reader.end();
    // A last record without a line end may be a part of one; so is a header after which nothing comes.
    this.flaws.endsEarly = isOpen || (record !== undefined && (before > 0 || record.cells.length < header.length));
    if (record !== undefined && before === 0) yield readRecord(header, record.cells, separator);
  }
}

function readText(text: string, key: string | undefined): ReadEntry | undefined {
  let value: unknown;
  try {
    value = jsonValueOf(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) && key === undefined) return undefined;
  return { ...readEntry(value, key), excerpt: text.slice(0, LONGEST_EXCERPT) };
}

function readRecord(header: readonly string[], cells: readonly string[], separator: string): ReadEntry {
  const fields = cells.map((cell, column) => [header[column]?.trim() ?? '', cellValue(cell.trim())] as const);
  const entry = readEntry(Object.fromEntries(fields.filter(([, value]) => value !== '')));
  return { ...entry, excerpt: cells.join(separator).slice(0, LONGEST_EXCERPT) };
}

/** A cell may hold JSON: a list of errors. */
function cellValue(cell: string): unknown {
  if (!/^[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
