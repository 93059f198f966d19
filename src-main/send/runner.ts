/**
 * @file Carries batches through the state machine: takes the next step of each whose turn it is, performs its effects once the
 * transition is stored, and feeds the outcomes back.
 */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import { type Bound, keyOf } from '../wire/credentials/connection.ts';
import type { Batch, BatchNumber } from './batch.ts';
import { CarriedBatches } from './carried-batches.ts';
import { DepartureGate } from './departure-gate.ts';
import { noFence } from './fence.ts';
import { type BatchEvent, type Effect, pauseOf } from './machine/machine.ts';
import { isHeldReport, isSharedTrouble } from './machine/retry-policy.ts';
import { isSilence } from './reachability.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { isOutcome, waitsFor } from './shared-trouble.ts';
import type { Ready, Taken } from './slots.ts';
import type { Submission } from './submission.ts';
import { Turns } from './turns.ts';
import { Waits } from './waits.ts';

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
  /** Why what is open does not go on. */
  readonly waits: Waits;
  readonly #ports: RunnerPorts;
  readonly #carried: CarriedBatches;
  readonly #turns: Turns;
  readonly #gate: DepartureGate;
  readonly #active = new Map<BatchNumber, Activity>();
  /** Of these, a pause lets come to its end what is being sent. */
  readonly #finishing = new Set<Submission['id']>();
  /** Batches that were adopted while an earlier step of theirs was still ending. */
  readonly #adoptedMeanwhile = new Set<BatchNumber>();
  /** By `keyOf`: what is hurried with many others at once, and how many batches of it are due. */
  readonly #hurried = new Map<string, number>();
  #releases = 0;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    const { fence = noFence } = ports;
    const onFailure = (error: AppError) => this.#fail(error);
    this.#gate = new DepartureGate({ ...ports, fence, onFailure });
    this.#carried = new CarriedBatches({
      ...ports,
      fence,
      onFailure,
      needsPerson: (batch) => this.waits.needsPerson(batch),
      onEvent: (before, event, after, effects) => this.#follow(before, event, after, effects),
      onClosed: (batch) => this.waits.noteClosed(batch),
    });
    this.waits = new Waits({
      ...ports,
      fence,
      carried: this.#carried,
      isActive: (number) => this.#active.has(number),
      isInDoubt: () => this.#gate.isInDoubt,
      onContact: (bound) => this.#noteContact(bound),
      onOver: () => this.refresh(),
    });
    this.#turns = new Turns({
      ...ports,
      candidates: (now) => this.waits.candidates(now),
      taken: () => [...this.#active.values()],
      begin: (ready, giveBack) => this.#occupy(ready, giveBack),
      onDue: (batch) => this.#carried.noteDue(batch),
    });
  }

  /** Begins to work on all that was adopted; after a stop it continues as after a crash, from what is stored. */
  start(): void {
    this.#turns.start();
  }

  /** Forgets what it was about to do, of all or of one submission: what is stored says otherwise. Adopt that afterwards. */
  forget(submission?: Submission['id']): void {
    this.#carried.forget(submission);
  }

  /** Ends what is under way, stores where it stopped, and resolves when nothing moves any more. */
  async stop(): Promise<void> {
    this.#turns.stop();
    await this.#interrupt(() => true);
  }

  /** What is being sent of it is sent to its end, although it is about to be paused. */
  letFinish(submission: Submission['id']): void {
    this.#finishing.add(submission);
  }

  /** Takes charge of a submission's batches, or learns that the submission has changed (paused, resumed). */
  adopt(submission: Submission, batches: readonly Batch[] = []): void {
    this.#carried.noteSubmission(submission);
    for (const batch of batches) {
      if (!this.carries(batch)) continue;
      this.#carried.takeOver(batch);
      const active = this.#active.get(batch.number);
      if (active === undefined) {
        this.#carried.apply(batch.number, { kind: 'restarted' });
        continue;
      }
      // What is under way began with another batch in mind, perhaps with another id: what comes of it says nothing of this one.
      this.#adoptedMeanwhile.add(batch.number);
      active.controller.abort(new AppError('upload.interrupted', {}));
    }
    if (!submission.paused) this.#finishing.delete(submission.id);
    else if (!this.#finishing.has(submission.id))
      void this.#interrupt((one) => one.slot === 'upload' && one.submission.id === submission.id);
    this.#turns.lookSoon();
  }

  /** Whether this desk carries a batch, and not another one of its team. What has ended, each desk may read of. */
  carries(batch: Batch): boolean {
    return this.#carried.carries(batch);
  }

  /** Another desk has this batch now: what is under way of it is ended, and what comes of it is not stored any more. */
  async drop(number: BatchNumber): Promise<void> {
    this.#carried.drop(number);
    await this.#interrupt((one) => one === this.#active.get(number));
  }

  /** The submissions that a person looks at: the service is asked about them first. */
  watch(submissions: ReadonlySet<number>): void {
    this.#turns.watch(submissions);
  }

  /** Something that decides who may continue has changed (a limit): looks again. */
  refresh(): void {
    this.#turns.lookSoon();
  }

  /** @throws AppError disk.full, folder.*, queue.*: it is not cancelled, since that could not be stored */
  cancel(number: BatchNumber): void {
    const batch = this.#carried.get(number);
    if (batch !== undefined) this.#carried.change(batch, { kind: 'cancel' });
  }

  /** Gives up a batch of the team that no desk has begun, as far as this one knows; the ledger decides. @throws as cancel */
  giveUp(batch: Batch): void {
    if (this.carries(batch) || batch.state !== 'waiting') return;
    const given = batch.team === undefined ? batch : { ...batch, team: { ...batch.team, isGivenUp: true as const } };
    this.#carried.change(given, { kind: 'cancel' });
  }

  /** A batch of which it is not known whether it arrived goes again under a new id. @throws as cancel */
  sendAgain(batch: Batch): void {
    if (this.carries(batch)) {
      const open = this.#carried.get(batch.number);
      if (open !== undefined) this.#carried.change(open, { kind: 'send-again' });
    } else if (batch.team !== undefined) {
      // Another desk of the team has it, so the ledger decides.
      this.#carried.change({ ...batch, team: { ...batch.team, isSentAgain: true } }, { kind: 'send-again' });
      this.#carried.drop(batch.number);
    }
    this.#turns.lookSoon();
  }

  /** The report of a batch that has ended is asked for once more. @throws as cancel */
  askForReport(batch: Batch): void {
    this.#carried.change(batch, { kind: 'report-again' });
    this.#turns.lookSoon();
  }

  /** What is learnt of a batch besides its steps; it may have ended. */
  note(batch: Batch, event: Learnt): void {
    this.#carried.tryChange(this.#carried.get(batch.number) ?? batch, event);
    this.#turns.lookSoon();
  }

  /**
   * Ends what is under way to these destinations, and begins nothing there until what it gives back is called. Resolves when
   * nothing moves there any more.
   */
  async rest(destinations: ReadonlySet<string>): Promise<() => void> {
    const goOn = this.waits.rest(destinations);
    await this.#interrupt(({ submission }) => destinations.has(submission.destination));
    return goOn;
  }

  /** Tries held connections once more, because somebody has seen to it. Returns those that were on hold. */
  releaseHolds(): Bound[] {
    const held = this.waits.endHolds();
    this.#releases += 1;
    for (const { number, reportError } of this.#carried.open()) {
      const isHeld = reportError !== undefined && isHeldReport(reportError);
      if (isHeld && !this.#active.has(number)) this.#carried.apply(number, { kind: 'restarted' });
    }
    this.#turns.lookSoon();
    return held;
  }

  /**
   * Takes the next step of all that waits for this connection at once, in order; only a pause that the other side asked for is
   * kept. Returns how many batches are due now.
   */
  hurry(bound: Bound): number {
    const hurried = this.#hurried.get(keyOf(bound));
    if (hurried !== undefined) return hurried;
    if (this.#hurried.size === 0) queueMicrotask(() => this.#hurried.clear());
    const due = this.#hasten(() => true, bound);
    this.#hurried.set(keyOf(bound), due);
    this.#turns.lookSoon();
    return due;
  }

  /** What was sealed can be opened again: what waited for that is due, over each connection. */
  noteOpenSecrets(): void {
    this.#hasten((batch) => waitsFor(batch, 'secret.store-closed'));
    this.#turns.lookSoon();
  }

  /** @param bound only over this connection @returns how many of them wait for nothing more but their turn */
  #hasten(isMeant: (batch: Batch) => boolean, bound?: Bound): number {
    const now = this.#ports.clock.now();
    let due = 0;
    for (const batch of this.#carried.open()) {
      const submission = this.#carried.submissionOf(batch);
      if (submission === undefined || !isMeant(batch)) continue;
      if (bound !== undefined && keyOf(submission) !== keyOf(bound)) continue;
      if (this.#active.has(batch.number) || this.waits.needsPerson(batch)) continue;
      this.#carried.apply(batch.number, { kind: 'restarted' });
      if (pauseOf(this.#carried.get(batch.number) ?? batch, now) === 0) due += 1;
    }
    return due;
  }

  /** Occupies a slot until the step, and what directly follows from it, is done. */
  #occupy({ batch, slot, submission }: Ready, giveBack: () => void): void {
    const controller = new AbortController();
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const releases = this.#releases;
    this.#active.set(batch.number, { slot, submission, releases, controller, finished });
    void (async () => {
      const leaving = slot === 'upload' ? this.#leaving(batch.number) : undefined;
      let event: BatchEvent | undefined = (leaving && this.#gate.alteration(leaving)) ?? { kind: 'begin' };
      while (event !== undefined) {
        const effects: Effect[] = this.#carried.apply(batch.number, event);
        event = undefined;
        for (const effect of effects) event = (await this.#perform(batch.number, effect, controller.signal)) ?? event;
        if (this.#adoptedMeanwhile.has(batch.number)) break;
      }
      this.#active.delete(batch.number);
      if (this.#carried.get(batch.number)?.state === 'waiting') giveBack();
      const isReleased = releases < this.#releases;
      if (this.#adoptedMeanwhile.delete(batch.number) || isReleased)
        this.#carried.apply(batch.number, { kind: 'restarted' });
      resolve();
      this.#turns.look();
    })();
  }

  #leaving(number: BatchNumber) {
    const batch = this.#carried.get(number);
    const submission = batch && this.#carried.submissionOf(batch);
    return batch && submission && { batch, submission, isFenced: this.#carried.isFenced(batch) };
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
        this.waits.noteSent(batch, submission, bytes);
        onSent(batch, bytes);
      },
      onLastBlock: () => {
        const store = () => void this.#carried.apply(number, { kind: 'last-block' });
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
    if (event !== undefined) this.waits.noteOutcome(batch, submission, event);
    return event;
  }

  /** Where its hosts answer again, what waited for that is due. */
  #noteContact(bound: Bound): void {
    this.#ports.onContact(bound);
    if (this.waits.silenceOf(bound) !== undefined) return;
    const isSilenced = ({ error, reportError }: Batch) =>
      [error, reportError].some((one) => one !== undefined && isSilence(one));
    this.#hasten(isSilenced, bound);
    this.#turns.lookSoon();
  }

  /** What follows from an event besides the effects that are performed. */
  #follow(before: Batch, event: BatchEvent, after: Batch, effects: readonly Effect[]): void {
    const submission = this.#carried.submissionOf(before);
    const active = this.#active.get(before.number);
    for (const effect of effects) {
      if (effect.kind === 'abort') void this.#interrupt((one) => one === active);
      // Once a person has seen to it while this was under way, it is tried with what holds now.
      const isCurrent = active === undefined || active.releases === this.#releases;
      if (effect.kind === 'hold-connection' && submission !== undefined && isCurrent)
        this.waits.hold(after, submission, effect.error);
    }
    if (submission !== undefined && isOutcome(event)) this.#hastenAfter(before, event, submission);
  }

  /** Where one has got through, or waits no more, what waits for the same host is due. */
  #hastenAfter(before: Batch, event: BatchEvent, bound: Bound): void {
    for (const error of [before.error, before.reportError]) {
      if (error === undefined || !isSharedTrouble(error)) continue;
      if (!('error' in event) || event.error?.code !== error.code)
        this.#hasten((other) => other.number !== before.number && waitsFor(other, error.code), bound);
    }
  }

  /** Ends what is under way of these; resolves when nothing of it moves any more. */
  async #interrupt(isMeant: (activity: Activity) => boolean): Promise<void> {
    const ending = [...this.#active.values()].filter(isMeant);
    for (const { controller } of ending) controller.abort(new AppError('upload.interrupted', {}));
    await Promise.all(ending.map(({ finished }) => finished));
  }

  #fail(error: AppError): void {
    if (!this.#turns.isRunning) return;
    void this.stop();
    this.#ports.onFailure(error);
  }
}
