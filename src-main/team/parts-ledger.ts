/**
 * @file The parts of files that several desks send, as the team ledger keeps them: shared, taken, held and written. What a batch
 * is, is not its business. See [Note: A part is held by one desk].
 */

import { z } from 'zod';
import type { LedgerConnection } from './connection/ledger-connection.ts';
import type { Desk } from './desk.ts';
import { storedJson } from './stored-text.ts';

/** Some megabytes in one statement at most. */
const TOLD_AT_ONCE = 500;

const count = z.coerce.number().pipe(z.int().nonnegative());
const whole = z.coerce.number().pipe(z.int());

/** What a desk gives to the team. */
export interface FileToShare {
  /** A UUID, made before: to share it again changes nothing. */
  id: string;
  sha256: string;
  destination: string;
  name: string;
  /** Where its bytes are on this computer. */
  path: string;
  /** What the other desks need to know of it. */
  facts: object;
  ranges: readonly { start: number; end: number; lines: number; sha256: string }[];
}

const sharedFileSchema = z
  .object({
    id: z.uuid(),
    sha256: z.string(),
    destination: z.string(),
    name: z.string(),
    path: z.string(),
    facts: z.unknown(),
    shared_by: z.string(),
  })
  .transform(({ shared_by: sharedBy, ...file }) => ({ ...file, sharedBy }));
export type SharedFile = z.output<typeof sharedFileSchema>;

const range = { id: whole, file: z.uuid(), first: count, past: count, lines: count, sha256: z.string() };
/** `batch`: as its desk last wrote it, so many milliseconds ago; null before the first time. */
const written = { batch: z.unknown(), age_ms: z.number(), revision: whole };

const takenPartSchema = z
  .object({ ...range, ...written, token: whole, token_before: whole })
  .transform(({ first: start, past: end, age_ms: age, token_before: tokenBefore, ...part }) => ({
    ...part,
    start,
    end,
    age,
    tokenBefore,
  }));
/** `tokenBefore`: of the desk that held it last. */
export type TakenPart = z.output<typeof takenPartSchema>;

const partNewsSchema = z
  .object({ ...range, ...written, status: z.enum(['open', 'done']), token: whole, holder: z.uuid().nullable() })
  .transform(({ first: start, past: end, age_ms: age, ...part }) => ({ ...part, start, end, age }));
/** How a part stands, for a desk that follows it. */
export type PartNews = z.output<typeof partNewsSchema>;

const NEWS = `p.id, p.file, p.first, p.past, p.lines, encode(p.sha256, 'hex') AS sha256, p.batch, p.revision,
  (extract(epoch FROM clock_timestamp() - p.written_at) * 1000)::double precision AS age_ms, p.status, p.token, p.holder`;

const listedPartSchema = z
  .object({
    ...range,
    name: z.string(),
    destination: z.string(),
    status: z.enum(['open', 'done']),
    state: z.string().nullable(),
    batch_id: z.string().nullable(),
    desk: z.string().nullable(),
    desk_id: z.uuid().nullable(),
    person: z.string().nullable(),
    is_held: z.boolean(),
    token: whole,
  })
  .transform(({ first: start, past: end, batch_id: batchId, is_held: isHeld, desk_id: deskId, name, ...part }) => ({
    ...part,
    name,
    start,
    end,
    isHeld,
    state: part.state ?? 'waiting',
    batchId: batchId ?? undefined,
    desk: part.desk ?? undefined,
    deskId: deskId ?? undefined,
    person: part.person ?? undefined,
  }));
/** A part as people read it. `desk` and `person`: who holds it, or sent it. */
export type ListedPart = z.output<typeof listedPartSchema>;

/** What a desk takes. */
export interface Wanted {
  destinations: readonly string[];
  /** Files whose bytes are not to be had here. */
  butNot: readonly string[];
  most: number;
  leaseMs: number;
  /** Whether it takes again what it held before it was restarted, in place of what is free. */
  resuming: boolean;
}

