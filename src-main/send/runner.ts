/**
 * @file Carries batches through the state machine: gives free slots to the batches whose time has come, stores each
 * transition before its effects, performs them, and feeds the outcomes back.
 */

import type { LaterStep } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import { HOUR, SECOND } from '../ground/clock.ts';
import type { LineSet } from '../ground/line-set.ts';
import { type Bound, keyOf } from '../wire/credentials/connection.ts';
import { Alarm } from './alarm.ts';
import { type Batch, type BatchNumber, isFinished } from './batch.ts';
import { occasionOf } from './batch-history.ts';
import { DepartureGate } from './departure-gate.ts';
import { type Fence, noFence } from './fence.ts';
import { Holds } from './holds.ts';
import { type HeldByHours, HoursGate } from './hours-gate.ts';
import { type BatchEvent, type Effect, nextStep, pauseOf, transition } from './machine/machine.ts';
import { isHeldReport, isSharedTrouble } from './machine/retry-policy.ts';
import {
  laterSteps,
  type OpenBatch,
  type OpenOver,
  openOver,
  type RunnerSituation,
  situationOf,
} from './open-situation.ts';
import { isSilence, isTaken, Reachability } from './reachability.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { isFirstWith, isOutcome, showsWay, waitsFor } from './shared-trouble.ts';
import { type Ready, Slots, type Taken } from './slots.ts';
import type { Submission } from './submission.ts';

/** After a look it rests for so many times as long as that took, but not so long that a person notices. */
const LOOK_SHARE = 9;
const LONGEST_REST = SECOND / 4;

interface Activity extends Taken {
  /** How often holds had been released when it began: what it finds is about what was before later releases. */
  releases: number;
  controller: AbortController;
  finished: Promise<void>;
}

/** What the service says that was not asked as a step of the batch, and what a copy of the data folder may have done. */
type Learnt = Extract<
  BatchEvent,
  { kind: 'abandoned-status' | 'status' | 'status-missing' | 'status-failed' | 'may-have-left' | 'sent-elsewhere' }
>;

export class Runner {
  readonly #ports: RunnerPorts;
  readonly #submissions = new Map<number, Submission>();
  /** Every batch that still has a next step. */
  readonly #open = new Map<BatchNumber, Batch>();
  readonly #active = new Map<BatchNumber, Activity>();
  /** Of these, a pause lets come to its end what is being sent. */
  readonly #finishing = new Set<Submission['id']>();
  /** Batches that were adopted while an earlier step of theirs was still ending. */
  readonly #adoptedMeanwhile = new Set<BatchNumber>();
  readonly #holds: Holds;
  /** Destinations to which no step is taken for the moment. */
  readonly #resting = new Set<string>();
  readonly #slots: Slots;
  readonly #alarm: Alarm;
  readonly #reachability: Reachability;
  readonly #fence: Fence;
  readonly #gate: DepartureGate;
  readonly #hours: HoursGate;
  /** By `keyOf`: what is hurried with many others at once, and how many batches of it are due. */
  readonly #hurried = new Map<string, number>();
  #releases = 0;
  #isScheduled = false;
  /** By the steady clock. Of thousands of batches a look takes milliseconds, and each file that is checked asks for one. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #running = false;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    this.#slots = new Slots(ports.limits);
    this.#alarm = new Alarm(ports.clock, () => this.#schedule());
    this.#holds = new Holds(ports.clock);
    this.#hours = new HoursGate(ports);
    this.#reachability = new Reachability(ports.clock);
    this.#fence = ports.fence ?? noFence;
    const onFailure = (error: AppError) => this.#fail(error);
    this.#gate = new DepartureGate({ ...ports, fence: this.#fence, onFailure });
  }

  /** Begins to work on all that was adopted; after a stop it continues as after a crash, from what is stored. */
  start(): void {
    this.#running = true;
    this.#scheduleSoon();
  }

