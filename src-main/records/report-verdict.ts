/** @file What a report says of the lines of its batch, so that it can be relied on: which were rejected, or why that is not known. */

import { AppError, type ParamsOf } from '../../src-shared/errors.ts';
import { LineSet } from '../ground/line-set.ts';
import type { ReportSaid } from '../send/machine/events.ts';
import { type ReadingParts, readingOf } from './batch-reading.ts';
import type { EntryTable } from './reports/entry-table.ts';

/** Reads a report that is kept. @throws as `readingOf` */
export async function readVerdict(
  report: Parameters<typeof readingOf>[0],
  parts: ReadingParts,
  signal: AbortSignal,
): Promise<ReportSaid> {
  const { table } = await readingOf(report, parts, signal);
  try {
    const said = verdictOf(table, report.batch.lines);
    if (said.kind === 'lines') parts.reportLines.learn(report.submission.destination, table.facts);
    return said;
  } finally {
    table.close();
  }
}

/** What a verdict needs of a report that was read. */
export interface ReadReport extends Pick<EntryTable, 'facts' | 'hasStrangers'> {
  linesByService(): Iterable<number>;
}

/** @param lines of the batch */
export function verdictOf(table: ReadReport, lines: number): ReportSaid {
  const { facts } = table;
  const { shape, cutOff, broken, tooLarge, unproven, entries, accepted } = facts;
  if (shape === 'unknown') return unclear('unknownShape');
  if (cutOff !== undefined) return unclear('cutOff');
  if (broken + tooLarge > 0) return unclear('broken');
  // The batch has no such line or identifier: what the report says is about something else.
  if (table.hasStrangers()) return unclear('otherLines');
  if (unproven > 0) return unclear('unproven');
  const rejected = LineSet.of(table.linesByService());
  if (entries > 0 && rejected.size === 0) return unclear('noLines');
  // One that lists the accepted lines as well lists them all.
  if (accepted > 0 && accepted + rejected.size < lines) return unclear('missingLines');
  return { kind: 'lines', rejected, accepted };
}

function unclear(why: ParamsOf<'report.unclear'>['why']): ReportSaid {
  return { kind: 'unclear', error: new AppError('report.unclear', { why }).toRecord() };
}
