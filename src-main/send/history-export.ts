/** @file Exports entries of the history as text: CSV for a spreadsheet, JSON Lines for a program. Pure. */

import { happeningInWords } from '../../src-shared/history-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { inPieces } from '../ground/csv.ts';
import { type Column, SavedTable, type Speaker } from '../ground/saved-table.ts';
import type { FoundEntry } from './storage/history-search.ts';

const columns: readonly Column<FoundEntry>[] = [
  { name: 'time', title: () => message('Time'), cell: ({ at }) => new Date(at).toISOString(), as: 'moment' },
  { name: 'file', title: () => message('File'), cell: ({ fileName }) => fileName },
  { name: 'batchId', title: () => message('Batch id'), cell: ({ batchId }) => batchId },
  { name: 'what', title: () => message('What happened'), cell: happeningInWords },
  { name: 'state', title: () => message('State'), cell: ({ state }) => state, isForPrograms: true },
  {
    name: 'remoteState',
    title: () => message('State'),
    cell: ({ remoteState }) => remoteState,
    isForPrograms: true,
  },
  { name: 'person', title: () => message('Person'), cell: ({ user }) => user },
  { name: 'machine', title: () => message('Computer'), cell: ({ machine }) => machine },
  { name: 'reason', title: () => message('Reason'), cell: ({ reason }) => reason },
  { name: 'error', title: () => message('Error'), cell: ({ error }) => error },
  { name: 'submission', title: () => message('Submission'), cell: ({ submission }) => submission },
  { name: 'batch', title: () => message('Batch'), cell: ({ batch }) => batch },
  { name: 'kind', title: () => message('Kind'), cell: ({ kind }) => kind, isForPrograms: true },
  { name: 'position', title: () => message('Position'), cell: ({ position }) => position },
  { name: 'hash', title: () => message('Hash'), cell: ({ hash }) => hash },
];

/** CSV with a header. @param say absent for programs */
export function historyCsv(entries: Iterable<FoundEntry>, say?: Speaker): Generator<string> {
  return new SavedTable(columns, say).pieces(entries);
}

/** One JSON object a line. */
export function historyJsonLines(entries: Iterable<FoundEntry>): Generator<string> {
  return inPieces(jsonRows(entries));
}

function* jsonRows(entries: Iterable<FoundEntry>): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(exported(entry))}\n`;
}

/** An entry as programs read it. */
export function exported({ at, user, ...entry }: FoundEntry) {
  return { time: new Date(at).toISOString(), ...entry, person: user, what: happeningInWords(entry) };
}