  /** Forgets what it was about to do, of all or of one submission: what is stored says otherwise. Adopt that afterwards. */
  forget(submission?: Submission['id']): void {
    for (const batch of [...this.#open.values()])
      if (submission === undefined || batch.submission === submission) this.#close(batch);
  }

  /** Ends what is under way, stores where it stopped, and resolves when nothing moves any more. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#alarm.stop();
    await this.#interrupt(() => true);
  }

  /** What is being sent of it is sent to its end, although it is about to be paused. */
  letFinish(submission: Submission['id']): void {
    this.#finishing.add(submission);
  }

  /** Takes charge of a submission's batches, or learns that the submission has changed (paused, resumed). */
  adopt(submission: Submission, batches: readonly Batch[] = []): void {
    this.#submissions.set(submission.id, submission);
    for (const batch of batches) {
      if (!this.carries(batch)) continue;
      this.#open.set(batch.number, batch);
      const active = this.#active.get(batch.number);
      if (active === undefined) {
        this.#apply(batch.number, { kind: 'restarted' });
        continue;
      }
      // What is under way began with another batch in mind, perhaps with another id: what comes of it says nothing of this one.
      this.#adoptedMeanwhile.add(batch.number);
      active.controller.abort(new AppError('upload.interrupted', {}));
    }
    if (!submission.paused) this.#finishing.delete(submission.id);
    else if (!this.#finishing.has(submission.id))
      void this.#interrupt((one) => one.slot === 'upload' && one.submission.id === submission.id);
    this.#scheduleSoon();
  }

  /** Whether this desk carries a batch, and not another one of its team. What has ended, each desk may read of. */
  carries(batch: Batch): boolean {
    return !this.#isShared(batch) || isEndState(batch.state) || this.#fence.holds(batch);
  }

  /** Another desk has this batch now: what is under way of it is ended, and what comes of it is not stored any more. */
  async drop(number: BatchNumber): Promise<void> {
    this.#open.delete(number);
    await this.#interrupt((one) => one === this.#active.get(number));
  }

  /** The submissions that a person looks at: the service is asked about them first. */
  watch(submissions: ReadonlySet<number>): void {
    this.#slots.watch(submissions);
  }

  /** Something that decides who may continue has changed (a limit): looks again. */
  refresh(): void {
    this.#scheduleSoon();
  }

  /** @throws AppError disk.full, folder.*, queue.*: it is not cancelled, since that could not be stored */
  cancel(number: BatchNumber): void {
    const batch = this.#open.get(number);
    if (batch !== undefined) this.#change(batch, { kind: 'cancel' });
  }

  /** Gives up a batch of the team that no desk has begun, as far as this one knows; the ledger decides. @throws as cancel */
  giveUp(batch: Batch): void {
    if (this.carries(batch) || batch.state !== 'waiting') return;
    const given = batch.team === undefined ? batch : { ...batch, team: { ...batch.team, isGivenUp: true as const } };
    this.#change(given, { kind: 'cancel' });
  }

  /** A batch of which it is not known whether it arrived goes again under a new id. @throws as cancel */
  sendAgain(batch: Batch): void {
    if (this.carries(batch)) {
      const open = this.#open.get(batch.number);
      if (open !== undefined) this.#change(open, { kind: 'send-again' });
    } else if (batch.team !== undefined) {
      // Another desk of the team has it, so the ledger decides.
      this.#change({ ...batch, team: { ...batch.team, isSentAgain: true } }, { kind: 'send-again' });
      this.#open.delete(batch.number);
    }
    this.#scheduleSoon();
  }

  /** The report of a batch that has ended is asked for once more. @throws as cancel */
  askForReport(batch: Batch): void {
    this.#change(batch, { kind: 'report-again' });
    this.#scheduleSoon();
  }

  /** What is learnt of a batch besides its steps; it may have ended. */
  note(batch: Batch, event: Learnt): void {
    this.#tryChange(this.#open.get(batch.number) ?? batch, event);
    this.#scheduleSoon();
  }

  /**
   * Ends what is under way to these destinations, and begins nothing there until what it gives back is called. Resolves when
   * nothing moves there any more.
   */
  async rest(destinations: ReadonlySet<string>): Promise<() => void> {
    for (const destination of destinations) this.#resting.add(destination);
    await this.#interrupt(({ submission }) => destinations.has(submission.destination));
    return () => {
      for (const destination of destinations) this.#resting.delete(destination);
      this.#scheduleSoon();
    };
  }

  /** Tries held connections once more, because somebody has seen to it. Returns those that were on hold. */
  releaseHolds(): Bound[] {
    const held = this.#holds.endAll();
    this.#releases += 1;
    for (const { number, reportError } of [...this.#open.values()]) {
      const isHeld = reportError !== undefined && isHeldReport(reportError);
      if (isHeld && !this.#active.has(number)) this.#apply(number, { kind: 'restarted' });
    }
    this.#scheduleSoon();
    return held;
  }

  /**
   * Takes the next step of all that waits for this connection at once, in order; only a pause that the other side asked for is
   * kept. Returns how many batches are due now.
   */
  hurry(bound: Bound): number {
    const hurried = this.#hurried.get(keyOf(bound));
    if (hurried !== undefined) return hurried;
    const due = this.#hasten(bound, () => true);
    this.#hurried.set(keyOf(bound), due);
    this.#scheduleSoon();
    return due;
  }

  /** What was sealed can be opened again: what waited for that is due, over each connection. */
  noteOpenSecrets(): void {
    const waiting = [...this.#open.values()].flatMap(({ submission }) => this.#submissions.get(submission) ?? []);
    for (const bound of new Map(waiting.map((one) => [keyOf(one), one])).values())
      this.#hasten(bound, ({ error, reportError }) =>
        [error, reportError].some((one) => one?.code === 'secret.store-closed'),
      );
    this.#scheduleSoon();
  }

  /** @returns how many of them wait for nothing more but their turn */
  #hasten(bound: Bound, isMeant: (batch: Batch) => boolean): number {
    const now = this.#ports.clock.now();
    let due = 0;
    for (const batch of [...this.#open.values()]) {
      const submission = this.#submissions.get(batch.submission);
      if (submission === undefined || keyOf(submission) !== keyOf(bound) || !isMeant(batch)) continue;
      if (this.#active.has(batch.number) || this.#needsPerson(batch)) continue;
      this.#apply(batch.number, { kind: 'restarted' });
      if (pauseOf(this.#open.get(batch.number) ?? batch, now) === 0) due += 1;
    }
    return due;
  }

  /** What of each connection has a next step, and the connections of which a host is not reached. */
  waiting(): OpenOver[] {
    return openOver(this.#openNow(), this.#reachability.silent);
  }

  /** Why a host of this connection is not reached, if so. */
  silenceOf(bound: Bound): ErrorRecord | undefined {
    return this.#reachability.silenceOf(bound);
  }

  /** The connections on hold until this storage host is allowed. */
  heldFor(host: string): Bound[] {
    return this.#holds.forHost(host);
  }

  /** What of a submission waits for the sending hours of its connection. */
  hoursOf(submission: Submission['id']): HeldByHours {
    return this.#hours.of(submission);
  }

  holdOf(bound: Bound): ErrorRecord | undefined {
    return this.#holds.of(bound);
  }

  situation(): RunnerSituation {
    return situationOf(this.#openNow(), this.#reachability, this.#ports.clock.now());
  }

  /** When the open batches that wait for a time take their next steps. */
  later(): LaterStep[] {
    return laterSteps(this.#openNow(), this.#ports.clock.now());
  }

  #openNow(): OpenBatch[] {
    return Array.from(this.#open.values(), (batch) => ({
      batch,
      submission: this.#submissions.get(batch.submission),
      isActive: this.#active.has(batch.number),
      isTrial: this.#isTrial(batch),
      needsPerson: this.#needsPerson(batch) || this.#hours.needsPerson(batch),
      hours: this.#hours.of(batch.submission).get(batch.number),
    }));
  }

  /** Once what is being changed is stored, since steps begin then; a thousand changes at once are one reason to look. */
  #scheduleSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#hurried.clear();
      this.#schedule();
    });
  }

  #schedule(): void {
    if (!this.#running) return;
    const { clock } = this.#ports;
    const [now, began] = [clock.now(), clock.steady()];
    if (began < this.#restsUntil) {
      this.#alarm.set(now + this.#restsUntil - began);
      return;
    }
    const ready: Ready[] = [];
    let next = Number.POSITIVE_INFINITY;
    const canBeTried = (number: BatchNumber) => {
      const batch = this.#open.get(number);
      return batch !== undefined && !this.#isHeldBack(batch);
    };
    for (const batch of this.#open.values()) {
      const slot = nextStep(batch);
      const submission = this.#submissions.get(batch.submission);
      if (slot === undefined || submission === undefined) continue;
      if (this.#active.has(batch.number) || this.#isHeldBack(batch)) continue;
      if (this.#isFenced(batch) && !this.#fence.mayBegin(batch)) continue;
      const triedFrom = this.#holds.triedFrom(submission, batch.number, canBeTried);
      if (triedFrom === undefined) continue;
      const storagePause = this.#ports.storagePause?.(slot, submission) ?? 0;
      // Looked at every hour: the hours may be others by then, and a timer has an end.
      const hours = slot === 'upload' ? Math.min(this.#hours.pauseOf(batch, submission), HOUR) : 0;
      const pause = Math.max(pauseOf(batch, now), triedFrom - now, storagePause, hours);
      if (pause > 0) next = Math.min(next, now + pause);
      else ready.push({ batch, slot, submission });
    }
    const firstOf = () => this.#slots.firstOf(ready, [...this.#active.values()], now);
    for (let first = firstOf(); first !== undefined && this.#running; first = firstOf()) {
      // Each is offered once: a step that ends at once, on a full disk for example, must not be offered for ever.
      ready.splice(ready.indexOf(first), 1);
      this.#occupy(first);
    }
    for (const { batch, slot } of ready) if (slot === 'upload' && batch.notBefore > 0) this.#noteDue(batch);
    const ended = clock.steady();
    this.#restsUntil = ended + Math.min(LONGEST_REST, LOOK_SHARE * (ended - began));
    this.#alarm.set(next);
  }

  /** Its pause is over, and it waits only for its turn. */
  #noteDue(batch: Batch): void {
    const due = { ...batch, notBefore: 0 };
    this.#open.set(batch.number, due);
    this.#ports.onDue(due);
  }

  #isShared(batch: Batch): boolean {
    return this.#submissions.get(batch.submission)?.team !== undefined;
  }

  /** Whether the ledger has to be told before each effect. */
  #isFenced(batch: Batch): boolean {
    return this.#isShared(batch) && (!isEndState(batch.state) || this.#fence.holds(batch));
  }

  #needsPerson(batch: Batch): boolean {
    const submission = this.#submissions.get(batch.submission);
    return submission === undefined || this.holdOf(submission) !== undefined || this.#isHeldBack(batch);
  }

  /** Whether it is the one that finds out whether its connection is still on hold. */
  #isTrial(batch: Batch): boolean {
    const submission = this.#submissions.get(batch.submission);
    return submission !== undefined && this.#holds.isTrial(submission, batch.number);
  }

  #isHeldBack(batch: Batch): boolean {
    const submission = this.#submissions.get(batch.submission);
    if (submission === undefined) return true;
    if (this.#resting.has(submission.destination)) return true;
    return (submission.paused || this.#gate.isInDoubt) && nextStep(batch) === 'upload';
  }

  /** Occupies a slot until the step, and what directly follows from it, is done. */
  #occupy({ batch, slot, submission }: Ready): void {
    const giveBack = this.#slots.take({ slot, submission });
    const controller = new AbortController();
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const releases = this.#releases;
    this.#active.set(batch.number, { slot, submission, releases, controller, finished });
    void (async () => {
      const leaving = slot === 'upload' ? this.#leaving(batch.number) : undefined;
      let event: BatchEvent | undefined = (leaving && this.#gate.alteration(leaving)) ?? { kind: 'begin' };
      while (event !== undefined) {
        const effects: Effect[] = this.#apply(batch.number, event);
        event = undefined;
        for (const effect of effects) event = (await this.#perform(batch.number, effect, controller.signal)) ?? event;
        if (this.#adoptedMeanwhile.has(batch.number)) break;
      }
      this.#active.delete(batch.number);
      if (this.#open.get(batch.number)?.state === 'waiting') giveBack();
      const isReleased = releases < this.#releases;
      if (this.#adoptedMeanwhile.delete(batch.number) || isReleased) this.#apply(batch.number, { kind: 'restarted' });
      resolve();
      this.#schedule();
    })();
  }

  #leaving(number: BatchNumber) {
    const batch = this.#open.get(number);
    const submission = batch && this.#submissions.get(batch.submission);
    return batch && submission && { batch, submission, isFenced: this.#isFenced(batch) };
  }

  async #perform(number: BatchNumber, effect: Effect, signal: AbortSignal): Promise<BatchEvent | undefined> {
    if (effect.kind === 'abort' || effect.kind === 'hold-connection') return undefined;
    const leaving = this.#leaving(number);
    // Only what is approved has batches.
    if (leaving?.submission.stage !== 'approved') return undefined;
    const { batch, submission } = leaving;
    const { performer, onSent } = this.#ports;
    const performance = {
      effect,
      batch,
      submission,
      signal,
      onSent: (bytes: number) => {
        if (this.#reachability.noteSent(submission, bytes)) this.#tellContact(submission);
        if (isTaken(bytes) && this.#isTrial(batch)) this.#release(submission);
        onSent(batch, bytes);
      },
      onLastBlock: () => {
        const store = () => void this.#apply(number, { kind: 'last-block' });
        return this.#gate.lastBlock(() => this.#leaving(number), store, signal);
      },
    };
    if (!(await this.#gate.mayPerform(effect, leaving, signal))) return { kind: 'restarted' };
    const event = await performer
      .perform(performance)
      .then((outcome) => outcome && this.#gate.withoutRepeated(batch, outcome))
      .catch((thrown: unknown) => {
        this.#fail(toAppError(thrown));
        return undefined;
      });
    if (event === undefined) return undefined;
    if (this.#reachability.note(submission, event)) this.#tellContact(submission);
    if (this.#isTrial(batch) && showsWay(event)) this.#release(submission);
    return event;
  }

  /** What stopped the connection is over. */
  #release({ connection, destination }: Bound): void {
    const bound = { connection, destination };
    this.#holds.end(bound);
    this.#ports.onRelease(bound);
    this.#scheduleSoon();
  }

  /** Something else was asked of the service of a connection. */
  noteContact(bound: Bound, failure: ErrorRecord | undefined): void {
    if (this.#reachability.noteService(bound, failure)) this.#tellContact(bound);
  }

  /** Where its hosts answer again, what waited for that is due. */
  #tellContact({ connection, destination }: Bound): void {
    const bound = { connection, destination };
    this.#ports.onContact(bound);
    if (this.silenceOf(bound) !== undefined) return;
    this.#hasten(bound, ({ error, reportError }) =>
      [error, reportError].some((one) => one !== undefined && isSilence(one)),
    );
    this.#scheduleSoon();
  }

  #apply(number: BatchNumber, event: BatchEvent): Effect[] {
    const before = this.#open.get(number);
    return before === undefined ? [] : this.#tryChange(before, event);
  }

  /** As #change, for what nobody waits for: where it cannot be stored, the queue says so and stands still. */
  #tryChange(before: Batch, event: BatchEvent): Effect[] {
    try {
      return this.#change(before, event);
    } catch (thrown) {
      if (thrown instanceof AppError) return [];
      throw thrown;
    }
  }

  /**
   * One event: the transition is stored, then made known; its effects are the caller's to perform.
   * @throws AppError where it cannot be stored; nothing has changed then
   */
  #change(before: Batch, event: BatchEvent): Effect[] {
    const { number } = before;
    const { store, clock, random, onBatch } = this.#ports;
    const submission = this.#submissions.get(before.submission);
    const { batch, effects } = transition(before, event, {
      now: clock.now(),
      random: random(),
      patience: this.#ports.patience(),
      bytesPerSecond: submission && this.#ports.bytesPerSecond(submission),
      isFirst: 'error' in event && this.#isFirstWith(before, event.error),
      onUnknown: submission?.options.onUnknown,
    });
    if (event.kind === 'restarted' && batch.state === before.state) {
      // An earlier time is no fact to be kept, and thousands of writes would hold up every start.
      this.#open.set(number, batch);
      if (batch !== before) this.#ports.onDue(batch);
    } else if (batch !== before) {
      try {
        store.saveBatch(batch, occasionOf(before, batch, event, clock.now()), namedLines(event));
      } catch (thrown) {
        const error = toAppError(thrown);
        this.#fail(error);
        throw error;
      }
      if (isFinished(batch)) this.#close(batch);
      else this.#open.set(number, batch);
      onBatch(batch, { before, cause: event.kind, error: 'error' in event ? event.error : undefined });
    } else if (isFinished(batch)) {
      this.#close(batch);
    }
    for (const effect of effects) this.#obey(batch, effect);
    if (submission !== undefined && isOutcome(event)) this.#hastenAfter(before, event, submission);
    return effects;
  }

  #close(batch: Batch): void {
    this.#open.delete(batch.number);
    this.#hours.release(batch);
  }

  /** Whether no other one of its connection before it finds out about the same trouble. */
  #isFirstWith(batch: Batch, error: ErrorRecord | undefined): boolean {
    const submission = this.#submissions.get(batch.submission);
    if (submission === undefined) return false;
    return isFirstWith(batch, error, this.#open.values(), (other) => {
      const bound = this.#submissions.get(other.submission);
      return bound !== undefined && keyOf(bound) === keyOf(submission) && !this.#needsPerson(other);
    });
  }

  /** Where one has got through, or waits no more, what waits for the same host is due. */
  #hastenAfter(before: Batch, event: BatchEvent, bound: Bound): void {
    for (const error of [before.error, before.reportError]) {
      if (error === undefined || !isSharedTrouble(error)) continue;
      if (!('error' in event) || event.error?.code !== error.code)
        this.#hasten(bound, (other) => other.number !== before.number && waitsFor(other, error.code));
    }
  }

  #obey(batch: Batch, effect: Effect): void {
    if (effect.kind === 'abort') void this.#interrupt((one) => one === this.#active.get(batch.number));
    if (effect.kind === 'hold-connection') {
      const submission = this.#submissions.get(batch.submission);
      if (submission === undefined) return;
      // A person has seen to it while this was under way: it is tried with what holds now.
      if ((this.#active.get(batch.number)?.releases ?? this.#releases) < this.#releases) return;
      if (this.#holds.add(submission, effect.error, batch.number)) this.#ports.onHold(submission, effect.error);
    }
  }

  /** Ends what is under way of these; resolves when nothing of it moves any more. */
  async #interrupt(isMeant: (activity: Activity) => boolean): Promise<void> {
    const ending = [...this.#active.values()].filter(isMeant);
    for (const { controller } of ending) controller.abort(new AppError('upload.interrupted', {}));
    await Promise.all(ending.map(({ finished }) => finished));
  }

  #fail(error: AppError): void {
    if (!this.#running) return;
    void this.stop();
    this.#ports.onFailure(error);
  }
}

/** The lines that a report has just named. */
function namedLines(event: BatchEvent): LineSet | undefined {
  return event.kind === 'report-kept' && event.said.kind === 'lines' ? event.said.rejected : undefined;
}
