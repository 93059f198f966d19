/** @file One line of the table in which our check and the service are compared, as programs and people read it. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { type Fact, fact, keyOfSaid, type Said } from '../../../src-shared/languages/fact.ts';
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
  notes: Said[];
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
    notes: each(entries.flatMap((entry) => notesOn(entry, row, firstLine, facts))),
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

const each = (notes: readonly Fact[]): Fact[] => [...new Map(notes.map((note) => [keyOfSaid(note), note])).values()];

function notesOn(entry: ServiceEntry, row: ReportRow, firstLine: number, facts: Pick<ReadingFacts, 'source'>): Fact[] {
  const notes = entry.messages.length === 0 ? [fact('The service gives no reason.')] : [];
  if (entry.contradicts !== undefined && row.batchLine !== undefined) {
    const line = row.batchLine + firstLine - 1;
    notes.push(
      fact('The report says {said}, but the identifier it gives stands in line {line} of the file.', {
        said: entry.contradicts,
        line: String(line),
      }),
    );
  }
  if (row.reason !== undefined) notes.push(whyUnmatched(row.reason, entry, facts));
  return notes;
}

function whyUnmatched(
  reason: NonNullable<ReportRow['reason']>,
  { numbers, ids }: ServiceEntry,
  { source }: Pick<ReadingFacts, 'source'>,
): Fact {
  switch (reason) {
    case 'no-reference':
      return fact('The entry names no line and no identifier.');
    case 'beyond':
      return fact('The entry names line {numbers}, which the batch does not have.', { numbers: numbers.join(', ') });
    case 'unknown-id': {
      const named = ids.map(({ id }) => id).join(', ');
      if (source === 'read') return fact('No line of the batch has the identifier {named}.', { named });
      return source === 'changed'
        ? fact('The identifier {named} could not be looked for, because the file has changed since it was sent.', {
            named,
          })
        : fact('The identifier {named} could not be looked for, because the file is not there any more.', { named });
    }
    default:
      return assertNever(reason);
  }
}
