/** @file What the runner works with, asks, and tells. */

import type { AppError, ErrorRecord } from '../../src-shared/errors.ts';
import type { Witness } from '../audit/folder-witness.ts';
import type { Clock } from '../ground/clock.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { NextTurns } from '../wire/service/rate-limits.ts';
import type { Batch } from './batch.ts';
import type { EffectPerformer } from './effects.ts';
import type { Fence } from './fence.ts';
import type { HoursPorts } from './hours-gate.ts';
import type { Patience } from './machine/machine.ts';
import type { BatchCause } from './queue-change.ts';
import type { Slot, SlotLimits } from './slots.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';

export interface RunnerPorts extends Pick<HoursPorts, 'sendingRules' | 'measuredSpeed' | 'onHours'> {
  store: QueueStore;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  performer: Pick<EffectPerformer, 'perform'>;
  /** Asked about batches of files that are shared with a team. */
  fence?: Fence | undefined;
  /** Asked before anything leaves. */
  witness?: Witness | undefined;
  /** See `DepartureGate`. */
  compared?: ((bound: Bound, signal: AbortSignal) => Promise<void> | undefined) | undefined;
  /** Asked each time, so that they can be changed while it runs. */
  limits: () => SlotLimits;
  /** How long things are tried that may heal by themselves; asked each time. */
  patience: () => Patience;
  /** What one upload of this submission may expect to get through; undefined when it is not known. */
  bytesPerSecond: (submission: Submission) => number | undefined;
  /** How long such a step of a submission may not be begun, because the storage asked for a pause (ms). */
  storagePause?: (slot: Slot, bound: Bound) => number;
  /** When the service gives the next upload address; undefined where that is not known. */
  uploadTurns?: (bound: Bound) => NextTurns | undefined;
  /** Bytes of a batch handed to the network in its present upload. */
  onSent: (batch: Batch, sentBytes: number) => void;
  onBatch: (batch: Batch, cause: BatchCause) => void;
  /** What it waited for is over, and it is tried next; nothing of it is stored. */
  onDue: (batch: Batch) => void;
  onHold: (submission: Submission, error: ErrorRecord) => void;
  /** What was on hold goes on by itself. */
  onRelease: (bound: Bound) => void;
  /** The data folder may be a copy: nothing more is sent. */
  onDoubt?: (error: AppError) => void;
  /** Whether the hosts of a connection answer has changed. */
  onContact: (bound: Bound) => void;
  /** The store itself failed (a full disk): everything is being stopped, what is stored is safe. */
  onFailure: (error: AppError) => void;
}
