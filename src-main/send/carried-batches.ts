/**
 * @file The batches with a next step that this desk carries, with their submissions. Only an event changes one: the transition is stored
 * before anything follows from it, and then made known.
 */

import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { LineSet } from '../ground/line-set.ts';
import { keyOf } from '../wire/credentials/connection.ts';
import { type Batch, type BatchNumber, isFinished } from './batch.ts';
import { occasionOf } from './batch-history.ts';
import type { Fence } from './fence.ts';
import { type BatchEvent, type Effect, transition } from './machine/machine.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { isFirstWith } from './shared-trouble.ts';
import type { Submission } from './submission.ts';

interface CarriedPorts extends RunnerPorts {
  fence: Fence;
  needsPerson: (batch: Batch) => boolean;
  /** An event was taken in, and what it changed is stored. */
  onEvent: (before: Batch, event: BatchEvent, after: Batch, effects: readonly Effect[]) => void;
  /** It has no next step any more, or is forgotten. */
  onClosed: (batch: Batch) => void;
}

export class CarriedBatches {
  readonly #ports: CarriedPorts;
  readonly #submissions = new Map<Submission['id'], Submission>();
  readonly #open = new Map<BatchNumber, Batch>();

  constructor(ports: CarriedPorts) {
    this.#ports = ports;
  }

  /** Every batch that still has a next step. */
  open(): Batch[] {
    return [...this.#open.values()];
  }

  get(number: BatchNumber): Batch | undefined {
    return this.#open.get(number);
  }

  /** Undefined as long as nobody has told of it. */
  submissionOf(batch: Batch): Submission | undefined {
    return this.#submissions.get(batch.submission);
  }

  noteSubmission(submission: Submission): void {
    this.#submissions.set(submission.id, submission);
  }

  takeOver(batch: Batch): void {
    this.#open.set(batch.number, batch);
  }

  drop(number: BatchNumber): void {
    this.#open.delete(number);
  }

  /** Forgets all batches, or those of one submission. */
  forget(submission?: Submission['id']): void {
    for (const batch of this.open())
      if (submission === undefined || batch.submission === submission) this.#close(batch);
  }

  /** Whether this desk carries a batch, and not another one of its team. What has ended, each desk may read of. */
  carries(batch: Batch): boolean {
    return !this.#isShared(batch) || isEndState(batch.state) || this.#ports.fence.holds(batch);
  }

  /** Whether the ledger has to be told before each effect. */
  isFenced(batch: Batch): boolean {
    return this.#isShared(batch) && (!isEndState(batch.state) || this.#ports.fence.holds(batch));
  }

  #isShared(batch: Batch): boolean {
    return this.submissionOf(batch)?.team !== undefined;
  }

  /** Its pause is over, and it waits only for its turn. */
  noteDue(batch: Batch): void {
    const due = { ...batch, notBefore: 0 };
    this.#open.set(batch.number, due);
    this.#ports.onDue(due);
  }

  /** As `tryChange`, of a batch that is open. */
  apply(number: BatchNumber, event: BatchEvent): Effect[] {
    const before = this.#open.get(number);
    return before === undefined ? [] : this.tryChange(before, event);
  }

  /** As `change`, for what nobody waits for: where it cannot be stored, the queue says so and stands still. */
  tryChange(before: Batch, event: BatchEvent): Effect[] {
    try {
      return this.change(before, event);
    } catch (thrown) {
      if (thrown instanceof AppError) return [];
      throw thrown;
    }
  }

  /**
   * One event: the transition is stored, then made known; its effects are the caller's to perform.
   * @throws AppError where it cannot be stored; nothing has changed then
   */
  change(before: Batch, event: BatchEvent): Effect[] {
    const { number } = before;
    const { clock, random, patience, bytesPerSecond, onDue, onBatch, onEvent } = this.#ports;
    const submission = this.submissionOf(before);
    const { batch, effects } = transition(before, event, {
      now: clock.now(),
      random: random(),
      patience: patience(),
      bytesPerSecond: submission && bytesPerSecond(submission),
      isFirst: 'error' in event && this.#isFirstWith(before, event.error),
      onUnknown: submission?.options.onUnknown,
    });
    if (event.kind === 'restarted' && batch.state === before.state) {
      // An earlier time is no fact to be kept, and thousands of writes would hold up every start.
      this.#open.set(number, batch);
      if (batch !== before) onDue(batch);
    } else if (batch !== before) {
      this.#store(before, event, batch);
      if (isFinished(batch)) this.#close(batch);
      else this.#open.set(number, batch);
      onBatch(batch, { before, cause: event.kind, error: 'error' in event ? event.error : undefined });
    } else if (isFinished(batch)) {
      this.#close(batch);
    }
    onEvent(before, event, batch, effects);
    return effects;
  }

  #store(before: Batch, event: BatchEvent, batch: Batch): void {
    const { store, clock, onFailure } = this.#ports;
    try {
      store.saveBatch(batch, occasionOf(before, batch, event, clock.now()), namedLines(event));
    } catch (thrown) {
      const error = toAppError(thrown);
      onFailure(error);
      throw error;
    }
  }

  #close(batch: Batch): void {
    this.#open.delete(batch.number);
    this.#ports.onClosed(batch);
  }

  /** Whether no other one of its connection before it finds out about the same trouble. */
  #isFirstWith(batch: Batch, error: ErrorRecord | undefined): boolean {
    const submission = this.submissionOf(batch);
    if (submission === undefined) return false;
    return isFirstWith(batch, error, this.#open.values(), (other) => {
      const bound = this.submissionOf(other);
      return bound !== undefined && keyOf(bound) === keyOf(submission) && !this.#ports.needsPerson(other);
    });
  }
}

/** The lines that a report has just named. */
function namedLines(event: BatchEvent): LineSet | undefined {
  return event.kind === 'report-kept' && event.said.kind === 'lines' ? event.said.rejected : undefined;
}
