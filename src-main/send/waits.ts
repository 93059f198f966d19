/**
 * @file Why open batches do not take their next step: their connection is on hold, a host of it is silent, its hours are closed, a
 * person has paused them, or their time has not come.
 */

import type { ConnectionWait, LaterStep } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { HOUR } from '../ground/clock.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { Batch, BatchNumber } from './batch.ts';
import type { CarriedBatches } from './carried-batches.ts';
import { waitOfConnection } from './connection-waits.ts';
import type { Fence } from './fence.ts';
import { Holds } from './holds.ts';
import { HoursGate } from './hours-gate.ts';
import { type BatchEvent, nextStep, pauseOf } from './machine/machine.ts';
import { laterSteps, type OpenBatch, openOver, type RunnerSituation, situationOf } from './open-situation.ts';
import { isTaken, Reachability } from './reachability.ts';
import type { Present } from './reason.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { showsWay } from './shared-trouble.ts';
import type { Submission } from './submission.ts';
import type { Candidate } from './turns.ts';

interface WaitsPorts extends RunnerPorts {
  carried: Pick<CarriedBatches, 'open' | 'get' | 'submissionOf' | 'isFenced'>;
  fence: Fence;
  /** Whether a step of it is under way. */
  isActive: (number: BatchNumber) => boolean;
  /** Whether the data folder may be a copy, of which nothing is sent. */
  isInDoubt: () => boolean;
  /** Something waits no longer. */
  onOver: () => void;
}

/** What those ask and tell who do not send. */
export type WaitsTold = Pick<Waits, 'holdOf' | 'heldFor' | 'presentOf' | 'ofConnections' | 'noteContact'>;

export class Waits {
  readonly #ports: WaitsPorts;
  readonly #holds: Holds;
  readonly #hours: HoursGate;
  readonly #reachability: Reachability;
  /** Destinations to which no step is taken for the moment. */
  readonly #resting = new Set<string>();

  constructor(ports: WaitsPorts) {
    this.#ports = ports;
    this.#holds = new Holds(ports.clock);
    this.#hours = new HoursGate(ports);
    this.#reachability = new Reachability(ports.clock);
  }

  /** Why nothing is sent over a connection to where it leads, if so. */
  holdOf(bound: Bound): ErrorRecord | undefined {
    return this.#holds.of(bound);
  }

  /** The connections on hold until this storage host is allowed. */
  heldFor(host: string): Bound[] {
    return this.#holds.forHost(host);
  }

  /** Why a host of this connection is not reached, if so. */
  silenceOf(bound: Bound): ErrorRecord | undefined {
    return this.#reachability.silenceOf(bound);
  }

  /** What decides now why something of a submission waits. */
  presentOf(submission: Bound & Pick<Submission, 'id'>): Present {
    return {
      now: this.#ports.clock.now(),
      hold: this.holdOf(submission),
      silence: this.silenceOf(submission),
      hours: this.#hours.of(submission.id),
    };
  }

