/**
 * @file The limits that the desks of a team share: asks the team ledger for turns, tells it of pauses, and lets it hear of this
 * desk while it has a cautious share. What is decided is in desk-turns.ts and migrations/limits.ts.
 */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Clock, inTime, SECOND } from '../../ground/clock.ts';
import { abortable } from '../../wire/service/abortable.ts';
import type { Budget, SharedTurns } from '../../wire/service/shared-turns.ts';
import { type Ending, reachOf, recoveryOf } from '../../wire/service/turns.ts';
import type { LedgerConnection } from '../connection/ledger-connection.ts';
import type { TeamLink } from '../connection/team-link.ts';
import { suspension } from '../suspension.ts';
import { ANSWER_MS, type Answer, DeskTurns, type Question } from './desk-turns.ts';
import type { Moment } from './moment.ts';

/** How often the ledger hears of a desk that has a share: an answer is confirmed by the next question, within 20 s. */
export const KEEP_MS = 6 * SECOND;

const stamp = z.string();
/** What the ledger says to a question for turns. */
export const answerRow = z
  .object({
    turns: z.int(),
    grant_id: z.string().nullable(),
    wait_ms: z.int(),
    has_share: z.boolean(),
    stamp,
    pause_ms: z.int(),
    part: z.number(),
  })
  .transform(
    ({ grant_id: grant, wait_ms: wait, has_share: hasShare, pause_ms: pause, ...rest }): Answer => ({
      ...rest,
      grant,
      wait,
      hasShare,
      pause,
    }),
  );
/** What a question for turns says of earlier ones, as JSON. */
export function spentWords(spent: Question['spent']): string {
  return JSON.stringify(spent.map(({ grant, used, counts }) => ({ grant_id: grant, used, counts_ms: counts })));
}
/** What it says to a desk that lets it hear of itself. */
export const stampRow = z.object({ stamp });

/** shared: the ledger answers · waiting: it does not · alone: it has not for so long that the desk sends by its cautious share */
export type SharingState = 'shared' | 'waiting' | 'alone';

type Questions = Pick<LedgerConnection, 'rows'>;

export interface TeamTurnsPorts {
  link: Pick<TeamLink, 'desk' | 'address' | 'away'> & {
    use<Result>(work: (connection: Questions) => Promise<Result>): Promise<Result>;
  };
  clock: Clock;
  /** Hears when the state changes. */
  onState?: (state: SharingState) => void;
}

interface Pause {
  budget: Budget;
  at: Moment;
  milliseconds: number;
  by: 'refusal' | 'wish';
}

export class TeamTurns implements SharedTurns {
  readonly #ports: TeamTurnsPorts;
  readonly #turns = new DeskTurns();
  readonly #closing = new AbortController();
  /** Those that the ledger does not know yet. */
  readonly #pauses = new Set<Pause>();
  #keeping: Promise<void> | undefined;
  #state: SharingState = 'shared';

  constructor(ports: TeamTurnsPorts) {
    this.#ports = ports;
  }

