/** @file The history in the queue's database: what happened to submissions and batches, chained by hashes and sealed. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { type ReadKind, readKindSchema, type WrittenKind } from '../../../src-shared/history.ts';
import { type Author, type ChainedEntry, chained, type Head, hashOfEntry, type Recorder } from '../../audit/chain.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import type { BatchNumber, SubmissionId } from '../batch.ts';

/** One event of the history. `hash` covers the event and `previousHash`, so that a change anywhere is noticed. */
export interface HistoryEvent {
  position: number;
  at: number;
  submission: SubmissionId;
  batch: BatchNumber | undefined;
  kind: ReadKind;
  detail: Record<string, unknown>;
  recorder: Recorder | undefined;
  /** The id of the key that sealed it, if one did. */
  key: string | undefined;
  previousHash: string;
  hash: string;
}

/** What the history records together with a change. */
export interface Occasion {
  at: number;
  kind: WrittenKind;
  detail?: Record<string, unknown>;
}

const eventRow = z.object({
  position: z.number(),
  at: z.number(),
  submission: z.number().brand<'SubmissionId'>(),
  batch: z.number().brand<'BatchNumber'>().nullable(),
  kind: readKindSchema,
  detail: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
  // Missing where a database of an older version is read without being migrated.
  user: z.string().nullish(),
  machine: z.string().nullish(),
  version: z.string().nullish(),
  key: z.string().nullish(),
  seal: z.string().nullish(),
});
type EventRow = z.infer<typeof eventRow>;
const linkedRow = eventRow.extend({ hash_before: z.string().nullable() });
const headRow = z.object({ position: z.number(), hash: z.string() });

export class History {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #author: Author | undefined;
  /** As far as the entries have been counted. */
  #counted = { position: 0, count: 0 };
  #added: WrittenKind[] = [];
  /** The last time that a start has found it changed; it is looked for once, since only a start does. */
  #shortenedAt: number | undefined;

  /** @param author who records what is added */
  constructor(database: DatabaseSync, path: string, author?: Author) {
    this.#database = database;
    this.#path = path;
    this.#author = author;
  }

