/**
 * @file The team ledger as a running app uses it: whether it answers, and that it hears of this desk. A link that is away asks
 * again by itself, so that what waits for the ledger continues.
 */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Clock, MINUTE, SECOND } from '../../ground/clock.ts';
import type { LedgerAddress } from '../../wire/credentials/ledger-address.ts';
import type { Desk } from '../desk.ts';
import { storedJson } from '../stored-text.ts';
import type { LedgerConnection, LedgerPorts } from './ledger-connection.ts';
import type { LedgerPool } from './ledger-pool.ts';

/** How often the ledger hears of a desk. */
export const HELLO_MS = 10 * SECOND;
/** How often a ledger that is away is asked again. */
const AGAIN_MS = 3 * SECOND;
/** How often it says which desks there are: to each of a thousand with each greeting, that would be most of what it does. */
const DESKS_MS = MINUTE;

const knownDesksSchema = z.array(z.object({ desk: z.string(), name: z.string(), person: z.string() }));
const greetedSchema = z.tuple([
  z.object({ reached: z.string(), required: z.boolean(), desks: knownDesksSchema.nullable() }),
]);

/** What a desk remembers of a ledger, also after it was ended: a ledger that was put back forgets it. */
export const heardSchema = z.object({
  /** How far the ledger was, in its own words. See [Note: A generation of the ledger]. */
  reached: z.string(),
  /** The desks that send. */
  desks: knownDesksSchema,
});
export type Heard = z.output<typeof heardSchema>;

export interface TeamLinkPorts extends LedgerPorts {
  desk: Desk;
  /** The version of this program. */
  version: string;
  clock: Clock;
  /** Hears with each greeting whether the ledger requires a release of what is sent. Must not throw. */
  onReleaseRule?: (isRequired: boolean) => void;
  /** Where this desk keeps what it has heard; without one, it does not outlast this link. */
  memory?: { read: () => Heard | undefined; write: (heard: Heard) => void };
}

export class TeamLink {
  readonly desk: Desk;
  readonly address: LedgerAddress;
  readonly #ports: TeamLinkPorts;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #pool: Promise<LedgerPool> | undefined;
  #greeting: Promise<void> | undefined;
  /** Ends the present pause between two greetings. */
  #hurry = new AbortController();
  #away: AppError | undefined;
  /** When the ledger was last greeted: it notices by that if it was put back to an earlier state. */
  #heard: Heard | undefined;
  /** Which generation of the ledger this link has met; undefined before the first greeting. */
  #generation: string | undefined;
  /** When it said last which desks there are. */
  #desksAt = Number.NEGATIVE_INFINITY;

  constructor(ports: TeamLinkPorts) {
    this.desk = ports.desk;
    this.address = ports.address;
    this.#ports = ports;
    this.#heard = ports.memory?.read();
  }

  /** Which generation of the ledger has answered last; undefined before it did. See [Note: A generation of the ledger]. */
  get generation(): string | undefined {
    return this.#generation;
  }

  /** Why the last use failed for want of a server; undefined while it answers. */
  get away(): AppError | undefined {
    return this.#away;
  }

  /**
   * Hears when the server went away, when it is back, and when it turns out to be put back to an earlier state; returns what ends
   * that. Must not throw.
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * `work` has one connection for itself, so that its transactions are its own. From the first use on, the ledger hears of
   * this desk until the link is closed.
   * @throws AppError team.*; team.unreachable where the server is away: nothing is tried again in here
   */
  async use<Result>(work: (connection: LedgerConnection) => Promise<Result>): Promise<Result> {
    this.#closing.signal.throwIfAborted();
    this.#greeting ??= this.#keepGreeting();
    return await this.#ask(work);
  }

  /** Ends what waits for the ledger, and leaves it. */
  async close(): Promise<void> {
    const reason = fact('Tranship is closing');
    this.#closing.abort(new AppError('team.unreachable', { ledger: this.address.name, reason }));
    await this.#greeting;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.close();
  }

