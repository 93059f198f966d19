/**
 * @file Finds out how a report is written, by its content: names and types of files promise nothing. A text is looked at
 * from its beginning; JSON that is one value is looked through once, for the list that holds the entries.
 */

import { isJsonObject } from '../../../check/rules/json-object.ts';
import { jsonValueOf } from '../../../check/rules/json-value.ts';
import { CsvReader } from './csv-records.ts';
import { idKinds, type ReportEntry, readEntry } from './entry.ts';
import { fieldMeaning } from './field-names.ts';
import { JsonScanner } from './json-scanner.ts';

export type Shape =
  /** One JSON value a line. */
  | { kind: 'json-lines' }
  /** Elements of one or several lists; the empty path is the top level itself. */
  | { kind: 'json'; paths: string[] }
  | { kind: 'csv'; separator: string; header: string[] /** Records before the header. */; preamble: number }
  /** Nothing that can be read as entries; `markup`: a page, as proxies send it. */
  | { kind: 'unknown'; looksLike: 'nothing' | 'text' | 'markup' };

/** As much of the text as decides about it. */
export const HEAD = 64 * 1024;
const SEPARATORS = [',', ';', '\t', '|'];
const MOST_PREAMBLE = 10;
const MOST_PATHS = 300;
const SAMPLES = 20;
/** Also of lists in which each element is large; some of them are enough. */
const LONGEST_SAMPLE = 16 * 1024 * 1024;
const MOST_SAMPLED = 64 * 1024 * 1024;

/** @param pieces of the whole text, for JSON that is one value */
export async function shapeOf(head: string, pieces: () => AsyncIterable<string>): Promise<Shape> {
  const text = head.trimStart();
  if (text === '') return { kind: 'unknown', looksLike: 'nothing' };
  if (text.startsWith('<')) return { kind: 'unknown', looksLike: 'markup' };
  if (text.startsWith('{') && isJsonLines(text)) return { kind: 'json-lines' };
  if (text.startsWith('{') || text.startsWith('[')) {
    const paths = await entryPaths(pieces());
    return paths.length === 0 ? { kind: 'unknown', looksLike: 'text' } : { kind: 'json', paths };
  }
  return csvShape(head) ?? { kind: 'unknown', looksLike: 'text' };
}

/** The first lines are objects; of a value that is written over several lines, the first is not closed. */
function isJsonLines(text: string): boolean {
  const lines = text
    .split(/\r\n|\n|\r/, 20)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const whole = lines.filter((line) => line.startsWith('{') && line.endsWith('}') && isJson(line)).length;
  return (
    lines.length >= 2 &&
    whole >= 1 &&
    lines[0]?.endsWith('}') === true &&
    lines.filter((line) => line.startsWith('{')).length >= lines.length / 2
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What was seen of the elements with one path. */
interface Survey {
  path: string;
  count: number;
  samples: ReportEntry[];
}

async function entryPaths(pieces: AsyncIterable<string>): Promise<string[]> {
  const surveys = new Map<string, Survey>();
  let sampled = 0;
  const scanner = new JsonScanner({
    wants: (path) => {
      if (!isElementPath(path)) return false;
      const survey = surveys.get(path);
      if (survey === undefined && surveys.size >= MOST_PATHS) return false;
      if (survey === undefined) surveys.set(path, { path, count: 1, samples: [] });
      else survey.count += 1;
      return sampled < MOST_SAMPLED && (survey?.samples.length ?? 0) < SAMPLES;
    },
    onElement: ({ path, key, text }) => {
      sampled += text?.length ?? 0;
      const entry = text === undefined ? undefined : parsed(text, key);
      if (entry !== undefined) surveys.get(path)?.samples.push(entry);
    },
    longest: LONGEST_SAMPLE,
  });
  for await (const piece of pieces) scanner.push(piece);
  return chosen([...surveys.values()]);
}

function isElementPath(path: string): boolean {
  return path === '' || path.endsWith('[]') || path.endsWith('{}');
}

function parsed(text: string, key: string | undefined): ReportEntry | undefined {
  try {
    const value = jsonValueOf(text);
    return isJsonObject(value) || key !== undefined ? readEntry(value, key) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lists whose elements name a line and say something come first, all of them: a report may list duplicates apart from
 * other faults. Without one, the largest list that says something. The text's only object comes after its lists: what it
 * names may be the request.
 */
function chosen(surveys: readonly Survey[]): string[] {
  const isWhole = ({ path, count }: Survey) => path === '' && count === 1;
  const lists = surveys.filter((survey) => !isWhole(survey));
  const whole = surveys.filter(isWhole);
  const names = (entry: ReportEntry) => namesLine(entry) && says(entry);
  for (const found of [
    having(lists, names),
    having(whole, names),
    having(lists, (entry) => namesLine(entry) && !entry.isAccepted),
    having(lists, (entry) => entry.ids.length > 0 && says(entry)),
    having(lists, says)
      .sort((a, b) => b.count - a.count || a.path.length - b.path.length)
      .slice(0, 1),
    having(whole, (entry) => namesLine(entry) || says(entry)),
  ]) {
    if (found.length > 0) return outermost(found);
  }
  return [];
}

function having(surveys: readonly Survey[], test: (entry: ReportEntry) => boolean): Survey[] {
  return surveys.filter(({ samples }) => samples.some(test));
}

/** A number, or an identifier that tells of what it is: an `id` alone may be that of the batch or of the error. */
function namesLine({ numbers, ids }: ReportEntry): boolean {
  return numbers.length > 0 || ids.some(({ kind }) => kind !== idKinds[3]);
}

function says({ messages }: ReportEntry): boolean {
  return messages.length > 0;
}

/** Without lists that are inside the elements of another one. */
function outermost(surveys: readonly Survey[]): string[] {
  const paths = surveys.map(({ path }) => path);
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}

/** The header is the first record with a name that a report uses for a line or for what is wrong. */
function csvShape(head: string): Shape | undefined {
  const candidates = SEPARATORS.flatMap((separator) => {
    const records = firstRecords(head, separator);
    const preamble = records.findIndex((cells) => meaningful(cells) > 0);
    const header = records[preamble];
    const isTable = header !== undefined && (header.length > 1 || namesOnlyLines(header, records[preamble + 1]));
    return header !== undefined && isTable ? [{ separator, header, preamble, names: meaningful(header) }] : [];
  });
  const best = candidates.sort((a, b) => b.names - a.names || b.header.length - a.header.length)[0];
  return best && { kind: 'csv', separator: best.separator, header: best.header, preamble: best.preamble };
}

function firstRecords(head: string, separator: string): string[][] {
  const reader = new CsvReader(separator, HEAD);
  const records: string[][] = [];
  for (const { cells } of reader.push(head)) {
    records.push(cells);
    if (records.length > MOST_PREAMBLE) return records;
  }
  const { record } = reader.end();
  return record === undefined ? records : [...records, record.cells];
}

function meaningful(cells: readonly string[]): number {
  return cells.filter((cell) => {
    const meaning = cell.length <= 60 ? fieldMeaning(cell.trim()) : undefined;
    return meaning !== undefined && meaning !== 'verdict' && meaning !== 'batch';
  }).length;
}

/** A list of nothing but lines or identifiers has one column. */
function namesOnlyLines([name = '']: readonly string[], [first = '']: readonly string[] = []): boolean {
  const meaning = fieldMeaning(name.trim());
  if (meaning === 'line' || meaning === 'index') return /^\s*\d+\s*$/.test(first);
  return meaning !== undefined && /^\s*[0-9a-f-]{36}\s*$/i.test(first);
}