  /** To be called within the transaction of the change that it tells of. */
  add(submission: number, batch: BatchNumber | undefined, occasion: Occasion): void {
    appendEvent(this.#database, { ...occasion, submission, batch }, this.#author);
    this.#added.push(occasion.kind);
  }

  /** The kinds of what was added since the last call; also of what was rolled back. */
  takeAdded(): WrittenKind[] {
    const added = this.#added;
    if (added.length > 0) this.#added = [];
    return added;
  }

  /** The events in order, of one submission or of all. */
  all(submission?: SubmissionId): HistoryEvent[] {
    const rows =
      submission === undefined
        ? this.#database.prepare('SELECT * FROM events ORDER BY position').all()
        : this.#database.prepare('SELECT * FROM events WHERE submission = ? ORDER BY position').all(submission);
    return rows.map((row) => this.#eventOf(eventRow.parse(row)));
  }

  /** The entries about the queue as a whole, in order. */
  ofQueue(): HistoryEvent[] {
    const rows = this.#database.prepare('SELECT * FROM events WHERE submission = 0 ORDER BY position').all();
    return rows.map((row) => this.#eventOf(eventRow.parse(row)));
  }

  /** The entries about a submission as such, in order, and whether they are as they were written. */
  ofSubmission(submission: SubmissionId): { events: HistoryEvent[]; intact: boolean } {
    return this.#asWritten('submission = ? AND batch IS NULL ORDER BY position', submission);
  }

  /** The first and the last entry about a batch, and whether they are as they were written. */
  endsOfBatch(batch: BatchNumber): { events: HistoryEvent[]; intact: boolean } {
    return this.#asWritten(
      `position IN ((SELECT min(position) FROM events WHERE batch = ?1), (SELECT max(position) FROM events WHERE batch = ?1))
       ORDER BY position`,
      batch,
    );
  }

  #asWritten(where: string, number: number): { events: HistoryEvent[]; intact: boolean } {
    const rows = Statements.of(this.#database)
      .get(`SELECT * FROM events WHERE ${where}`)
      .all(number)
      .map((row) => eventRow.parse(row));
    const intact = rows.every(
      (row) => row.hash === hashOfEntry(row.previous_hash, entryOf(row)) && this.#isProven(row),
    );
    return { events: rows.map((row) => this.#eventOf(row)), intact };
  }

  /** An entry without a seal may be one that was put in place of another, where the history was found changed after it. */
  #isProven(row: EventRow): boolean {
    if (this.#author?.key === undefined || typeof row.key === 'string') return this.#isSealIn(row);
    this.#shortenedAt ??= this.last('history-shortened')?.position ?? 0;
    return row.position > this.#shortenedAt;
  }

  /** The submissions of which any entry tells, in order. */
  submissions(): number[] {
    const rows = this.#database.prepare('SELECT DISTINCT submission AS id FROM events WHERE submission > 0').all();
    return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
  }

  /** The highest position that was ever given out. */
  highest(): number {
    const row = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get();
    return Number(row?.seq ?? 0);
  }

  /** All entries as they are stored, one after another: there may be millions. */
  *entries(): Iterable<ChainedEntry> {
    for (const row of this.#database.prepare('SELECT * FROM events ORDER BY position').iterate()) {
      yield quickEntryOf(row) ?? entryOf(eventRow.parse(row));
    }
  }

  /** The entries after a position as they are stored, in order. */
  after(position: number, most: number): ChainedEntry[] {
    const rows = this.#database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
    return rows.all(position, most).map((row) => entryOf(eventRow.parse(row)));
  }

  hashAt(position: number): string | undefined {
    const row = Statements.of(this.#database).get('SELECT hash FROM events WHERE position = ?').get(position);
    return typeof row?.hash === 'string' ? row.hash : undefined;
  }

  /** The last entry, and how many there are; only those since the last call are counted. */
  head(): Head | undefined {
    const last = this.#database.prepare('SELECT position, hash FROM events ORDER BY position DESC LIMIT 1').get();
    if (last === undefined) return undefined;
    const { position, hash } = headRow.parse(last);
    const row = this.#database
      .prepare('SELECT count(*) AS count FROM events WHERE position > ?')
      .get(this.#counted.position);
    const count = this.#counted.count + Number(row?.count);
    this.#counted = { position, count };
    return { position, hash, count };
  }

  /** How many entries there are up to a position, and the hash of the one there, if there is one. */
  upTo(position: number): { count: number; hash: string | undefined } {
    const row = this.#database
      .prepare(
        `SELECT (SELECT count(*) FROM events WHERE position <= ?1) AS count,
                (SELECT hash FROM events WHERE position = ?1) AS hash`,
      )
      .get(position);
    return { count: Number(row?.count ?? 0), hash: typeof row?.hash === 'string' ? row.hash : undefined };
  }

  /** Of the last entry, or of the last with one of these kinds. */
  last(kind?: WrittenKind): ChainedEntry | undefined {
    const sql = (where: string) => `SELECT * FROM events ${where} ORDER BY position DESC LIMIT 1`;
    const statements = Statements.of(this.#database);
    const row =
      kind === undefined
        ? statements.get(sql('')).get()
        : statements.get(sql('WHERE submission = 0 AND kind = ?')).get(kind);
    return row === undefined ? undefined : entryOf(eventRow.parse(row));
  }

  hasHash(hash: string): boolean {
    return this.#database.prepare('SELECT 1 FROM events WHERE hash = ? LIMIT 1').get(hash) !== undefined;
  }

  /** Whether any entry was sealed with this key. */
  hasEntryOf(key: string): boolean {
    return this.#database.prepare('SELECT 1 FROM events WHERE key = ? LIMIT 1').get(key) !== undefined;
  }

  /** The number of the batch that an entry names together with this batch id. */
  batchWithId(batchId: string): number | undefined {
    const row = this.#database
      .prepare(
        `SELECT batch FROM events WHERE batch IS NOT NULL AND json_valid(detail)
           AND lower(json_extract(detail, '$.batchId')) = ? ORDER BY position DESC LIMIT 1`,
      )
      .get(batchId);
    return typeof row?.batch === 'number' ? row.batch : undefined;
  }

  /**
   * The latest events of one submission, oldest first. `intact`: these events are unchanged, and the event before each
   * of them is still there. This is enough for the window; verifying the whole chain takes seconds where the history is
   * long.
   */
  latest(submission: SubmissionId, most: number): { events: HistoryEvent[]; intact: boolean } {
    const rows = this.#database
      .prepare(
        `SELECT *, (SELECT hash FROM events AS before WHERE before.position < events.position
                    ORDER BY before.position DESC LIMIT 1) AS hash_before
         FROM events WHERE submission = ? ORDER BY position DESC LIMIT ?`,
      )
      .all(submission, most)
      .map((row) => linkedRow.parse(row))
      .reverse();
    const intact = rows.every(
      (row) =>
        row.previous_hash === (row.hash_before ?? '') &&
        row.hash === hashOfEntry(row.previous_hash, entryOf(row)) &&
        this.#isSealIn(row),
    );
    return { events: rows.map((row) => this.#eventOf(row)), intact };
  }

  /** The seal of another key, or of a reader without one, cannot be checked here. */
  #isSealIn({ key, seal, hash }: EventRow): boolean {
    const own = this.#author?.key;
    return own === undefined || key !== own.id || own.isSeal('entry', hash, seal ?? '');
  }

  #eventOf(row: EventRow): HistoryEvent {
    const { position, at, submission, kind, detail } = row;
    const { batch, recorder, key, previousHash, hash } = entryOf(row);
    return {
      position,
      at,
      submission,
      kind,
      recorder,
      key,
      previousHash,
      hash,
      batch: batch === undefined ? undefined : (row.batch ?? undefined),
      detail: this.#detailOf(detail),
    };
  }

  #detailOf(text: string): Record<string, unknown> {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    } catch (cause) {
      throw new AppError('queue.damaged', { path: this.#path, reason: String(cause) }, { cause });
    }
  }
}

/** The same as by the schema, which would take half of the time where there are a million; undefined for any oddity. */
function quickEntryOf(row: Record<string, unknown>): ChainedEntry | undefined {
  const { position, at, submission, batch, kind, detail, previous_hash: previousHash, hash } = row;
  const { user, machine, version, key, seal } = row;
  if (typeof position !== 'number' || typeof at !== 'number' || typeof submission !== 'number') return undefined;
  if (typeof kind !== 'string' || typeof detail !== 'string') return undefined;
  if (typeof previousHash !== 'string' || typeof hash !== 'string') return undefined;
  if (typeof user !== 'string' || typeof machine !== 'string' || typeof version !== 'string') return undefined;
  if (typeof key !== 'string' || typeof seal !== 'string') return undefined;
  if (typeof batch !== 'number' && batch !== null) return undefined;
  const recorder = { user, machine, version };
  return { position, at, submission, batch: batch ?? undefined, kind, detail, recorder, key, seal, previousHash, hash };
}

function entryOf(row: EventRow): ChainedEntry {
  const { position, at, submission, batch, kind, detail, previous_hash, hash, user, machine, version, key, seal } = row;
  const isRecorded = typeof user === 'string' && typeof machine === 'string' && typeof version === 'string';
  return {
    position,
    at,
    submission,
    kind,
    detail,
    hash,
    batch: batch ?? undefined,
    recorder: isRecorded ? { user, machine, version } : undefined,
    key: key ?? undefined,
    seal: seal ?? undefined,
    previousHash: previous_hash,
  };
}

/** What becomes a line of the history. `submission`: 0 for the queue as a whole. */
export interface NewEvent {
  at: number;
  submission: number;
  batch?: number | undefined;
  kind: string;
  detail?: object;
}

/** Adds a line to the history, chained to the last one. To be called within the transaction of what it tells of. */
export function appendEvent(
  database: DatabaseSync,
  { at, submission, batch, kind, detail = {} }: NewEvent,
  author: Author | undefined,
): void {
  const statements = Statements.of(database);
  const last = statements.get('SELECT hash FROM events ORDER BY position DESC LIMIT 1').get();
  const previousHash = typeof last?.hash === 'string' ? last.hash : '';
  const entry = chained(previousHash, { at, submission, batch, kind, detail: JSON.stringify(detail) }, author);
  insertEntry(database, entry);
}

/** Writes an entry as it is; `position` where it is to keep the one that it had. */
export function insertEntry(
  database: DatabaseSync,
  entry: Omit<ChainedEntry, 'position'> & { position?: number },
): void {
  const { position, at, submission, batch, kind, detail, previousHash, hash, recorder, key, seal } = entry;
  Statements.of(database)
    .get(
      `INSERT INTO events
         (position, at, submission, batch, kind, detail, previous_hash, hash, user, machine, version, key, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[position ?? null, at, submission, batch ?? null, kind, detail, previousHash, hash],
      ...[recorder?.user ?? null, recorder?.machine ?? null, recorder?.version ?? null, key ?? null, seal ?? null],
    );
}