/** What a desk remembers of a part that the ledger may have forgotten. `token`: with which it held the part; null where others did. */
export interface ToldPart {
  start: number;
  token: number | null;
  batch: object;
  hasAddress: boolean;
  isDone: boolean;
}

/** Whether the desk keeps a part that it writes, leaves it to others, or has brought it to its end. */
export type Becomes = 'held' | 'free' | 'done';

export class PartsLedger {
  readonly #connection: LedgerConnection;
  readonly #desk: Desk['id'];

  constructor(connection: LedgerConnection, desk: Pick<Desk, 'id'>) {
    this.#connection = connection;
    this.#desk = desk.id;
  }

  /** Only a sender. @throws AppError team.refused */
  async share(file: FileToShare): Promise<void> {
    const ranges = file.ranges.map(({ start: first, end: past, lines, sha256 }) => ({ first, past, lines, sha256 }));
    await this.#connection.rows('SELECT tranship.share_file($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[this.#desk, file.id, Buffer.from(file.sha256, 'hex'), file.destination, file.name, file.path],
      ...[storedJson(file.facts), storedJson(ranges)],
    ]);
  }

  /** Whether the ledger was put back, and waits for this desk. @throws AppError team.refused */
  async isAwaited(): Promise<boolean> {
    const sql = 'SELECT EXISTS (SELECT FROM tranship.still_awaited() WHERE desk = $1) AS awaited';
    const rows = await this.#connection.rows(sql, [this.#desk]);
    return z.array(z.object({ awaited: z.boolean() })).parse(rows)[0]?.awaited === true;
  }

  /** Tells a ledger that waits for this desk how parts of a file stand. @throws AppError team.refused */
  async tellParts(file: string, told: readonly ToldPart[]): Promise<void> {
    for (let first = 0; first < told.length; first += TOLD_AT_ONCE) {
      const some = told.slice(first, first + TOLD_AT_ONCE).map(({ hasAddress, isDone, start, ...part }) => ({
        ...part,
        first: start,
        has_address: hasAddress,
        is_done: isDone,
      }));
      await this.#connection.rows('SELECT tranship.tell_parts($1, $2, $3)', [this.#desk, file, storedJson(some)]);
    }
  }

  /** Parts that this desk holds from now on, each with a new token. @throws AppError team.refused */
  async take({ destinations, butNot, most, leaseMs, resuming }: Wanted): Promise<TakenPart[]> {
    const values = [this.#desk, destinations, butNot, most, leaseMs, resuming];
    const sql = 'SELECT * FROM tranship.take_parts($1, $2, $3, $4, $5, $6)';
    return z.array(takenPartSchema).parse(await this.#connection.rows(sql, values));
  }

  /** Renews the leases of these parts. @returns those that this desk still holds */
  async keep(held: readonly { part: number; token: number }[], leaseMs: number): Promise<Set<number>> {
    const values = [this.#desk, held.map(({ part }) => part), held.map(({ token }) => token), leaseMs];
    const rows = await this.#connection.rows('SELECT tranship.keep_leases($1, $2, $3, $4) AS id', values);
    return new Set(
      z
        .array(z.object({ id: whole }))
        .parse(rows)
        .map(({ id }) => id),
    );
  }

  /**
   * Writes how the batch of a part stands.
   * @param number higher than that of each write before, so that one that is late undoes nothing
   * @param hasAddress whether this desk has the address of the batch, which never leaves it
   * @returns the revision; undefined where this desk does not hold the part any more, and nothing was written
   */
  async write(
    { part, token, number }: { part: number; token: number; number: number },
    { batch, hasAddress, becomes }: { batch: object; hasAddress: boolean; becomes: Becomes },
  ): Promise<number | undefined> {
    const values = [this.#desk, part, token, number, storedJson(batch), hasAddress, becomes];
    const rows = await this.#connection.rows(
      'SELECT tranship.write_part($1, $2, $3, $4, $5, $6, $7) AS revision',
      values,
    );
    return revisionIn(rows);
  }

  /**
   * Opens a part again whose batch ended without success, or gives up one that cannot have arrived, while no desk holds it; or takes
   * one that may have arrived from the desk that asks about it, to be sent again.
   * @returns the revision; undefined where the part is not as it was known, or not free for that
   */
  async decide(
    { part, revision }: { part: number; revision: number },
    { batch, becomes }: { batch: object; becomes: Exclude<Becomes, 'held'> },
  ): Promise<number | undefined> {
    const values = [this.#desk, part, revision, storedJson(batch), becomes];
    const sql = 'SELECT tranship.decide_part($1, $2, $3, $4, $5) AS revision';
    return revisionIn(await this.#connection.rows(sql, values));
  }

  /** Only who may see what the team sends; all others are told that they may not. @throws AppError team.refused */
  async #requireReader(): Promise<void> {
    await this.#connection.rows('SELECT tranship.require_reader()');
  }

  /** @throws AppError team.refused */
  async file(id: string): Promise<SharedFile | undefined> {
    await this.#requireReader();
    const sql = `SELECT id, encode(sha256, 'hex') AS sha256, destination, name, path, facts, shared_by
      FROM tranship.shared_files WHERE id = $1`;
    const [found] = z.array(sharedFileSchema).parse(await this.#connection.rows(sql, [id]));
    return found;
  }

  /** @throws AppError team.refused */
  async partsOf(file: string): Promise<PartNews[]> {
    await this.#requireReader();
    const sql = `SELECT ${NEWS} FROM tranship.parts p WHERE p.file = $1 ORDER BY p.id`;
    return z.array(partNewsSchema).parse(await this.#connection.rows(sql, [file]));
  }

  /**
   * Of these parts, those that are not as known.
   * @param known the parts with the revision that is known
   * @throws AppError team.refused
   */
  async news(known: ReadonlyMap<number, number>): Promise<PartNews[]> {
    await this.#requireReader();
    const sql = `SELECT ${NEWS}
      FROM unnest($1::bigint[], $2::bigint[]) AS k (part, revision) JOIN tranship.parts p ON p.id = k.part
      WHERE p.revision <> k.revision ORDER BY p.id`;
    return z.array(partNewsSchema).parse(await this.#connection.rows(sql, [[...known.keys()], [...known.values()]]));
  }

  /** How many parts for these destinations are not done. @throws AppError team.refused */
  async open(destinations: readonly string[]): Promise<number> {
    await this.#requireReader();
    const sql = `SELECT count(*) AS open FROM tranship.parts p JOIN tranship.shared_files f ON f.id = p.file
      WHERE p.status = 'open' AND f.destination = ANY ($1)`;
    const [{ open }] = z.tuple([z.object({ open: count })]).parse(await this.#connection.rows(sql, [destinations]));
    return open;
  }
}

function revisionIn(rows: unknown): number | undefined {
  const [{ revision }] = z.tuple([z.object({ revision: whole.nullable() })]).parse(rows);
  return revision ?? undefined;
}

/** All parts, in the order in which they were shared. */
export async function listParts(connection: LedgerConnection): Promise<ListedPart[]> {
  const sql = `SELECT p.id, p.file, p.first, p.past, p.lines, encode(p.sha256, 'hex') AS sha256, f.name, f.destination,
      p.status, p.batch ->> 'state' AS state, p.batch #>> '{delivery,batchId}' AS batch_id, d.name AS desk,
      p.holder AS desk_id, p.person, p.token, coalesce(p.lease_until >= clock_timestamp(), false) AS is_held
    FROM tranship.parts p JOIN tranship.shared_files f ON f.id = p.file LEFT JOIN tranship.desks d ON d.id = p.holder
    ORDER BY f.shared_at, f.id, p.first`;
  return z.array(listedPartSchema).parse(await connection.rows(sql));
}
