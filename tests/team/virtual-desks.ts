/**
 * @file Desks that send as much as they may, in a time that only the test lets pass, over a network that loses and delays what it
 * likes. Each desk decides as the product does; the ledger is the real SQL, which is told the time.
 */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { ANSWER_MS, DeskTurns, type Question } from '../../src-main/team/limits/desk-turns.ts';
import type { Moment } from '../../src-main/team/limits/moment.ts';
import { answerRow, KEEP_MS, spentWords, stampRow } from '../../src-main/team/limits/team-turns.ts';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { type CountedTurn, reachOf } from '../../src-main/wire/service/turns.ts';

/** Of true time, and of what the clock of the ledger shows at first (ms since the epoch). */
const START = Date.UTC(2026, 0, 5, 9);
const MOMENT = "timestamptz 'epoch' + $1::float8 * interval '1 millisecond'";

/** What happens to a desk or to the ledger. */
export type Happening =
  | { kind: 'cut' | 'join' | 'mute' | 'sleep' | 'wake' | 'restart' | 'leave' | 'hunger' | 'eat'; desk: number }
  | { kind: 'set-clock'; desk: number; by: number }
  | { kind: 'slow'; desk: number; by: number }
  | { kind: 'pause'; desk: number; milliseconds: number; refused: boolean }
  | { kind: 'set-ledger-back'; by: number };

const idSchema = z.tuple([z.object({ id: z.int() })]);

/** The number of a budget in the ledger. */
export async function budgetOf(connection: LedgerConnection, tenant: string, endpoint: string): Promise<number> {
  const rows = await connection.rows('SELECT tranship.locked_budget($1, $2)::int AS id', [tenant, endpoint]);
  return idSchema.parse(rows)[0].id;
}

/**
 * What becomes of a request: its ways in ms, and whether its connection is lost instead of the way back. Of one whose desk says
 * nothing more, the ledger must know by itself that it has arrived, so its way there is shorter than a second.
 */
export interface Fate {
  there: number;
  back: number;
  isLost: boolean;
}

type KnownBudget = Budget & { id: number };

/** A pause that the ledger does not know yet. */
interface Untold {
  budget: KnownBudget;
  at: Moment;
  milliseconds: number;
  refused: boolean;
}

interface VirtualDesk {
  readonly id: string;
  turns: DeskTurns;
  /** Which life of its process this is: answers to an earlier one find no one. */
  life: number;
  isRunning: boolean;
  isHungry: boolean;
  isAsleep: boolean;
  /** Whether it sends at the last moment that it may. */
  dawdles: boolean;
  /** both: all arrives · out: questions arrive, answers do not · none: nothing arrives */
  line: 'both' | 'out' | 'none';
  lag: number;
  /** How many requests it sent. */
  sent: number;
  slept: number;
  asleepSince: number;
  clockIsAheadBy: number;
  /** What was due while it slept. */
  missed: (() => void)[];
  untold: Untold[];
  /** In true time. */
  pausedUntil: number;
}

export class VirtualDesks {
  sentAlone = 0;
  /** What desks sent alone in the middle of a pause that the service had asked them for (true time). */
  readonly sentInPause: number[] = [];
  /** When each request arrives at the service (true time), by the endpoint of its budget. */
  readonly #arrivals = new Map<string, number[]>();
  readonly #fates: readonly Fate[];
  #sent = 0;
  readonly #connection: LedgerConnection;
  readonly #budgets: readonly KnownBudget[];
  readonly #desks: VirtualDesk[];
  #now = START;
  #ledgerIsAheadBy = 0;
  #due: { at: number; order: number; act: () => unknown }[] = [];
  #order = 0;

