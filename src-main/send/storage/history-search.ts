/**
 * @file Finds entries of the history by what a person remembers: a file, a batch id, a time, a state, somebody. Each
 * condition has an index of its own (migrations.ts), whose expressions are spelled here as there.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { type Account, storedAccountSchema } from '../../../src-shared/account.ts';
import { readKindSchema } from '../../../src-shared/history.ts';
import type { BatchNumber, SubmissionId } from '../batch.ts';
import { fileNameOf } from '../receipts/source-facts.ts';

/** What an entry must meet; what is absent is met by all. */
export interface HistoryFilter {
  /** A part of the file's name, in any letter case. */
  fileName?: string | undefined;
  /** Any id that the service ever issued for a batch, in any letter case. */
  batchId?: string | undefined;
  /** Submissions, and batches of them, that were found by other means; a batch leaves out the others of its submission. */
  places?: readonly HistoryPlace[] | undefined;
  /** Milliseconds since the epoch: from, and before. */
  from?: number | undefined;
  before?: number | undefined;
  /** Of a batch or of a submission. */
  state?: string | undefined;
  /** The user of the system who recorded it. */
  person?: string | undefined;
  /** Only submissions that were taken out of the queue. */
  isRemoved?: boolean | undefined;
}

export interface HistoryPlace {
  submission: SubmissionId;
  batch?: BatchNumber | undefined;
}

/** An entry as a list shows it. */
export interface FoundEntry {
  position: number;
  at: number;
  kind: z.infer<typeof readKindSchema>;
  /** Absent for the queue as a whole. */
  submission: SubmissionId | undefined;
  fileName: string | undefined;
  batch: BatchNumber | undefined;
  batchId: string | undefined;
  state: string | undefined;
  remoteState: string | undefined;
  account: Account | undefined;
  reason: string | undefined;
  error: string | undefined;
  user: string | undefined;
  machine: string | undefined;
  hash: string;
  /** When its submission was taken out of the queue, and when its customer data was purged. */
  removedAt: number | undefined;
  purgedAt: number | undefined;
}

const batchIdOf = "CASE WHEN json_valid(detail) THEN lower(json_extract(detail, '$.batchId')) END";
const stateOf = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.state') END";

const text = z.string().nullable().catch(null);
const row = z.object({
  position: z.number(),
  at: z.number(),
  kind: readKindSchema,
  submission: z.number().brand<'SubmissionId'>(),
  batch: z.number().brand<'BatchNumber'>().nullable(),
  batchId: text,
  state: text,
  remoteState: text,
  reason: text,
  error: text,
  account: text,
  name: text,
  user: text,
  machine: text,
  hash: z.string(),
  removedAt: z.number().nullable(),
  purgedAt: z.number().nullable(),
});
const named = z.object({ id: z.number(), name: z.string().nullable() });

/** The latest entries that pass the filter, newest first: at most `limit`, and older than the position `olderThan`. */
export function findEntries(
  database: DatabaseSync,
  filter: HistoryFilter,
  { olderThan, limit }: { olderThan?: number | undefined; limit: number },
): FoundEntry[] {
  const { where, values } = conditionsOf(database, filter);
  const all = olderThan === undefined ? where : [...where, 'position < ?'];
  const given = olderThan === undefined ? values : [...values, olderThan];
  // What a list shows is read of the few that it shows, not of all that are sorted.
  const shown = `position IN (SELECT position FROM events ${asWhere(all)} ORDER BY position DESC LIMIT ?)`;
  return database
    .prepare(`${selection([shown])} DESC`)
    .all(...given, limit)
    .map(entryOf);
}

/** All entries that pass the filter, oldest first, one after another. */
export function* iterateEntries(database: DatabaseSync, filter: HistoryFilter): Generator<FoundEntry> {
  const { where, values } = conditionsOf(database, filter);
  for (const found of database.prepare(selection(where)).iterate(...values)) yield entryOf(found);
}

/** Who has recorded anything, by name. */
export function recordingPeople(database: DatabaseSync): string[] {
  const rows = database.prepare('SELECT DISTINCT user FROM events WHERE user IS NOT NULL ORDER BY user').all();
  return rows.map(({ user }) => String(user));
}

