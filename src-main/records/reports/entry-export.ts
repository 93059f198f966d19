/** @file The table of a report as CSV, one row for each message. */

import { fieldWithPath } from '../../../src-shared/field-words.ts';
import { findingSentence } from '../../../src-shared/finding-sentence.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import { inEnglish, inWords, message } from '../../../src-shared/languages/message.ts';
import { severityInWords } from '../../../src-shared/severity-words.ts';
import { type Column, SavedTable, type Speaker } from '../../ground/saved-table.ts';
import type { ReportedLine } from './reported-line.ts';

interface Row {
  of: ReportedLine;
  by: 'service' | 'check';
  field: string;
  code: string;
  severity: 'error' | 'warning';
  says: Said;
}

const foundByWords: Record<ReportedLine['foundBy'], () => string> = {
  check: () => message('by the check'),
  service: () => message('by the service'),
  both: () => message('by both'),
};

const columns: readonly Column<Row>[] = [
  { name: 'line', title: () => message('Line'), cell: ({ of }) => of.line ?? '' },
  { name: 'line of the batch', title: () => message('Line of the batch'), cell: ({ of }) => of.batchLine ?? '' },
  { name: 'modification id', title: () => message('Modification id'), cell: ({ of }) => of.modificationId ?? '' },
  {
    name: 'found by',
    title: () => message('Found'),
    cell: ({ of }) => of.foundBy,
    told: ({ of }) => foundByWords[of.foundBy](),
  },
  { name: 'said by', title: () => message('Said'), cell: ({ by }) => by, told: ({ by }) => foundByWords[by]() },
  {
    name: 'field',
    title: () => message('Field'),
    cell: ({ field }) => field,
    told: ({ field }) => fieldWithPath(field),
  },
  { name: 'rule or code', title: () => message('Rule or code'), cell: ({ code }) => code },
  {
    name: 'severity',
    title: () => message('Severity'),
    cell: ({ severity }) => severity,
    told: ({ severity }) => severityInWords(severity),
  },
  {
    name: 'message',
    title: () => message('Message'),
    cell: ({ says }) => inEnglish(says),
    told: ({ by, says }) => (by === 'check' ? findingSentence(says) : inWords(says)),
  },
  {
    name: 'note',
    title: () => message('Note'),
    cell: ({ of }) => inEnglish(of.notes),
    told: ({ of }) => inWords(of.notes),
  },
];

/** In pieces. @param say absent for programs */
export function reportCsv(lines: Iterable<ReportedLine>, say?: Speaker): Generator<string> {
  return new SavedTable(columns, say).pieces(rows(lines));
}

function* rows(lines: Iterable<ReportedLine>): Generator<Row> {
  for (const of of lines) {
    for (const { field = '', code = '', text } of of.service)
      yield { of, by: 'service', field, code, severity: 'error', says: text };
    for (const { path, rule, severity, message: says } of of.check)
      yield { of, by: 'check', field: path, code: rule, severity, says };
    if (of.service.length + of.check.length === 0)
      yield { of, by: 'service', field: '', code: '', severity: 'error', says: '' };
  }
}
