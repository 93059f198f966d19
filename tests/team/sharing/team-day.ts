/**
 * @file A day of three desks with one file, over a ledger in memory, in a world that a test decides: the queue, the runner, the
 * machine, the store, the carrier and the follower of each desk are real.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Clock, MINUTE, SECOND } from '../../../src-main/ground/clock.ts';
import { type Batch, batchSchema } from '../../../src-main/send/batch.ts';
import type { Performance } from '../../../src-main/send/effects.ts';
import { type Fence, noFence } from '../../../src-main/send/fence.ts';
import { Queue } from '../../../src-main/send/queue.ts';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import { currentBatches, type SubmissionOptions } from '../../../src-main/send/submission.ts';
import { Carrier } from '../../../src-main/team/sharing/carrier.ts';
import { Follower } from '../../../src-main/team/sharing/follower.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { approved, sampleSubmission } from '../../send/samples.ts';
import { rangeOf, TrueWorld } from '../../send/true-world.ts';
import { ModelLedger, WayToLedger } from './model-ledger.ts';

export const LEASE = MINUTE;
/** No clock of a desk is further ahead of, or behind, that of the ledger while it runs. */
const STEP = 5 * SECOND;
const FILE = '3f0c1c9e-5a50-4d55-9d58-3d0f4d6f7a10';
const { connection, destination, options } = sampleSubmission();

/** What became of the parts is said of the same submission in the world, whichever number it has at a desk. */
const one = batchSchema.shape.submission.parse(1);

/** A computer with its data folder, and one program after the other on it. */
class Desk {
  readonly clock: FakeClock;
  readonly #name: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tranship-bad-team-day-'));
  readonly #world: TrueWorld;
  readonly #ledger: ModelLedger;
  /** Of the clock that no one sets, against the one that may be. */
  #steadyOffset = 0;
  readonly #sleepers: (() => void)[] = [];
  #life = 0;
  state: 'runs' | 'sleeps' | 'off' = 'off';
  way: WayToLedger | undefined;
  store: QueueStore;
  queue: Queue | undefined;
  /** What the runner began without holding the part, or without the ledger's word on it. */
  readonly wrong: string[] = [];
  /** How often each part was confirmed, by its start, when the last effect of it was begun. */
  readonly #confirmed = new Map<number, number>();

