/**
 * @file The queue against every order of events: no failure of network, storage, service, clock, person or power loses
 * a range or sends it twice. Queue, runner, machine and store are real; the world is `TrueWorld`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { accountLines, accountOf } from '../../src-main/send/account.ts';
import type { Batch, BatchNumber, SubmissionId } from '../../src-main/send/batch.ts';
import type { Performance } from '../../src-main/send/effects.ts';
import { nextStep } from '../../src-main/send/machine/machine.ts';
import { Queue } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { currentBatches, type Submission } from '../../src-main/send/submission.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { lineOutcomes, linesOf } from '../../src-shared/account.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { isEndState, wordOnLines } from '../../src-shared/states.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { runs } from '../harness/night.ts';
import { approved, sampleCheck, sampleSubmission } from './samples.ts';
import { type Course, courses, rangeOf, TrueWorld } from './true-world.ts';

/** One process after the other over one store, and the same world outside. */
class Day {
  readonly world: TrueWorld;
  readonly clock = new FakeClock();
  readonly #folder = mkdtempSync(join(tmpdir(), 'tranship-bad-day-'));
  /** Effects whose intent was not stored. */
  readonly #unstored: Performance['effect'][] = [];
  /** The state in which each batch ended. */
  readonly #ends = new Map<BatchNumber, Batch['state']>();
  #store = new QueueStore(this.#folder);
  #queue: Queue;
  /** The number of the living process; earlier ones are dead, and what they still try has no effect. */
  #living = 0;