  async turn(budget: Budget, signal?: AbortSignal): Promise<(ending: Ending) => void> {
    const either = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    for (;;) {
      either.throwIfAborted();
      this.#keeping ??= this.#keepShares();
      const step = this.#turns.next(budget, this.#now());
      switch (step.kind) {
        case 'send':
          this.#enter(step.alone ? 'alone' : 'shared');
          return (ending) => this.#turns.ended(budget, step.turn, ending, this.#now());
        case 'wait':
          await this.#ports.clock.sleep(step.milliseconds, either);
          break;
        case 'ask':
          await abortable(this.#ask(budget, step), either).catch((thrown: unknown) => {
            // Of a desk that was let in before; it asks again, since a role or a login can be given again.
            throw thrown instanceof AppError && step.seen !== undefined ? suspension(thrown) : thrown;
          });
          break;
        case 'away':
          throw this.#ports.link.away ?? this.#noAnswer();
      }
    }
  }

  pause(budget: Budget, milliseconds: number, by: 'refusal' | 'wish'): void {
    const at = this.#now();
    this.#turns.paused(budget, milliseconds, by, at);
    this.#pauses.add({ budget, at, milliseconds, by });
    this.#use((connection) => this.#passOn(connection)).catch(() => undefined);
  }

  /** Gives the cautious shares back, and lets no request go from now on. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(this.#noAnswer(fact('Tranship is closing')));
    this.#turns.end();
    await this.#keeping;
    if (this.#keeping === undefined || this.#state !== 'shared') return;
    const { desk } = this.#ports.link;
    await this.#use((connection) => connection.rows('SELECT tranship.leave($1)', [desk.id])).catch(() => undefined);
  }

  async #ask(budget: Budget, { wanted, valid, seen, spent }: Question): Promise<void> {
    const { tenant, endpoint, limit } = budget;
    const { desk } = this.#ports.link;
    const values = [
      ...[desk.id, tenant, endpoint, limit.window, Math.ceil(reachOf(limit)), limit.requests, wanted, valid],
      ...[seen ?? null, spentWords(spent)],
    ];
    let asked = this.#now();
    await this.#hear(async (connection) => {
      await this.#passOn(connection);
      asked = this.#now();
      const rows = await connection.rows(
        'SELECT * FROM tranship.take_turns($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        values,
      );
      const answer = answerRow.parse(rows[0]);
      return () => this.#turns.answered(budget, { asked, valid, spent }, this.#now(), answer);
    });
  }

  async #keepShares(): Promise<void> {
    const { clock, link } = this.#ports;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await clock.sleep(KEEP_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      // Those who ask for a turn hear of a refusal.
      await this.#hear(async (connection) => {
        await this.#passOn(connection);
        const asked = this.#now();
        const values = [link.desk.id, this.#turns.seen ?? null];
        const rows = await connection.rows('SELECT tranship.keep_shares($1, $2) AS stamp', values);
        const { stamp } = stampRow.parse(rows[0]);
        return () => this.#turns.heard(asked, this.#now(), stamp);
      }).catch(() => undefined);
    }
  }

  /** @param question gives what is to be done with its answer, if that comes in time. @throws AppError team.*, but not where the ledger is away */
  async #hear(question: (connection: Questions) => Promise<() => void>): Promise<void> {
    try {
      const take = await this.#use(question);
      if (!this.#closing.signal.aborted) take();
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.code === 'team.unreachable')) throw thrown;
      this.#turns.missed();
    }
    if (this.#turns.isAway) this.#enter(this.#state === 'alone' ? 'alone' : 'waiting');
    else this.#enter('shared');
  }

  /** As the link, but a ledger that takes its time is one that is away. */
  async #use<Result>(work: (connection: Questions) => Promise<Result>): Promise<Result> {
    const { clock, link } = this.#ports;
    return await inTime(clock, ANSWER_MS, link.use(work), () => this.#noAnswer());
  }

  /** Tells the ledger of the pauses that it does not know yet; of refusals also once their pause is over, while they count. */
  async #passOn(connection: Questions): Promise<void> {
    for (const pause of [...this.#pauses]) {
      const { budget, at, milliseconds, by } = pause;
      const ago = Math.floor(this.#now().steady - at.steady);
      const counts = by === 'refusal' ? Math.max(milliseconds, recoveryOf(budget.limit)) : milliseconds;
      if (ago < counts) {
        const values = [this.#ports.link.desk.id, budget.tenant, budget.endpoint, milliseconds, by === 'refusal', ago];
        await connection.rows('SELECT tranship.note_pause($1, $2, $3, $4, $5, $6)', values);
      }
      this.#pauses.delete(pause);
    }
  }

  #enter(state: SharingState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#ports.onState?.(state);
  }

  #now(): Moment {
    return { wall: this.#ports.clock.now(), steady: this.#ports.clock.steady() };
  }

  #noAnswer(reason = fact('no answer')): AppError {
    return new AppError('team.unreachable', { ledger: this.#ports.link.address.name, reason });
  }
}
