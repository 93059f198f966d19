/** @file Reads the reports that are kept already: also beside a process that works on the queue. */

import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { freeBytesIn } from '../ground/files/disk-space.ts';
import type { Batch } from '../send/batch.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { keptReport } from '../wire/following/report.ts';
import type { BatchId } from '../wire/service/wire.ts';
import { type BatchReading, readingOf } from './batch-reading.ts';
import type { ReportReader } from './refused-by-service.ts';
import { ReportReadings } from './reports/report-readings.ts';

export class KeptReports implements ReportReader {
  readonly #folder: string;
  readonly #store: QueueStore;

  constructor(dataFolder: string, store: QueueStore) {
    this.#folder = dataFolder;
    this.#store = store;
  }

  /** @throws AppError report.not-here where it is kept no longer; as BatchReports.reading */
  async reading(which: number | string, signal: AbortSignal): Promise<BatchReading> {
    const { batch, submission, id } = batchWithReport(this.#store, which);
    const reportPath = await keptReport(join(this.#folder, 'reports'), id);
    if (reportPath === undefined) throw new AppError('report.not-here', { id });
    const readings = new ReportReadings(join(this.#folder, 'report-entries'), freeBytesIn);
    return await readingOf({ batch, submission, reportPath }, { store: this.#store, readings }, signal);
  }
}

/**
 * @param which the number of the batch, or its batch id
 * @throws AppError queue.unknown-id, report.none
 */
export function batchWithReport(
  store: Pick<QueueStore, 'batch' | 'findBatch' | 'submission'>,
  which: number | string,
): { batch: Batch; submission: Submission; id: BatchId } {
  const batch = typeof which === 'number' ? store.batch(which) : store.findBatch(which);
  const submission = batch && store.submission(batch.submission);
  if (batch === undefined || submission === undefined) throw new AppError('queue.unknown-id', { id: String(which) });
  const id = batch.delivery?.batchId;
  if (id === undefined) throw new AppError('report.none', { id: String(which) });
  return { batch, submission, id };
}