  private constructor(
    connection: LedgerConnection,
    budgets: readonly KnownBudget[],
    ids: string[],
    fates: readonly Fate[],
  ) {
    this.#fates = fates;
    this.#connection = connection;
    this.#budgets = budgets;
    this.#desks = ids.map((id, index) => ({
      id,
      turns: new DeskTurns(),
      life: 0,
      isRunning: true,
      isHungry: true,
      isAsleep: false,
      line: 'both',
      dawdles: index % 2 === 1,
      lag: 5,
      sent: 0,
      slept: 0,
      asleepSince: 0,
      clockIsAheadBy: 0,
      missed: [],
      untold: [],
      pausedUntil: 0,
    }));
    for (const desk of this.#desks) this.#start(desk);
  }

  static async open(
    connection: LedgerConnection,
    budgets: readonly Budget[],
    count: number,
    fates: readonly Fate[],
  ): Promise<VirtualDesks> {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids)
      await connection.rows(
        "INSERT INTO tranship.desks (id, name, person, program) VALUES ($1::uuid, 'd', $1::uuid::text, 't')",
        [id],
      );
    const kept = [];
    for (const budget of budgets)
      kept.push({ ...budget, id: await budgetOf(connection, budget.tenant, budget.endpoint) });
    return new VirtualDesks(connection, kept, ids, fates);
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      let next = -1;
      for (const [index, { at, order }] of this.#due.entries()) {
        const best = this.#due[next];
        if (best === undefined || at < best.at || (at === best.at && order < best.order)) next = index;
      }
      const due = this.#due[next];
      if (due === undefined || due.at > end) break;
      this.#due.splice(next, 1);
      this.#now = due.at;
      await due.act();
    }
    this.#now = end;
  }

  async happen(happening: Happening): Promise<void> {
    if (happening.kind === 'set-ledger-back') {
      this.#ledgerIsAheadBy -= happening.by;
      // Some other desk is heard.
      await this.#ask(`SELECT tranship.hear_at(${MOMENT}, $2, NULL)`, [randomUUID()]);
      return;
    }
    const desk = this.#desks[happening.desk % this.#desks.length];
    if (desk === undefined) return;
    switch (happening.kind) {
      case 'cut':
        desk.line = 'none';
        break;
      case 'mute':
        desk.line = 'out';
        break;
      case 'join':
        desk.line = 'both';
        break;
      case 'slow':
        desk.lag = happening.by;
        break;
      case 'hunger':
        desk.isHungry = true;
        break;
      case 'eat':
        desk.isHungry = false;
        break;
      case 'set-clock':
        desk.clockIsAheadBy += happening.by;
        break;
      case 'sleep':
        if (!desk.isAsleep) Object.assign(desk, { isAsleep: true, asleepSince: this.#now });
        break;
      case 'wake':
        if (!desk.isAsleep) break;
        desk.isAsleep = false;
        desk.slept += this.#now - desk.asleepSince;
        for (const act of desk.missed.splice(0)) act();
        break;
      case 'restart':
        this.#start(desk);
        break;
      case 'leave':
        desk.turns.end();
        desk.life += 1;
        desk.isRunning = false;
        if (desk.line !== 'none')
          this.#at(desk.lag, () => this.#ask(`SELECT tranship.leave_at(${MOMENT}, $2)`, [desk.id]));
        break;
      case 'pause':
        if (desk.isRunning && !desk.isAsleep) this.#pause(desk, happening);
    }
  }

  /** The most requests that arrive within any window of a budget. */
  mostOf(budget: Budget): number {
    const times = this.#arrivalsOf(budget).sort((a, b) => a - b);
    const { window } = budget.limit;
    let most = 0;
    let first = 0;
    for (const [index, at] of times.entries()) {
      while ((times[first] ?? 0) <= at - window) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  }

  /** How many requests each desk sent. */
  get sentByEach(): number[] {
    return this.#desks.map(({ sent }) => sent);
  }

  #arrivalsOf({ endpoint }: Budget): number[] {
    const times = this.#arrivals.get(endpoint) ?? [];
    this.#arrivals.set(endpoint, times);
    return times;
  }

  #send(desk: VirtualDesk, budget: KnownBudget, turn: CountedTurn): void {
    const { there, back, isLost } = this.#fates[this.#sent % this.#fates.length] ?? {
      there: 0,
      back: 0,
      isLost: false,
    };
    this.#sent += 1;
    desk.sent += 1;
    this.#arrivalsOf(budget).push(this.#now + there);
    const { turns } = desk;
    this.#in(desk, isLost ? Math.floor(there / 2) : there + back, () =>
      turns.ended(budget, turn, isLost ? 'lost' : 'heard', this.#momentOf(desk)),
    );
  }

  /** The service asks the desk for a pause. */
  #pause(desk: VirtualDesk, { milliseconds, refused }: { milliseconds: number; refused: boolean }): void {
    const at = this.#momentOf(desk);
    desk.pausedUntil = Math.max(desk.pausedUntil, this.#now + milliseconds);
    for (const budget of this.#budgets) {
      desk.turns.paused(budget, milliseconds, refused ? 'refusal' : 'wish', at);
      desk.untold.push({ budget, at, milliseconds, refused });
    }
  }

  /** As the product, before each question; without an answer it is told again. */
  async #passOn(desk: VirtualDesk): Promise<void> {
    const told = [...desk.untold];
    if (desk.line === 'both') desk.untold = [];
    for (const { budget, at, milliseconds, refused } of told) {
      const ago = Math.floor(this.#momentOf(desk).steady - at.steady);
      await this.#ask(`SELECT tranship.note_pause_at(${MOMENT}, $2, $3, $4, $5)`, [
        ...[budget.id, milliseconds, refused, ago],
      ]);
    }
  }

  #start(desk: VirtualDesk): void {
    desk.life += 1;
    Object.assign(desk, { turns: new DeskTurns(), isRunning: true, missed: [], untold: [], pausedUntil: 0 });
    for (const budget of this.#budgets) this.#in(desk, 0, () => this.#step(desk, budget));
    this.#in(desk, KEEP_MS, () => this.#keep(desk));
  }

  #step(desk: VirtualDesk, budget: KnownBudget): void {
    const again = (milliseconds: number) => this.#in(desk, milliseconds, () => this.#step(desk, budget));
    if (!desk.isHungry) {
      again(500);
      return;
    }
    let step = desk.turns.next(budget, this.#momentOf(desk));
    for (; step.kind === 'send'; step = desk.turns.next(budget, this.#momentOf(desk))) {
      this.#send(desk, budget, step.turn);
      if (step.alone) this.sentAlone += 1;
      if (step.alone && this.#now < desk.pausedUntil) this.sentInPause.push(this.#now);
    }
    if (step.kind === 'ask') this.#askForTurns(desk, budget, step);
    else again(step.kind === 'wait' ? step.milliseconds : 2000);
  }

  #askForTurns(desk: VirtualDesk, budget: KnownBudget, { wanted, valid, seen, spent }: Question): void {
    const asked = this.#momentOf(desk);
    const { window, requests } = budget.limit;
    const values = [
      desk.id,
      budget.id,
      window,
      Math.ceil(reachOf(budget.limit)),
      requests,
      wanted,
      valid,
      ...[seen ?? null, spentWords(spent)],
    ];
    this.#question(
      desk,
      () => this.#ask(`SELECT * FROM tranship.take_turns_at(${MOMENT}, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, values),
      (row) => desk.turns.answered(budget, { asked, valid, spent }, this.#momentOf(desk), answerRow.parse(row)),
      () => this.#in(desk, desk.dawdles ? Math.max(0, valid - 2 * desk.lag) : 0, () => this.#step(desk, budget)),
    );
  }

  #keep(desk: VirtualDesk): void {
    const asked = this.#momentOf(desk);
    const values = [desk.id, desk.turns.seen ?? null];
    this.#question(
      desk,
      () => this.#ask(`SELECT tranship.stamp_of(${MOMENT}) AS stamp FROM tranship.hear_at(${MOMENT}, $2, $3)`, values),
      (row) => desk.turns.heard(asked, this.#momentOf(desk), stampRow.parse(row).stamp),
      () => this.#in(desk, KEEP_MS, () => this.#keep(desk)),
    );
  }

  /** As the product: an answer that takes longer is none, but may still come. */
  #question(desk: VirtualDesk, ask: () => Promise<unknown>, take: (row: unknown) => void, then: () => void): void {
    let isOver = false;
    this.#in(desk, ANSWER_MS, () => {
      if (isOver) return;
      isOver = true;
      desk.turns.missed();
      then();
    });
    if (desk.line === 'none') return;
    this.#at(desk.lag, async () => {
      await this.#passOn(desk);
      const row = await ask();
      if (desk.line !== 'both') return;
      this.#in(desk, desk.lag, () => {
        if (isOver) return;
        isOver = true;
        take(row);
        then();
      });
    });
  }

  async #ask(statement: string, values: readonly unknown[]): Promise<unknown> {
    const [row] = await this.#connection.rows(statement, [this.#now + this.#ledgerIsAheadBy, ...values]);
    return row;
  }

  #momentOf(desk: VirtualDesk): Moment {
    return { wall: this.#now + desk.clockIsAheadBy, steady: this.#now - START - desk.slept };
  }

  /** In this life of the desk, and while it is awake. */
  #in(desk: VirtualDesk, milliseconds: number, act: () => void): void {
    const { life } = desk;
    const awake = () => {
      if (desk.life !== life || !desk.isRunning) return;
      if (desk.isAsleep) desk.missed.push(awake);
      else act();
    };
    this.#at(milliseconds, awake);
  }

  #at(milliseconds: number, act: () => unknown): void {
    this.#order += 1;
    this.#due.push({ at: this.#now + milliseconds, order: this.#order, act });
  }
}
