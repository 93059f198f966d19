/** @file One line of the table in which our check and the service are compared, as programs and people read it. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import type { ReportRow, ServiceEntry } from './entry-table.ts';
import type { ServiceMessage } from './reading/entry.ts';
import type { ReadingFacts } from './reading-facts.ts';

export interface ReportedLine {
  /** Of the file, from 1; null for an entry of the report that matches no line. */
  line: number | null;
  batchLine: number | null;
  modificationId: string | null;
  foundBy: 'check' | 'service' | 'both';
  /** What was found, in sentences: first by the service, then by our check. */
  messages: Said[];
  service: ServiceMessage[];
  check: ReportRow['check'];
  /** What a person should know about how the entry was tied to its line, or why it was not. */
  notes: string[];
}

/** @param firstLine of the batch in its file */
export function reportedLine(row: ReportRow, firstLine: number, facts: Pick<ReadingFacts, 'source'>): ReportedLine {
  const { batchLine, service: entries, check } = row;
  const service = distinct(entries.flatMap(({ messages }) => messages));
  const claimed = entries.flatMap(({ ids }) => ids).find(({ kind }) => kind === 'modification')?.id;
  return {
    line: batchLine === undefined ? null : batchLine + firstLine - 1,
    batchLine: batchLine ?? null,
    modificationId: row.modificationId ?? claimed ?? null,
    foundBy: row.foundBy === 'unmatched' ? 'service' : row.foundBy,
    messages: [...service.map(inWords), ...check.map(({ message }) => message)],
    service,
    check,
    notes: [...new Set(entries.flatMap((entry) => notesOn(entry, row, firstLine, facts)))],
  };
}

/** What the service says, with the field it means. */
export function inWords({ text, field }: ServiceMessage): string {
  return field === undefined || text.includes(field) ? text : `${field}: ${text}`;
}

function distinct(messages: readonly ServiceMessage[]): ServiceMessage[] {
  const seen = new Map(
    messages.map((message) => [JSON.stringify([message.text, message.field, message.code]), message]),
  );
  return [...seen.values()];
}

function notesOn(
  entry: ServiceEntry,
  row: ReportRow,
  firstLine: number,
  facts: Pick<ReadingFacts, 'source'>,
): string[] {
  const notes = entry.messages.length === 0 ? ['The service gives no reason.'] : [];
  if (entry.contradicts !== undefined && row.batchLine !== undefined) {
    const line = row.batchLine + firstLine - 1;
    notes.push(`The report says ${entry.contradicts}, but the identifier it gives stands in line ${line} of the file.`);
  }
  if (row.reason !== undefined) notes.push(whyUnmatched(row.reason, entry, facts));
  return notes;
}

function whyUnmatched(
  reason: NonNullable<ReportRow['reason']>,
  { numbers, ids }: ServiceEntry,
  { source }: Pick<ReadingFacts, 'source'>,
): string {
  switch (reason) {
    case 'no-reference':
      return 'The entry names no line and no identifier.';
    case 'beyond':
      return `The entry names line ${numbers.join(', ')}, which the batch does not have.`;
    case 'unknown-id': {
      const named = ids.map(({ id }) => id).join(', ');
      if (source === 'read') return `No line of the batch has the identifier ${named}.`;
      const why = source === 'changed' ? 'has changed since it was sent' : 'is not there any more';
      return `The identifier ${named} could not be looked for, because the file ${why}.`;
    }
    default:
      return assertNever(reason);
  }
}
