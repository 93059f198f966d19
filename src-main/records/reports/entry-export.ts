/** @file The table of a report as CSV, one row for each message. */

import { inEnglish } from '../../../src-shared/languages/message.ts';
import { csvHead, csvRow, inPieces } from '../../ground/csv.ts';
import type { ReportedLine } from './reported-line.ts';

const columns = [
  ...[
    'line',
    'line of the batch',
    'modification id',
    'found by',
    'said by',
    'field',
    'rule or code',
    'severity',
    'message',
  ],
  'note',
];

/** In pieces. */
export function reportCsv(lines: Iterable<ReportedLine>): Generator<string> {
  return inPieces(rows(lines));
}

function* rows(lines: Iterable<ReportedLine>): Generator<string> {
  yield csvHead(columns);
  for (const line of lines) yield* rowsOf(line);
}

function* rowsOf({ line, batchLine, modificationId, foundBy, service, check, notes }: ReportedLine): Generator<string> {
  const start = [line ?? '', batchLine ?? '', modificationId ?? '', foundBy];
  const note = inEnglish(notes);
  for (const { field = '', code = '', text } of service)
    yield csvRow([...start, 'service', field, code, 'error', text, note]);
  for (const { path, rule, severity, message } of check)
    yield csvRow([...start, 'check', path, rule, severity, inEnglish(message), note]);
  if (service.length + check.length === 0) yield csvRow([...start, 'service', '', '', 'error', '', note]);
}
