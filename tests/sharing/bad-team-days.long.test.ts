/**
 * @file Several desks, one file, and every order of events: leases that end at any moment, desks that die, sleep and come back, a
 * ledger that is slow, away, or obeys without an answer, a service and a storage that do what the contract allows. No range is
 * lost, and none is sent twice. Queue, runner, machine, store, carrier and follower are real.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Clock, MINUTE, SECOND } from '../../src-main/clock.ts';
import { type Batch, batchSchema, terminalStates } from '../../src-main/queue/batch.ts';
import type { Performance } from '../../src-main/queue/effects.ts';
import { type Fence, noFence } from '../../src-main/queue/fence.ts';
import { Queue } from '../../src-main/queue/queue.ts';
import { QueueStore } from '../../src-main/queue/storage/store.ts';
import { currentBatches } from '../../src-main/queue/submission.ts';
import { Carrier } from '../../src-main/sharing/carrier.ts';
import { Follower } from '../../src-main/sharing/follower.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { approved, sampleSubmission } from '../queue/samples.ts';
import { type Course, courses, rangeOf, TrueWorld } from '../queue/true-world.ts';
import { ModelLedger, type Way, WayToLedger } from './model-ledger.ts';

const quickestFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const LEASE = MINUTE;
/** No clock of a desk is further ahead of, or behind, that of the ledger while it runs. */
const STEP = 5 * SECOND;
const FILE = '3f0c1c9e-5a50-4d55-9d58-3d0f4d6f7a10';
const { connection, destination } = sampleSubmission();

/** What became of the parts is said of the same submission in the world, whichever number it has at a desk. */
const one = batchSchema.shape.submission.parse(1);