  constructor(name: string, world: TrueWorld, ledger: ModelLedger, clockAhead: number) {
    this.#name = name;
    this.#world = world;
    this.#ledger = ledger;
    this.clock = new FakeClock(Date.UTC(2026, 0, 5, 9) + clockAhead);
    this.store = new QueueStore(this.#folder);
  }

  /** This desk has the file, and shares it. */
  share(onUnknown: SubmissionOptions['onUnknown']): void {
    approved(this.store, { team: { file: FILE }, options: { ...options, onUnknown } });
  }

  start(): void {
    this.state = 'runs';
    this.#life += 1;
    const life = this.#life;
    const isAlive = () => life === this.#life;
    const clock: Clock = {
      now: () => this.clock.now(),
      steady: () => this.clock.steady(),
      sleep: async (milliseconds, signal) => {
        await this.clock.sleep(milliseconds, signal);
        if (!isAlive()) await new Promise(() => {});
      },
    };
    const way = new WayToLedger(this.#ledger.at(this.#name), isAlive);
    this.way = way;
    let carrier: Fence = noFence;
    const fence: Fence = {
      holds: (batch) => carrier.holds(batch),
      mayBegin: (batch) => carrier.mayBegin(batch),
      beforeEffect: (batch, signal) => carrier.beforeEffect(batch, signal),
      requireLease: (batch) => carrier.requireLease(batch),
    };
    const queue = new Queue({
      store: this.store,
      clock,
      fence,
      random: () => 0.5,
      performer: {
        perform: (performance) => (isAlive() ? this.#perform(performance) : Promise.race([])),
      },
      transferSettings: () => ({
        uploadsPerConnection: 2,
        stallSeconds: 60,
        askSeconds: 120,
        retryHours: 12,
        bytesPerSecond: undefined,
      }),
    });
    this.queue = queue;
    const carried = new Carrier({
      queue,
      clock,
      ledger: way,
      bound: { connection, destination },
      leaseMs: LEASE,
      uploads: () => 2,
      placeOf: async () => '/exports/day.jsonl',
      objectionTo: async () => undefined,
      steady: () => this.clock.now() + this.#steadyOffset,
      onProblem: () => {},
    });
    carrier = carried;
    queue.start();
    carried.start();
    new Follower({
      queue,
      clock,
      ledgerFor: () => way,
      isHeld: (batch) => fence.holds(batch),
      onProblem: () => {},
    }).start();
  }

  #perform(performance: Performance) {
    const { effect, batch, submission } = performance;
    const part = this.#ledger.parts.find(({ start }) => start === batch.start);
    const isRead = effect.kind === 'fetch-report' || effect.kind === 'ask-status';
    // The ledger knows of what is begun; only reading needs no part.
    const known = part?.batch as { state?: string } | null | undefined;
    if (!isRead && part?.holder === this.#name && known?.state !== batch.state)
      this.wrong.push(`${effect.kind} of ${batch.start}, which the ledger has as ${known?.state ?? 'never begun'}`);
    if (effect.kind === 'reserve' || effect.kind === 'upload') this.#requireWord(effect.kind, batch.start);
    const life = this.#life;
    const onLastBlock = async () => {
      await this.#awake(life);
      await performance.onLastBlock();
      this.#requireWord('last block', batch.start);
    };
    return this.#world
      .perform({ ...performance, submission, batch: { ...batch, submission: one }, onLastBlock })
      .then((event) => this.#awake(life).then(() => event));
  }

  /** Each effect that sends has a word of the ledger of its own: none begins after a role was withdrawn. */
  #requireWord(what: string, start: number): void {
    const part = this.#ledger.parts.find((each) => each.start === start);
    const confirmed = part?.confirmed ?? 0;
    if (confirmed <= (this.#confirmed.get(start) ?? 0)) this.wrong.push(`${what} of ${start} without a new word`);
    this.#confirmed.set(start, confirmed);
  }

  /** Its person is a sender no longer, or is one again. */
  set isSender(value: boolean) {
    if (value) this.#ledger.withdrawn.delete(this.#name);
    else this.#ledger.withdrawn.add(this.#name);
  }

  /** A program that sleeps hears of nothing until it wakes, and one that has ended never does. */
  async #awake(life: number): Promise<void> {
    if (this.state === 'sleeps') await new Promise<void>((wake) => this.#sleepers.push(wake));
    if (life !== this.#life) await new Promise(() => {});
  }

  /** The power fails without notice; what is stored is stored. */
  powerOff(): void {
    this.#life += 1;
    this.state = 'off';
    this.store.close();
    this.store = new QueueStore(this.#folder);
    this.queue = undefined;
  }

  /** @param steadily whether the clock that no one sets ran on */
  wake(slept: number, steadily: boolean): void {
    this.clock.set(this.clock.now() + slept);
    if (!steadily) this.#steadyOffset -= slept;
    this.state = 'runs';
    for (const wake of this.#sleepers.splice(0)) wake();
  }

  /** A person or a time server sets the clock. */
  setClock(by: number): void {
    this.clock.set(this.clock.now() + by);
    this.#steadyOffset -= by;
  }

  current(): Batch[] {
    const bySubmission = Map.groupBy(this.store.batches(), ({ submission }) => submission);
    return [...bySubmission.values()].flatMap(currentBatches);
  }

  async end(): Promise<void> {
    this.#life += 1;
    await settle();
    this.store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

export class TeamDay {
  readonly world = new TrueWorld(undefined);
  readonly ledger = new ModelLedger();
  readonly desks: readonly [Desk, Desk, Desk];
  readonly #asleepSince = new Map<Desk, number>();

  /** @param onUnknown what the person who shares the file has decided for a part in doubt */
  constructor(onUnknown: SubmissionOptions['onUnknown'] = 'ask') {
    const desk = (name: string, clockAhead: number) => new Desk(name, this.world, this.ledger, clockAhead);
    this.desks = [desk('first', 0), desk('second', 17 * MINUTE), desk('third', -90 * MINUTE)];
    this.desks[0].share(onUnknown);
    for (const each of this.desks) each.start();
  }

  desk(which: number): Desk {
    return this.desks[which % 3] ?? this.desks[0];
  }

  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= STEP) {
      const step = Math.min(left, STEP);
      this.ledger.now += step;
      for (const desk of this.desks) {
        if (desk.state === 'runs') await desk.clock.advance(step);
        if (desk.state === 'off') desk.clock.set(desk.clock.now() + step);
      }
    }
  }

  sleep(desk: Desk): void {
    if (desk.state !== 'runs') return;
    desk.state = 'sleeps';
    this.#asleepSince.set(desk, this.ledger.now);
  }

  wake(desk: Desk, steadily: boolean): void {
    if (desk.state !== 'sleeps') return;
    desk.wake(this.ledger.now - (this.#asleepSince.get(desk) ?? 0), steadily);
  }

  requireSound(): void {
    for (const desk of this.desks) expect(desk.wrong, 'the ledger is told before each effect').toEqual([]);
    for (const range of this.#ranges()) {
      const holding = this.world.issuedFor(range).filter(({ stored, givenUp }) => stored && !givenUp);
      expect(holding.length, `${range} is stored once`).toBeLessThanOrEqual(1);
    }
  }

  #ranges(): string[] {
    return this.ledger.parts.map(({ start }) => rangeOf({ submission: one, start }));
  }

  /** Everything goes well from now on, until nothing is left to do. */
  async clearUp(): Promise<void> {
    for (const desk of this.desks) {
      if (desk.state === 'off') desk.start();
      desk.isSender = true;
      this.wake(desk, true);
      if (desk.way !== undefined) desk.way.way = 'prompt';
    }
    await settle();
    for (let step = 0; step < 300; step++) {
      // A person allows the host that the service named.
      for (const desk of this.desks) desk.queue?.releaseHolds();
      while (this.world.pending > 0) {
        this.world.decide(0, 'well');
        await settle();
      }
      if (this.isOver) return;
      await this.pass(30 * SECOND);
    }
    throw new Error(`Something never ends: ${JSON.stringify(this.ledger.parts)}`);
  }

  /** Also where only a person can tell what became of a part: nothing is sent again without one. */
  get isOver(): boolean {
    const { parts } = this.ledger;
    const isSettled = ({ status, batch }: (typeof parts)[number]) =>
      status === 'done' || (batch as { state?: string } | null)?.state === 'unknown';
    if (parts.length === 0 || !parts.every(isSettled)) return false;
    const origin = this.desks[0].current();
    return origin.every(({ state, report }) => state === 'unknown' || (isEndState(state) && report !== 'wanted'));
  }

  /** Each range is at the service once, or a person knows why not, at the desk where the file was shared. */
  requireComplete(): void {
    const origin = this.desks[0].current();
    expect(origin.map(({ start }) => start)).toEqual(this.ledger.parts.map(({ start }) => start));
    for (const batch of origin) {
      const issued = this.world.issuedFor(rangeOf({ submission: one, start: batch.start }));
      const holding = issued.filter(({ stored, givenUp }) => stored && !givenUp).map(({ batchId }) => batchId);
      if (batch.state === 'processed' || batch.state === 'rejected') expect(holding).toEqual([batch.delivery?.batchId]);
      else expect(holding.filter((id) => id !== batch.delivery?.batchId)).toEqual([]);
      if (batch.state === 'failed') expect(batch.error).toBeDefined();
    }
  }

  async end(): Promise<void> {
    for (const desk of this.desks) await desk.end();
  }
}
