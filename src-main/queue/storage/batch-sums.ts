/**
 * @file Adds up the batches of each submission. SQLite does it from an index: every start lists up to ten thousand
 * submissions, and reading each of their batches would take most of a second.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { errorRecordSchema } from '../../../src-shared/contract.ts';
import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { type EndState, endStates } from '../../../src-shared/states.ts';
import type { SubmissionId } from '../batch.ts';

/** The sums over the current batches of a submission, without those that a retry has replaced. */
export interface BatchSums {
  whole: { bytes: number; batches: number };
  accepted: { bytes: number; batches: number };
  seen: { bytes: number; batches: number };
  /** The number of batches by state in which they ended. */
  ended: Readonly<Record<EndState, number>>;
  /** The number of batches that still have a next step. */
  open: number;
  /** The most pressing error: one that needs a person comes before one that heals by itself. */
  error: ErrorRecord | undefined;
}

const part = (path: string) => `json_extract(document, '$.${path}')`;

/** The columns keep the order and the spelling of the index, so that SQLite reads the index instead of the batches. */
const batches = `
  SELECT submission, ${part('start')} AS start, number, ${part('end')} AS "end", ${part('state')} AS state,
    ${part('report')} AS report, ${part('acceptedAt')} AS acceptedAt, ${part('seenAt')} AS seenAt, ${part('error')} AS error
  FROM batches ORDER BY submission, ${part('start')}, number`;

/** The latest batch of each range counts. With max() or min(), SQLite takes the other columns from the same row. */
const sums = `
  SELECT submission, count(*) AS batches, sum(bytes) AS bytes,
    sum(accepted) AS acceptedBatches, sum(iif(accepted, bytes, 0)) AS acceptedBytes,
    sum(seen) AS seenBatches, sum(iif(seen, bytes, 0)) AS seenBytes,
    ${endStates.map((state) => `sum(state = '${state}') AS ${state}`).join(', ')},
    sum(state NOT IN (${endStates.map((state) => `'${state}'`).join(', ')}) OR report = 'wanted') AS open,
    min(iif(error IS NULL, NULL, iif(error ->> '$.retryable', 1e18, 0) + start)) AS pressing, error
  FROM (
    SELECT submission, max(number), start, "end" - start AS bytes, state, report, seenAt IS NOT NULL AS seen,
      acceptedAt IS NOT NULL AS accepted, error
    FROM (${batches}) GROUP BY submission, start
  ) GROUP BY submission`;

const count = z.number();
const counts = z.record(z.enum(endStates), count);
const row = z.object({
  submission: z.number().brand<'SubmissionId'>(),
  batches: count,
  bytes: count,
  acceptedBatches: count,
  acceptedBytes: count,
  seenBatches: count,
  seenBytes: count,
  open: count,
  error: z.string().nullable(),
});

/** The sums by submission; a submission without batches has no entry. */
export function readBatchSums(database: DatabaseSync): Map<SubmissionId, BatchSums> {
  const found = new Map<SubmissionId, BatchSums>();
  for (const raw of database.prepare(sums).all()) {
    const { submission, error, open, ...total } = row.parse(raw);
    found.set(submission, {
      whole: { bytes: total.bytes, batches: total.batches },
      accepted: { bytes: total.acceptedBytes, batches: total.acceptedBatches },
      seen: { bytes: total.seenBytes, batches: total.seenBatches },
      ended: counts.parse(Object.fromEntries(endStates.map((state) => [state, raw[state]]))),
      open,
      error: error === null ? undefined : errorRecordSchema.parse(JSON.parse(error)),
    });
  }
  return found;
}