/** A computer with its data folder, and one program after the other on it. */
class Desk {
  readonly clock: FakeClock;
  readonly #name: string;
  readonly #folder = mkdtempSync(join(quickestFolder, 'tranship-bad-team-day-'));
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
  share(): void {
    approved(this.store, { team: { file: FILE } });
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
      ...{ store: this.store, clock, fence, random: () => 0.5 },
      performer: {
        perform: (performance) => (isAlive() ? this.#perform(performance) : Promise.race([])),
      },
      transferSettings: () => ({
        ...{ uploadsPerConnection: 2, stallSeconds: 60, askSeconds: 120, retryHours: 12 },
        bytesPerSecond: undefined,
      }),
    });
    this.queue = queue;
    const carried = new Carrier({
      ...{ queue, clock, ledger: way, bound: { connection, destination }, leaseMs: LEASE, uploads: () => 2 },
      placeOf: async () => '/exports/day.jsonl',
      objectionTo: async () => undefined,
      steady: () => this.clock.now() + this.#steadyOffset,
      onProblem: () => {},
    });
    carrier = carried;
    queue.start();
    carried.start();
    new Follower({
      ...{ queue, clock, ledgerFor: () => way, isHeld: (batch) => fence.holds(batch), onProblem: () => {} },
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

class TeamDay {
  readonly world = new TrueWorld(undefined);
  readonly ledger = new ModelLedger();
  readonly desks: readonly [Desk, Desk, Desk];
  readonly #asleepSince = new Map<Desk, number>();

  constructor() {
    const desk = (name: string, clockAhead: number) => new Desk(name, this.world, this.ledger, clockAhead);
    this.desks = [desk('first', 0), desk('second', 17 * MINUTE), desk('third', -90 * MINUTE)];
    this.desks[0].share();
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
    return origin.every(
      ({ state, report }) => state === 'unknown' || (terminalStates.has(state) && report !== 'wanted'),
    );
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

type Turn =
  | { kind: 'effect'; which: number; course: Course }
  | { kind: 'time-passes'; ms: number }
  | { kind: 'power-off'; desk: number }
  | { kind: 'power-on'; desk: number }
  | { kind: 'way'; desk: number; way: Way }
  | { kind: 'deliver'; desk: number }
  | { kind: 'role'; desk: number; isSender: boolean }
  | { kind: 'sleep'; desk: number }
  | { kind: 'wake'; desk: number; steadily: boolean }
  | { kind: 'clock-is-set'; desk: number; by: number };

class Command implements fc.AsyncCommand<object, TeamDay> {
  readonly #turn: Turn;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, day: TeamDay): Promise<void> {
    const turn = this.#turn;
    switch (turn.kind) {
      case 'effect':
        day.world.decide(turn.which, turn.course);
        break;
      case 'time-passes':
        await day.pass(turn.ms);
        break;
      case 'power-off': {
        const desk = day.desk(turn.desk);
        if (desk.state === 'runs') desk.powerOff();
        break;
      }
      case 'power-on': {
        const desk = day.desk(turn.desk);
        if (desk.state === 'off') desk.start();
        break;
      }
      case 'way': {
        const { way, state } = day.desk(turn.desk);
        if (way !== undefined && state === 'runs') way.way = turn.way;
        break;
      }
      case 'deliver':
        day.desk(turn.desk).way?.deliver('requests');
        await settle();
        if (day.desk(turn.desk).state === 'runs') day.desk(turn.desk).way?.deliver('answers');
        break;
      case 'role':
        day.desk(turn.desk).isSender = turn.isSender;
        break;
      case 'sleep':
        day.sleep(day.desk(turn.desk));
        break;
      case 'wake':
        day.wake(day.desk(turn.desk), turn.steadily);
        break;
      case 'clock-is-set':
        if (day.desk(turn.desk).state === 'runs') day.desk(turn.desk).setClock(turn.by);
        break;
      default:
        assertNever(turn);
    }
    await settle();
    await settle();
    day.requireSound();
  }

  toString(): string {
    return JSON.stringify(this.#turn);
  }
}

const which = fc.nat({ max: 9 });
const desk = fc.nat({ max: 2 });
const kind = <Kind extends Turn['kind']>(name: Kind) => fc.constant(name);
const course = fc.oneof(
  { arbitrary: fc.constant<Course>('well'), weight: 5 },
  { arbitrary: fc.constantFrom<Course>('cut-after-the-last-block', 'reply-lost', 'address-expires'), weight: 3 },
  { arbitrary: fc.constantFrom(...courses), weight: 2 },
);
const ms = fc.constantFrom(SECOND, 10 * SECOND, 30 * SECOND, 70 * SECOND, 4 * MINUTE);
const turns: fc.Arbitrary<Turn>[] = [
  ...Array.from({ length: 6 }, () => fc.record({ kind: kind('effect'), which, course })),
  ...Array.from({ length: 3 }, () => fc.record({ kind: kind('time-passes'), ms })),
  fc.record({ kind: kind('power-off'), desk }),
  fc.record({ kind: kind('power-on'), desk }),
  fc.record({ kind: kind('way'), desk, way: fc.constantFrom<Way>('prompt', 'prompt', 'slow', 'away', 'answers-lost') }),
  fc.record({ kind: kind('deliver'), desk }),
  fc.record({ kind: kind('role'), desk, isSender: fc.boolean() }),
  fc.record({ kind: kind('sleep'), desk }),
  fc.record({ kind: kind('wake'), desk, steadily: fc.boolean() }),
  fc.record({ kind: kind('clock-is-set'), desk, by: fc.constantFrom(-25 * 60 * MINUTE, -MINUTE, MINUTE, 60 * MINUTE) }),
];
const stories = fc.commands(
  turns.map((turn) => turn.map((each) => new Command(each))),
  { maxCommands: 60, size: 'max' },
);

/** Plays a story, then lets everything go well. */
async function play(story: (day: TeamDay) => Promise<void>): Promise<void> {
  const day = new TeamDay();
  try {
    await settle();
    await story(day);
    await day.clearUp();
    day.requireSound();
    day.requireComplete();
  } finally {
    await day.end();
  }
}

it('a part that comes back to a desk while its earlier upload still ends is sent from there', async () => {
  const turns: Turn[] = [
    { kind: 'effect', which: 0, course: 'well' },
    // The ledger answers this desk late, so another one takes the part, and sleeps then.
    { kind: 'way', desk: 0, way: 'slow' },
    { kind: 'time-passes', ms: 4 * MINUTE },
    { kind: 'sleep', desk: 1 },
    { kind: 'sleep', desk: 2 },
    { kind: 'time-passes', ms: 4 * MINUTE },
  ];
  await play(async (day) => {
    for (const turn of turns) await new Command(turn).run({}, day);
  });
});

it('no range is lost and none is sent twice, whichever lease ends at whichever moment', async () => {
  await fc.assert(
    fc.asyncProperty(stories, (commands) =>
      play((day) => fc.asyncModelRun(() => ({ model: {}, real: day }), commands)),
    ),
    { numRuns: Number(process.env.RUNS ?? 100) },
  );
});