  /** What each connection waits for, said once for all that goes there. */
  ofConnections(): ConnectionWait[] {
    const { clock, uploadTurns, storagePause } = this.#ports;
    const now = clock.now();
    return openOver(this.#openNow(), this.#reachability.silent).flatMap((over) => {
      const { bound } = over;
      const [hold, silence] = [this.holdOf(bound), this.silenceOf(bound)];
      const pauses = { turns: uploadTurns?.(bound), storagePause: storagePause?.('upload', bound) ?? 0 };
      return waitOfConnection({ ...over, ...pauses, hold, silence }, now) ?? [];
    });
  }

  /** What is left to do, and what keeps it from being done. */
  situation(): RunnerSituation {
    return situationOf(this.#openNow(), this.#reachability, this.#ports.clock.now());
  }

  /** When the open batches that wait for a time take their next steps. */
  later(): LaterStep[] {
    return laterSteps(this.#openNow(), this.#ports.clock.now());
  }

  #openNow(): OpenBatch[] {
    const { carried, isActive } = this.#ports;
    return carried.open().map((batch) => ({
      batch,
      submission: carried.submissionOf(batch),
      isActive: isActive(batch.number),
      isTrial: this.#isTrial(batch),
      needsPerson: this.needsPerson(batch) || this.#hours.needsPerson(batch),
      hours: this.#hours.of(batch.submission).get(batch.number),
    }));
  }

  /** What may take its next step, and in how many ms; all else waits for a person, the ledger, or the one that is tried. */
  *candidates(now: number): Generator<Candidate> {
    const { carried, fence, isActive, storagePause } = this.#ports;
    const canBeTried = (number: BatchNumber) => {
      const batch = carried.get(number);
      return batch !== undefined && !this.#isHeldBack(batch);
    };
    for (const batch of carried.open()) {
      const slot = nextStep(batch);
      const submission = carried.submissionOf(batch);
      if (slot === undefined || submission === undefined) continue;
      if (isActive(batch.number) || this.#isHeldBack(batch)) continue;
      if (carried.isFenced(batch) && !fence.mayBegin(batch)) continue;
      const triedFrom = this.#holds.triedFrom(submission, batch.number, canBeTried);
      if (triedFrom === undefined) continue;
      // Looked at every hour: the hours may be others by then, and a timer has an end.
      const hours = slot === 'upload' ? Math.min(this.#hours.pauseOf(batch, submission), HOUR) : 0;
      const pause = Math.max(pauseOf(batch, now), triedFrom - now, storagePause?.(slot, submission) ?? 0, hours);
      yield { batch, slot, submission, pause };
    }
  }

  needsPerson(batch: Batch): boolean {
    const submission = this.#ports.carried.submissionOf(batch);
    return submission === undefined || this.holdOf(submission) !== undefined || this.#isHeldBack(batch);
  }

  /** Whether it is the one that finds out whether its connection is still on hold. */
  #isTrial(batch: Batch): boolean {
    const submission = this.#ports.carried.submissionOf(batch);
    return submission !== undefined && this.#holds.isTrial(submission, batch.number);
  }

  #isHeldBack(batch: Batch): boolean {
    const submission = this.#ports.carried.submissionOf(batch);
    if (submission === undefined || this.#resting.has(submission.destination)) return true;
    return (submission.paused || this.#ports.isInDoubt()) && nextStep(batch) === 'upload';
  }

  /** Nothing goes to these destinations until what it gives back is called. */
  rest(destinations: ReadonlySet<string>): () => void {
    for (const destination of destinations) this.#resting.add(destination);
    return () => {
      for (const destination of destinations) this.#resting.delete(destination);
      this.#ports.onOver();
    };
  }

  /** Bytes of an upload have left. */
  noteSent(batch: Batch, submission: Submission, bytes: number): void {
    if (this.#reachability.noteSent(submission, bytes)) this.#tellContact(submission);
    if (isTaken(bytes) && this.#isTrial(batch)) this.#release(submission);
  }

  /** What a step came to. */
  noteOutcome(batch: Batch, submission: Submission, event: BatchEvent): void {
    if (this.#reachability.note(submission, event)) this.#tellContact(submission);
    if (this.#isTrial(batch) && showsWay(event)) this.#release(submission);
  }

  /** Something else was asked of the service of a connection: what came of it holds for all that waits there. */
  noteContact(bound: Bound, failure: ErrorRecord | undefined): void {
    if (this.#reachability.noteService(bound, failure)) this.#tellContact(bound);
  }

  /** It has no next step any more. */
  noteClosed(batch: Batch): void {
    this.#hours.release(batch);
  }

  /** The connection of a batch leads nowhere, as its step has shown. */
  hold(batch: Batch, submission: Submission, error: ErrorRecord): void {
    if (this.#holds.add(submission, error, batch.number)) this.#ports.onHold(submission, error);
  }

  /** Returns the connections that were on hold. */
  endHolds(): Bound[] {
    return this.#holds.endAll();
  }

  /** What stopped the connection is over. */
  #release({ connection, destination }: Bound): void {
    const bound = { connection, destination };
    this.#holds.end(bound);
    this.#ports.onRelease(bound);
    this.#ports.onOver();
  }

  #tellContact({ connection, destination }: Bound): void {
    this.#ports.onContact({ connection, destination });
  }
}
