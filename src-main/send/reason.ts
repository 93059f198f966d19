/**
 * @file What something waits for now, by how its connection is at this moment. The sentence of a failure holds only as long as it is
 * the reason for the wait: what the host answers since, and a pause that is over, end it. Pure.
 */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { factsOf, type SubmissionState } from '../../src-shared/states.ts';
import type { Batch } from './batch.ts';
import type { HeldByHours } from './hours-gate.ts';
import { isSilence } from './reachability.ts';
import { troubleOf, waitOf } from './view/tally.ts';

/** A connection at this moment. */
export interface Present {
  now: number;
  /** Why nothing is sent there until a person helps, if so. */
  hold: ErrorRecord | undefined;
  /** Why a host is not reached, if so. */
  silence: ErrorRecord | undefined;
  /** What of the submission waits for the sending hours of its connection. */
  hours?: HeldByHours | undefined;
}

/** What went wrong last with a batch, or with the batches of a submission. */
export interface Trouble {
  state: SubmissionState;
  error: ErrorRecord | undefined;
  /** Until when it waits because of that; absent where that is not what it waits for. */
  waitsUntil?: number | undefined;
}

/** Undefined where nothing holds it up but that others go first. */
export function reasonNow(
  { state, error, waitsUntil }: Trouble,
  { now, hold, silence, hours }: Present,
): ErrorRecord | undefined {
  const { phase } = factsOf(state);
  if (hold !== undefined && (phase === 'sending' || phase === 'at-service' || phase === 'paused')) return hold;
  // What is paused waits for a person alone.
  if (phase === 'paused' && error?.retryable === true) return undefined;
  const others = phase === 'sending' ? ((state === 'waiting' ? firstOf(hours) : undefined) ?? silence) : undefined;
  if (error === undefined || waitsUntil === undefined) return error ?? others;
  // A host is asked again every few seconds: until it answers, all that goes there waits.
  if (isSilence(error)) return silence;
  return waitsUntil > now ? error : others;
}

/** Of what waits for the sending hours, why the first to go does. */
export function firstOf(hours: HeldByHours | undefined): ErrorRecord | undefined {
  const begin = ({ until = Number.POSITIVE_INFINITY }: { until?: number }) => until;
  return [...(hours?.values() ?? [])].sort((one, other) => begin(one) - begin(other))[0]?.reason;
}

/** The same of a single batch. */
export function reasonOfBatch(batch: Batch, present: Present): ErrorRecord | undefined {
  const own = present.hours?.get(batch.number);
  const hours = own && new Map([[batch.number, own]]);
  return reasonNow({ state: batch.state, error: troubleOf(batch), ...waitOf(batch) }, { ...present, hours });
}
