/** @file Exports entries of the history as text: CSV for a spreadsheet, JSON Lines for a program. Pure. */

import { happeningInWords } from '../../src-shared/history-words.ts';
import { csvHead, csvRow, inPieces } from '../ground/csv.ts';
import type { FoundEntry } from './storage/history-search.ts';

const columns = [
  ...['time', 'file', 'batchId', 'what', 'state', 'remoteState', 'person', 'machine', 'reason', 'error'],
  ...['submission', 'batch', 'kind', 'position', 'hash'],
] as const;

/** CSV with a header. */
export function historyCsv(entries: Iterable<FoundEntry>): Generator<string> {
  return inPieces(csvRows(entries));
}

/** One JSON object a line. */
export function historyJsonLines(entries: Iterable<FoundEntry>): Generator<string> {
  return inPieces(jsonRows(entries));
}

function* csvRows(entries: Iterable<FoundEntry>): Generator<string> {
  yield csvHead(columns);
  for (const entry of entries) yield csvRow(cells(entry));
}

/** In the order of the columns. */
function cells(entry: FoundEntry): (string | number | undefined)[] {
  const { at, fileName, batchId, state, remoteState, user, machine, reason, error } = entry;
  return [
    ...[new Date(at).toISOString(), fileName, batchId, happeningInWords(entry), state, remoteState],
    ...[user, machine, reason, error, entry.submission, entry.batch, entry.kind, entry.position, entry.hash],
  ];
}

function* jsonRows(entries: Iterable<FoundEntry>): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(exported(entry))}\n`;
}

/** An entry as programs read it. */
export function exported({ at, user, ...entry }: FoundEntry) {
  return { time: new Date(at).toISOString(), ...entry, person: user, what: happeningInWords(entry) };
}
