/**
 * @file What the batches of each submission add up to, reckoned by SQLite from an index: ten thousand submissions with
 * their batches are listed at every start, and to read each batch would take most of a second.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { errorRecordSchema } from '../../../src-shared/contract.ts';
import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { type EndState, endStates } from '../../../src-shared/states.ts';
import type { SubmissionId } from '../batch.ts';

/** Of the batches that stand for a submission now: those that no retry has replaced. */
export interface BatchSums {
  whole: { bytes: number; batches: number };
  accepted: { bytes: number; batches: number };
  seen: { bytes: number; batches: number };
  /** How many have ended in each of these states. */
  ended: Readonly<Record<EndState, number>>;
  /** Those that still have a next step. */
  open: number;
  /** The most pressing one: what needs a person before what heals by itself. */
  error: ErrorRecord | undefined;
}

const part = (path: string) => `json_extract(document, '$.${path}')`;

/** In the order and the words of the index, which SQLite then reads instead of the batches. */
const batches = `
  SELECT submission, ${part('start')} AS start, number, ${part('end')} AS "end", ${part('state')} AS state,
    ${part('report')} AS report, ${part('acceptedAt')} AS acceptedAt, ${part('seenAt')} AS seenAt, ${part('error')} AS error
  FROM batches ORDER BY submission, ${part('start')}, number`;

/** Of the batches of one range the latest counts. With max() or min(), SQLite takes the other columns from that row. */
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

/** By submission; none for those without batches. */
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
