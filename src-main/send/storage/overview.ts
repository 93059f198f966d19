/** @file What was sent and what became of it, by day: one query for each picture of the overview. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type EndState, endStates } from '../../../src-shared/states.ts';

export interface DayFigures {
  /** The first moment of the day. */
  at: number;
  /** Batches whose arrival was proven, and their bytes. */
  sent: number;
  bytes: number;
  /** Batches that the service processed or rejected, or that failed. */
  processed: number;
  refused: number;
  failed: number;
  /** From the arrival of a batch to its being processed (ms): the middle one, and the longest. */
  medianMs?: number;
  longestMs?: number;
}

/** More than any computer sends in 400 days; a query reads no more. */
const MOST_ROWS = 500_000;

const arrivalRow = z.object({ at: z.number(), bytes: z.number() });
const endRow = z.object({ at: z.number(), state: z.enum(endStates), since: z.number().nullable() });
const ruleRow = z.object({ rule: z.string(), count: z.number() });

/** As what an end is counted. What a person has given up is no figure of the service. */
const figureOf: Record<EndState, 'processed' | 'refused' | 'failed' | undefined> = {
  processed: 'processed',
  rejected: 'refused',
  'partially-accepted': 'processed',
  unreported: 'processed',
  failed: 'failed',
  cancelled: undefined,
};
const counted = endStates.flatMap((state) => (figureOf[state] === undefined ? [] : [`'${state}'`])).join(', ');

/** @param starts the first moments of the days, in order, and the end of the last one */
export function figuresByDay(database: DatabaseSync, starts: readonly number[]): DayFigures[] {
  const [from = 0, before = 0] = [starts[0], starts.at(-1)];
  const days = starts
    .slice(0, -1)
    .map((at) => ({ at, sent: 0, bytes: 0, processed: 0, refused: 0, failed: 0, times: [] as number[] }));
  for (const { at, bytes } of arrivals(database, from, before)) {
    const day = days[indexOf(starts, at)];
    if (day === undefined) continue;
    day.sent++;
    day.bytes += bytes;
  }
  for (const { at, state, since } of ends(database, from, before)) {
    const day = days[indexOf(starts, at)];
    if (day === undefined) continue;
    const figure = figureOf[state];
    if (figure === undefined) continue;
    day[figure]++;
    if (figure === 'processed' && since !== null) day.times.push(Math.max(0, at - since));
  }
  return days.map(({ times, ...figures }) => {
    const sorted = times.sort((a, b) => a - b);
    const [medianMs, longestMs] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    return { ...figures, ...(medianMs !== undefined && longestMs !== undefined && { medianMs, longestMs }) };
  });
}

/** What the checks of submissions that were added in this time have found, the most frequent rule first. */
export function findingsByRule(database: DatabaseSync, from: number, before: number) {
  const sql = `SELECT found.key AS rule, sum(found.value) AS count
    FROM submissions, json_each(document, '$.check.byRule') AS found
    WHERE json_extract(document, '$.addedAt') >= ? AND json_extract(document, '$.addedAt') < ?
    GROUP BY found.key HAVING sum(found.value) > 0 ORDER BY 2 DESC LIMIT 100`;
  return database
    .prepare(sql)
    .all(from, before)
    .map((row) => ruleRow.parse(row));
}

function* arrivals(database: DatabaseSync, from: number, before: number) {
  const at = "json_extract(document, '$.acceptedAt')";
  const sql = `SELECT ${at} AS at, json_extract(document, '$.end') - json_extract(document, '$.start') AS bytes
    FROM batches WHERE ${at} >= ? AND ${at} < ? LIMIT ${MOST_ROWS}`;
  for (const row of database.prepare(sql).iterate(from, before)) yield arrivalRow.parse(row);
}

/** How each batch ended: what was recorded last. */
function* ends(database: DatabaseSync, from: number, before: number) {
  const state = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.state') END";
  const sql = `SELECT ended.at, ended.state, json_extract(document, '$.acceptedAt') AS since
    FROM (SELECT batch, min(at) AS at, ${state} AS state FROM events
          WHERE batch IS NOT NULL AND ${state} IN (${counted}) AND at >= ? AND at < ?
          GROUP BY batch, state) AS ended
    JOIN batches ON number = ended.batch LIMIT ${MOST_ROWS}`;
  for (const row of database.prepare(sql).iterate(from, before)) yield endRow.parse(row);
}

/** In which day a moment lies, by halves. */
function indexOf(starts: readonly number[], moment: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
