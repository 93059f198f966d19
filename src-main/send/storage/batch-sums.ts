/**
 * @file Adds up the batches of submissions. SQLite does it from an index: there may be ten thousand submissions, and reading
 * each of their batches would take most of a second.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { errorRecordSchema } from '../../../src-shared/contract.ts';
import { type BatchState, endStates, factsOf } from '../../../src-shared/states.ts';
import type { SubmissionId } from '../batch.ts';

const count = z.number();
const share = z.object({ bytes: count, batches: count });

export const batchSumsSchema = z.object({
  whole: share,
  accepted: share,
  seen: share,
  processed: share,
  /** The number of batches by state in which they ended. */
  ended: z.record(z.enum(endStates), count),
  /** The number of batches that still have a next step. */
  open: count,
  /** The most pressing error: one that needs a person comes before one that heals by itself. */
  error: errorRecordSchema.optional(),
});

/** The sums over the current batches of a submission, without those that a retry has replaced. */
export type BatchSums = z.infer<typeof batchSumsSchema>;

const part = (path: string) => `json_extract(document, '$.${path}')`;

/** The columns keep the order and the spelling of the index, so that SQLite reads the index instead of the batches. */
const batches = (which: string) => `
  SELECT submission, ${part('start')} AS start, number, ${part('end')} AS "end", ${part('state')} AS state,
    ${part('report')} AS report, ${part('acceptedAt')} AS acceptedAt, ${part('seenAt')} AS seenAt, ${part('error')} AS error
  FROM batches WHERE ${which} ORDER BY submission, ${part('start')}, number`;

const successes = endStates.filter((state) => factsOf(state).end === 'success');
const inSql = (states: readonly BatchState[]) => states.map((state) => `'${state}'`).join(', ');

/** The latest batch of each range counts. With max() or min(), SQLite takes the other columns from the same row. */
const sums = (which: string) => `
  SELECT submission, count(*) AS batches, sum(bytes) AS bytes,
    sum(accepted) AS acceptedBatches, sum(iif(accepted, bytes, 0)) AS acceptedBytes,
    sum(seen) AS seenBatches, sum(iif(seen, bytes, 0)) AS seenBytes,
    sum(state IN (${inSql(successes)})) AS processedBatches,
    sum(iif(state IN (${inSql(successes)}), bytes, 0)) AS processedBytes,
    ${endStates.map((state) => `sum(state = '${state}') AS "${state}"`).join(', ')},
    sum(state NOT IN (${inSql(endStates)}) OR report = 'wanted') AS open,
    min(iif(error IS NULL, NULL, iif(error ->> '$.retryable', 1e18, 0) + start)) AS pressing, error
  FROM (
    SELECT submission, max(number), start, "end" - start AS bytes, state, report, seenAt IS NOT NULL AS seen,
      acceptedAt IS NOT NULL AS accepted, error
    FROM (${batches(which)}) GROUP BY submission, start
  ) GROUP BY submission`;

const row = z.object({
  submission: z.number().brand<'SubmissionId'>(),
  batches: count,
  bytes: count,
  acceptedBatches: count,
  acceptedBytes: count,
  seenBatches: count,
  seenBytes: count,
  processedBatches: count,
  processedBytes: count,
  open: count,
  error: z.string().nullable(),
});

/**
 * The sums by submission; a submission without batches has no entry.
 * @param which the condition for the batches, in SQL
 */
export function readBatchSums(database: DatabaseSync, which: string): Map<SubmissionId, BatchSums> {
  const found = new Map<SubmissionId, BatchSums>();
  for (const raw of database.prepare(sums(which)).all()) {
    const { submission, error, open, ...total } = row.parse(raw);
    found.set(submission, {
      whole: { bytes: total.bytes, batches: total.batches },
      accepted: { bytes: total.acceptedBytes, batches: total.acceptedBatches },
      seen: { bytes: total.seenBytes, batches: total.seenBatches },
      processed: { bytes: total.processedBytes, batches: total.processedBatches },
      ended: batchSumsSchema.shape.ended.parse(Object.fromEntries(endStates.map((state) => [state, raw[state]]))),
      open,
      error: error === null ? undefined : errorRecordSchema.parse(JSON.parse(error)),
    });
  }
  return found;
}
