/** @file When the last of a submission came to an end, as the history tells. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { endStates } from '../../../src-shared/states.ts';
import type { SubmissionId } from '../batch.ts';
import type { SubmissionState } from '../submission.ts';

const row = z.object({ at: z.number().nullable() });

const stateOf = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.state') END";

/**
 * Undefined where the history does not tell. What is recorded of a batch after its end, such as its report, is no end again.
 * @param state of the submission: one that has ended before it had batches has an entry of this kind
 */
export function endOf(database: DatabaseSync, id: SubmissionId, state: SubmissionState): number | undefined {
  const ends = endStates.map((name) => `'${name}'`).join(', ');
  const sql = `SELECT max(at) AS at FROM (
      SELECT min(at) AS at FROM events
      WHERE submission = ?1 AND batch IS NOT NULL AND ${stateOf} IN (${ends}) GROUP BY batch, ${stateOf}
      UNION ALL SELECT max(at) AS at FROM events WHERE submission = ?1 AND batch IS NULL AND kind = ?2)`;
  return row.parse(database.prepare(sql).get(id, state)).at ?? undefined;
}
