/** @file The submissions of some days that were taken out of the queue: they came in as well. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchSchema, type SubmissionId } from '../batch.ts';

const numberRow = z.object({ id: batchSchema.shape.submission });

/** Those that were added in this time, in order. */
export function removedBetween(database: DatabaseSync, from: number, before: number): SubmissionId[] {
  const sql = `SELECT id FROM submissions WHERE json_extract(document, '$.removedAt') IS NOT NULL
    AND json_extract(document, '$.addedAt') >= ? AND json_extract(document, '$.addedAt') < ? ORDER BY id`;
  return database
    .prepare(sql)
    .all(from, before)
    .map((row) => numberRow.parse(row).id);
}
