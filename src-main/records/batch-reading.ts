/** @file What the report on one batch says, by the lines of the file that the batch was cut from. */

import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { countLines } from '../check/line-ends.ts';
import type { LineIndex } from '../check/line-index.ts';
import { SourceFile } from '../check/source-file.ts';
import type { Batch } from '../send/batch.ts';
import { type LineRange, lineRanges } from '../send/line-range.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import type { EntryTable } from './reports/entry-table.ts';
import type { ReportLines } from './reports/report-lines.ts';
import type { ReportReadings } from './reports/report-readings.ts';

export interface BatchReading {
  batch: Batch;
  submission: Submission;
  /** Of the file. */
  lines: LineRange;
  reportPath: string;
  /** To be closed. */
  table: EntryTable;
}

export interface ReadingParts {
  store: Pick<QueueStore, 'batches' | 'findings' | 'lines'>;
  readings: ReportReadings;
  reportLines: ReportLines;
}

/** @throws AppError report.unreadable, disk.full, file.*; the signal's reason */
export async function readingOf(
  { batch, submission, reportPath }: Omit<BatchReading, 'lines' | 'table'>,
  { store, readings, reportLines }: ReadingParts,
  signal: AbortSignal,
): Promise<BatchReading> {
  const { start, end, sha256, lines: count } = batch;
  const lines = lineRanges(store.batches(submission.id)).get(batch.number) ?? countedLines(batch, submission, store);
  const table = await readings.table(
    {
      batchId: batch.delivery?.batchId ?? String(batch.number),
      path: reportPath,
      batch: { path: submission.content, start, end, sha256, lines: count },
      firstLine: lines.first,
      countedFrom: reportLines.of(submission.destination),
      findings: () => store.findings.between(submission.id, lines.first, lines.last),
    },
    signal,
  );
  return { batch, submission, lines, reportPath, table };
}

/** For a batch whose neighbours are missing: counted in the file, from the nearest line that the check has noted. */
function countedLines({ start, lines }: Batch, submission: Submission, store: ReadingParts['store']): LineRange {
  const index = store.lines.index(submission.id);
  const note = index === undefined ? undefined : noteBefore(index, start);
  if (note === undefined)
    throw new AppError('report.unreadable', { reason: fact('the other batches of its file are missing') });
  const source = new SourceFile(submission.content);
  try {
    const first = note.lines + countLines(source, note.offset, start) + 1;
    return { first, last: first + lines - 1 };
  } finally {
    source.close();
  }
}

function noteBefore({ offsets, linesBefore }: LineIndex, start: number): { offset: number; lines: number } | undefined {
  const at = offsets.findLastIndex((offset) => offset <= start);
  const [offset, lines] = [offsets[at], linesBefore[at]];
  return offset === undefined || lines === undefined ? undefined : { offset, lines };
}