function selection(where: readonly string[]): string {
  const said = (name: string) => `CASE WHEN json_valid(detail) THEN json_extract(detail, '$.${name}') END AS ${name}`;
  const stored = (name: string) => `json_extract(document, '$.${name}')`;
  return `SELECT position, at, kind, events.submission, batch, user, machine, hash,
      ${['batchId', 'state', 'remoteState', 'reason', 'error', 'account'].map(said).join(', ')},
      coalesce(${stored('name')}, ${stored('path')}) AS name,
      ${stored('removedAt')} AS removedAt, ${stored('purgedAt')} AS purgedAt
    FROM events LEFT JOIN submissions ON submissions.id = events.submission
    ${asWhere(where)}
    ORDER BY position`;
}

function asWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map((one) => `(${one})`).join(' AND ')}`;
}

interface Conditions {
  where: string[];
  values: SQLInputValue[];
}

function conditionsOf(database: DatabaseSync, filter: HistoryFilter): Conditions {
  const { fileName, batchId, places, from, before, state, person, isRemoved } = filter;
  const [where, values]: [string[], SQLInputValue[]] = [[], []];
  const add = (condition: string, ...given: SQLInputValue[]) => {
    where.push(condition);
    values.push(...given);
  };
  if (fileName !== undefined) add(among('events.submission'), listOf(submissionsNamed(database, fileName)));
  if (isRemoved === true)
    add("events.submission IN (SELECT id FROM submissions WHERE json_extract(document, '$.removedAt') IS NOT NULL)");
  if (batchId !== undefined)
    add(
      `batch IN (SELECT batch FROM events WHERE batch IS NOT NULL AND ${batchIdOf} = ?)`,
      batchId.trim().toLowerCase(),
    );
  if (places !== undefined) {
    const whole = places.flatMap(({ submission, batch }) => (batch === undefined ? [submission] : []));
    const single = places.flatMap(({ batch }) => batch ?? []);
    add(`${among('events.submission')} OR (batch IS NOT NULL AND ${among('batch')})`, listOf(whole), listOf(single));
  }
  if (from !== undefined) add('at >= ?', from);
  if (before !== undefined) add('at < ?', before);
  // What a submission comes to is the kind of its entry.
  if (state !== undefined) add(`(batch IS NOT NULL AND ${stateOf} = ?) OR (batch IS NULL AND kind = ?)`, state, state);
  if (person !== undefined) add('user = ?', person);
  return { where, values };
}

const among = (column: string) => `${column} IN (SELECT value FROM json_each(?))`;
const listOf = (numbers: readonly number[]) => JSON.stringify(numbers);

/** SQLite knows only the letter case of ASCII. */
function submissionsNamed(database: DatabaseSync, part: string): number[] {
  const wanted = part.trim().toLocaleLowerCase();
  return database
    .prepare(
      "SELECT id, coalesce(json_extract(document, '$.name'), json_extract(document, '$.path')) AS name FROM submissions",
    )
    .all()
    .map((found) => named.parse(found))
    .filter(({ name }) => name !== null && fileNameOf(name).toLocaleLowerCase().includes(wanted))
    .map(({ id }) => id);
}

function entryOf(found: Record<string, SQLInputValue>): FoundEntry {
  const { submission, name, ...entry } = row.parse(found);
  return {
    position: entry.position,
    at: entry.at,
    kind: entry.kind,
    hash: entry.hash,
    submission: submission === 0 ? undefined : submission,
    fileName: name === null ? undefined : fileNameOf(name),
    batch: entry.batch ?? undefined,
    batchId: entry.batchId ?? undefined,
    state: entry.state ?? undefined,
    account: accountIn(entry.account),
    remoteState: entry.remoteState ?? undefined,
    reason: entry.reason ?? undefined,
    error: entry.error ?? undefined,
    user: entry.user ?? undefined,
    machine: entry.machine ?? undefined,
    removedAt: entry.removedAt ?? undefined,
    purgedAt: entry.purgedAt ?? undefined,
  };
}

function accountIn(stored: string | null): Account | undefined {
  try {
    return stored === null ? undefined : storedAccountSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    // Whatever stands there was written by another program, and is shown by the verification.
    return undefined;
  }
}