  async #ask<Result>(work: (connection: LedgerConnection) => Promise<Result>): Promise<Result> {
    try {
      this.#pool ??= this.#connect();
      const pool = await this.#pool;
      const result = await pool.use(work, (connection) => this.greet(connection));
      this.#note(undefined);
      return result;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'team.unreachable') this.#note(thrown);
      throw thrown;
    }
  }

  async #connect(): Promise<LedgerPool> {
    try {
      const { LedgerPool } = await import('./ledger-pool.ts');
      return await LedgerPool.create(this.#ports);
    } catch (thrown) {
      // Such as a file of authorities that can be read later.
      this.#pool = undefined;
      throw thrown;
    }
  }

  /**
   * Says hello over a connection that is in use. What the ledger has taken just now, this desk remembers from then on.
   * @throws AppError team.*
   */
  async greet(connection: LedgerConnection): Promise<void> {
    const { id, name } = this.desk;
    const before = this.#heard;
    const now = this.#ports.clock.steady();
    const wantsDesks = before === undefined || now - this.#desksAt >= DESKS_MS;
    const rows = await connection.rows(
      `SELECT tranship.hello($1, $2, $3, $4) AS reached, tranship.release_required_since() IS NOT NULL AS required,
         CASE WHEN $5 THEN tranship.known_desks() END AS desks`,
      [id, name, this.#ports.version, before?.reached ?? null, wantsDesks],
    );
    const [{ required, reached, desks }] = greetedSchema.parse(rows);
    if (desks !== null) this.#desksAt = now;
    const heard = { reached, desks: desks ?? before?.desks ?? [] };
    const generation = generationIn(heard);
    // Before anything of it is forgotten here.
    if (before !== undefined && generationIn(before) !== generation) await nameDesks(connection, id, before);
    this.#remember(heard);
    this.#ports.onReleaseRule?.(required);
    const isAnother = this.#generation !== undefined && this.#generation !== generation;
    this.#generation = generation;
    if (isAnother) this.#tell();
  }

  #remember(heard: Heard): void {
    const before = this.#heard;
    // Another connection has heard more meanwhile.
    if (before !== undefined && isOvertaken(heard, before)) return;
    if (before === undefined || isNews(heard, before)) this.#ports.memory?.write(heard);
    this.#heard = heard;
  }

  async #keepGreeting(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      const either = AbortSignal.any([signal, this.#hurry.signal]);
      await this.#ports.clock.sleep(this.#away === undefined ? HELLO_MS : AGAIN_MS, either).catch(() => undefined);
      if (this.#hurry.signal.aborted) continue;
      // Those who ask for something hear of a refusal.
      if (!signal.aborted) await this.#ask((connection) => this.greet(connection)).catch(() => undefined);
    }
  }

  #note(away: AppError | undefined): void {
    const isNews = (this.#away === undefined) !== (away === undefined);
    this.#away = away;
    // It is asked again sooner than it would have been greeted.
    if (isNews && away !== undefined) this.#hurry.abort();
    if (isNews) this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** As migrations/put-back.ts says it: life (3 words), log, generation, latest sendings of all and of this desk. */
const wordsOf = ({ reached }: Heard) => reached.split(' ');

function generationIn(heard: Heard): string {
  return wordsOf(heard)[4] ?? '';
}

/** How far the log is alone is none. */
function isNews(heard: Heard, before: Heard): boolean {
  const [now, then] = [heard, before].map((one) => wordsOf(one).slice(4).join(' '));
  return now !== then || !isDeepStrictEqual(heard.desks, before.desks);
}

function isOvertaken(heard: Heard, known: Heard): boolean {
  const [now, then] = [heard, known].map(wordsOf);
  return now?.[4] === then?.[4] && [5, 6].some((word) => Number(now?.[word]) < Number(then?.[word]));
}

/** The ledger may have forgotten desks that this one remembers. Who may not send names none. */
async function nameDesks(connection: LedgerConnection, desk: Desk['id'], { desks }: Heard): Promise<void> {
  try {
    await connection.rows('SELECT tranship.name_desks($1, $2)', [desk, storedJson(desks)]);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'team.refused') throw thrown;
  }
}
