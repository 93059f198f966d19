/**
 * @file How long the upload of prepared files takes: at the speed that was measured, and under the limits of §8. Addresses are
 * the limit that counts: 20 a minute, one for each batch. What else a batch needs at least, one question about its status, may
 * be asked 120 times a minute, and a token lasts an hour. Pure, except for `measuredSpeed`, which reads the store.
 */

import type { UploadForecast } from '../../src-shared/contract.ts';
import { MINUTE, SECOND } from '../ground/clock.ts';
import { endpoints, type Limit } from '../wire/service/endpoints.ts';
import type { HistoryEvent, QueueStore } from './storage/store.ts';
import { currentBatches } from './submission.ts';

export interface UploadPlan {
  /** The bytes of each file, in the order in which they are sent. */
  files: readonly number[];
  /** A larger file is cut into several batches. */
  maxBatchBytes: number;
  /** Bytes a second of all uploads together; undefined where that is not known. */
  bytesPerSecond: number | undefined;
}

/** As long as it takes at least: every address at once when the limit allows it, and no failures. In ms. */
export function uploadForecast(
  { files, maxBatchBytes, bytesPerSecond }: UploadPlan,
  { requests, window }: Limit = endpoints.generateUploadUrl.limit,
): UploadForecast {
  const batches = files.flatMap((size) => batchesOf(size, maxBatchBytes));
  const addressAt = (batch: number) => Math.floor(batch / requests) * window;
  const limitMs = addressAt(Math.max(0, batches.length - 1));
  const bytes = files.reduce((sum, size) => sum + size, 0);
  const batchesAMinute = Math.round((requests * MINUTE) / window);
  const forecast = { batches: batches.length, bytes, batchesAMinute, limitMs };
  if (bytesPerSecond === undefined || !(bytesPerSecond > 0)) return forecast;
  let end = 0;
  for (const [batch, length] of batches.entries())
    end = Math.max(end, addressAt(batch)) + (SECOND * length) / bytesPerSecond;
  return { ...forecast, bytesPerSecond: Math.round(bytesPerSecond), totalMs: Math.round(end) };
}

/** One upload that arrived: when it began and ended, in ms. */
export interface PastUpload {
  begun: number;
  ended: number;
  bytes: number;
}

/** Less than this says more about the way to and fro than about the line. */
const TELLING_BYTES = 4_000_000;
const LATEST_SUBMISSIONS = 5;

/** Bytes a second while at least one of them was under way; undefined for too few bytes to tell. */
export function throughputOf(uploads: readonly PastUpload[]): number | undefined {
  const inOrder = uploads.filter(({ begun, ended }) => ended > begun).sort((one, other) => one.begun - other.begun);
  let [bytes, busy, until] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const upload of inOrder) {
    bytes += upload.bytes;
    busy += Math.max(0, upload.ended - Math.max(upload.begun, until));
    until = Math.max(until, upload.ended);
  }
  return bytes < TELLING_BYTES || busy === 0 ? undefined : (SECOND * bytes) / busy;
}

/**
 * What the latest submissions to a destination, or to all, have reached together, as the history tells.
 * @throws AppError queue.damaged
 */
export function measuredSpeed(
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'history'>,
  destination: string | undefined,
): number | undefined {
  const latest = store.approvedTo(destination).slice(-LATEST_SUBMISSIONS);
  return throughputOf(latest.flatMap(({ id }) => uploadsOf(store.batches(id), store.history(id))));
}

function uploadsOf(batches: ReturnType<QueueStore['batches']>, events: readonly HistoryEvent[]): PastUpload[] {
  return currentBatches(batches).flatMap(({ number, start, end, acceptedAt: ended }) => {
    if (ended === undefined) return [];
    const isBegin = ({ batch, at, detail }: HistoryEvent) =>
      batch === number && at <= ended && detail.state === 'uploading';
    const begun = events.findLast(isBegin)?.at;
    return begun === undefined ? [] : [{ begun, ended, bytes: end - start }];
  });
}

/** §2.1: a batch ends at a line end, so that the last one is the smallest. */
function batchesOf(bytes: number, most: number): number[] {
  // Without a limit, nothing can be reckoned with it.
  if (bytes <= most) return [bytes];
  const count = Math.ceil(bytes / most);
  return Array.from({ length: count }, (_, at) => (at < count - 1 ? most : bytes - most * (count - 1)));
}