  constructor(wordBeforeArrival: string | undefined) {
    this.world = new TrueWorld(wordBeforeArrival);
    approved(this.#store);
    const options = { ...sampleSubmission().options, ingestValid: true };
    const check = { ...sampleCheck, sha256: 'd'.repeat(64) };
    approved(this.#store, { name: '/exports/other.jsonl', content: '/exports/other.jsonl', check, options });
    this.#queue = this.#start();
  }

  #start(): Queue {
    this.#living += 1;
    const me = this.#living;
    const queue = new Queue({
      store: this.#store,
      clock: this.clock,
      random: () => 0.5,
      performer: {
        perform: (performance) => (me === this.#living ? this.#perform(performance) : Promise.race([])),
      },
      transferSettings: () => ({
        uploadsPerConnection: 2,
        stallSeconds: 60,
        askSeconds: 120,
        retryHours: 12,
        bytesPerSecond: undefined,
      }),
    });
    for (const batch of this.#store.batches()) {
      if (!isEndState(batch.state)) expect(nextStep(batch), `after a restart in ${batch.state}`).toBeDefined();
    }
    queue.start();
    return queue;
  }

  /** Every effect is preceded by its stored intent. */
  #perform(performance: Performance) {
    const { effect, batch } = performance;
    const stored = this.#store.batches(batch.submission).find(({ number }) => number === batch.number);
    const intents = {
      reserve: stored?.state === 'reserving',
      upload: stored?.state === 'uploading',
      'ask-status': isAskedAbout(stored, effect),
      'fetch-report': stored?.report === 'wanted' || stored?.state === 'verifying',
    };
    if (!intents[effect.kind]) this.#unstored.push(effect);
    return this.world.perform(performance);
  }

  /** The power fails without notice; what is stored is stored. */
  crash(): void {
    this.#store.close();
    this.world.forget();
    this.#store = new QueueStore(this.#folder);
    this.#queue = this.#start();
  }

  act(on: 'pause' | 'resume' | 'cancel' | 'retry', which: number): void {
    const submissions = this.#store.submissions();
    const submission = submissions[which % submissions.length];
    if (submission !== undefined) this.#queue.actions[on](submission.id);
  }

  /** A person allows the host that the service named. */
  allow(): void {
    this.#queue.releaseHolds();
  }

  batches(): Batch[] {
    return this.#store.batches();
  }

  /** The current batches of the ranges. */
  current(): Batch[] {
    const bySubmission = Map.groupBy(this.batches(), ({ submission }) => submission);
    return [...bySubmission.values()].flatMap(currentBatches);
  }

  requireSound(): void {
    expect(this.#unstored, 'every effect is preceded by its stored intent').toEqual([]);
    for (const { number, state, report } of this.batches()) {
      const ended = this.#ends.get(number);
      // A person may ask for the report again.
      const isAskedAgain = ended === 'unreported' && state === 'processing' && report === 'wanted';
      if (isAskedAgain) this.#ends.delete(number);
      else if (ended !== undefined) expect(state, 'a terminal state is never left').toBe(ended);
      if (isEndState(state)) this.#ends.set(number, state);
    }
    for (const batch of this.current()) {
      const ownTruth = batch.delivery && this.world.truths.get(batch.delivery.batchId);
      if (batch.acceptedAt !== undefined) expect(ownTruth?.stored, 'accepted is only what has arrived').toBe(true);
      if (ownTruth?.stored) expect(batch.delivery?.mayHaveArrived, 'what may have arrived is known to').toBe(true);
      const known = [batch.delivery?.batchId, ...batch.abandoned];
      for (const { batchId, heard, stored, givenUp } of this.world.issuedFor(rangeOf(batch))) {
        if (heard) expect(known, `${batchId} was issued for ${rangeOf(batch)}`).toContain(batchId);
        // A batch that arrived is followed, or was given up by a person and stays watched.
        const looked = [batch.delivery?.batchId, ...batch.watched.map((watched) => watched.batchId)];
        if (stored && !givenUp) expect(looked, `${batchId} holds ${rangeOf(batch)}`).toContain(batchId);
      }
      expect(batch.error?.code, 'no one else uploads here').not.toBe('upload.conflict');
      if (batch.state === 'processed') expect(ownTruth?.refused, 'its report names no line').toEqual([]);
    }
    for (const submission of this.#store.submissions()) this.#requireAccount(submission);
  }

  /** Each line has one outcome, and is accepted only if the service has processed it. */
  #requireAccount(submission: Submission): void {
    const batches = this.#store.batches(submission.id);
    const current = currentBatches(batches);
    const counted = accountOf(submission, new Tally(batches).sums.account);
    const facts = { invalid: LineSet.none, named: (number: BatchNumber) => this.#store.lines.named(number) };
    const listed = accountLines(submission, batches, current, facts);
    expect(counted, 'what is listed is what is counted').toEqual(
      Object.fromEntries(lineOutcomes.map((outcome) => [outcome, listed?.[outcome].size])),
    );
    expect(counted && linesOf(counted)).toBe('check' in submission ? submission.check?.lines : undefined);
    const processed = new Set<number>();
    let before = 0;
    for (const { delivery, lines } of current) {
      const truth = delivery && this.world.truths.get(delivery.batchId);
      const wasProcessed = truth?.stored === true && truth.ahead.join() === 'PROCESSED';
      for (let line = 1; wasProcessed && line <= lines; line++)
        if (!truth.refused.includes(line)) processed.add(before + line);
      before += lines;
    }
    for (const line of listed?.accepted ?? []) expect(processed, `line ${line} is accepted`).toContain(line);
  }

  /** Everything goes well from now on, until nothing is left to do. */
  async clearUp(): Promise<void> {
    this.allow();
    for (const { id } of this.#store.submissions()) this.#queue.actions.resume(id);
    for (let step = 0; step < 500; step++) {
      while (this.world.pending > 0) {
        this.world.decide(0, 'well');
        await settle();
      }
      if (this.current().every(({ state, report }) => isEndState(state) && report !== 'wanted')) return;
      // The service decides by its replies; only a person can decide about a batch that never came.
      if (step % 20 === 19) for (const { id } of this.#store.submissions()) this.#retryUnknown(id);
      await this.clock.advance(MINUTE);
    }
    throw new Error(`Something never ends: ${JSON.stringify(this.current())}`);
  }

  #retryUnknown(id: SubmissionId): void {
    if (this.#queue.standing(id).counts.unknown > 0) this.#queue.actions.retry(id);
  }

  /** Each range is at the service once, or the person knows why not, or has decided that it might be there twice. */
  requireComplete(): void {
    for (const batch of this.current()) {
      const decided = batch.watched.map(({ batchId }) => batchId);
      const holding = this.world
        .issuedFor(rangeOf(batch))
        .filter(({ batchId, stored, givenUp }) => stored && !givenUp && !decided.includes(batchId));
      const ids = holding.map(({ batchId }) => batchId);
      if (wordOnLines(batch.state).accepted || batch.state === 'rejected')
        expect(ids).toEqual([batch.delivery?.batchId]);
      else expect(ids.filter((id) => id !== batch.delivery?.batchId)).toEqual([]);
      if (batch.state === 'failed') expect(batch.error).toBeDefined();
    }
  }

  async end(): Promise<void> {
    const stopped = this.#queue.stop();
    while (this.world.pending > 0) this.world.decide(0, 'well');
    await stopped;
    this.#store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Whether the question is about the batch itself, or about an abandoned id of it. */
function isAskedAbout(stored: Batch | undefined, effect: Performance['effect']): boolean {
  if (stored === undefined || effect.kind !== 'ask-status') return false;
  if (stored.watched.some(({ batchId }) => batchId === effect.batchId)) return true;
  return ['verifying', 'unknown', 'processing'].includes(stored.state);
}

type Turn =
  | { kind: 'effect'; which: number; course: Course }
  | { kind: 'crash' }
  /** The world has acted, and the process dies before it can record that. */
  | { kind: 'crash-before-the-record'; which: number; course: Course }
  | { kind: 'person'; which: number; does: 'pause' | 'resume' | 'cancel' | 'retry' }
  | { kind: 'host-is-allowed' }
  | { kind: 'time-passes'; ms: number }
  | { kind: 'clock-is-set'; by: number };

class Command implements fc.AsyncCommand<object, Day> {
  readonly #turn: Turn;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, day: Day): Promise<void> {
    const turn = this.#turn;
    switch (turn.kind) {
      case 'effect':
        day.world.decide(turn.which, turn.course);
        break;
      case 'crash':
        day.crash();
        break;
      case 'crash-before-the-record':
        day.world.decideUnheard(turn.which, turn.course);
        day.crash();
        break;
      case 'person':
        day.act(turn.does, turn.which);
        break;
      case 'host-is-allowed':
        day.allow();
        break;
      case 'time-passes':
        await day.clock.advance(turn.ms);
        break;
      case 'clock-is-set':
        day.clock.set(day.clock.now() + turn.by);
        break;
      default:
        assertNever(turn);
    }
    await settle();
    day.requireSound();
  }

  toString(): string {
    return JSON.stringify(this.#turn);
  }
}

const which = fc.nat({ max: 9 });
/** The events that must coincide before the arrival of a file is unknown. */
const losses: Course[] = ['cut-after-the-last-block', 'reply-lost', 'address-expires', 'another-host'];
const course = fc.oneof(
  { arbitrary: fc.constant<Course>('well'), weight: 4 },
  { arbitrary: fc.constantFrom(...losses), weight: 2 },
  { arbitrary: fc.constantFrom(...courses), weight: 2 },
);
const turns: fc.Arbitrary<Turn>[] = [
  ...Array.from({ length: 4 }, () => fc.record({ kind: fc.constant('effect' as const), which, course })),
  fc.record({ kind: fc.constant('time-passes' as const), ms: fc.constantFrom(SECOND, 10 * SECOND, 3 * MINUTE, HOUR) }),
  fc.record({ kind: fc.constant('time-passes' as const), ms: fc.constantFrom(SECOND, 10 * SECOND, 3 * MINUTE) }),
  fc.constant<Turn>({ kind: 'crash' }),
  fc.constant<Turn>({ kind: 'host-is-allowed' }),
  fc.record({ kind: fc.constant('crash-before-the-record' as const), which, course }),
  fc.record({
    kind: fc.constant('person' as const),
    which,
    does: fc.constantFrom('pause' as const, 'resume', 'cancel', 'retry'),
  }),
  fc.record({ kind: fc.constant('clock-is-set' as const), by: fc.constantFrom(-25 * HOUR, -HOUR, HOUR, 25 * HOUR) }),
];
const stories = fc.commands(
  turns.map((turn) => turn.map((each) => new Command(each))),
  { maxCommands: 80, size: 'max' },
);

it('nothing is lost and nothing is doubled on any bad day', async () => {
  await fc.assert(
    fc.asyncProperty(
      stories,
      fc.constantFrom(undefined, 'AWAITING_UPLOAD', 'VALIDATION_STARTED'),
      async (commands, word) => {
        const day = new Day(word);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: day }), commands);
          await day.clearUp();
          day.requireSound();
          day.requireComplete();
        } finally {
          await day.end();
        }
      },
    ),
    { numRuns: runs(40, 15_000) },
  );
});
