/**
 * @file The one retry policy: for ever where the network is at fault, a bounded number of times where somebody answers but
 * cannot, never where nothing changes by itself; and a person is asked where only a person can help. Pure.
 */

import type { ErrorRecord } from '../../src-preload/errors.ts';
import { SECOND } from '../clock.ts';
import { backoffDelay } from '../service/backoff.ts';
import type { Batch } from './batch.ts';

/** Failures in a row after which a batch stops asking a service or storage that answers, but cannot. */
export const MAX_FAILURES = 10;

/** What the pure parts may not look up themselves. `random` is uniform in [0, 1). */
export interface Circumstances {
  now: number;
  random: number;
  /** What one upload to this destination gets through lately; undefined when nobody knows. */
  bytesPerSecond?: number | undefined;
}

/** What a failure leads to, given those that went before. */
export function verdictOn(batch: Batch, error: ErrorRecord): 'again' | 'give-up' | 'ask-person' {
  if (needsPerson(error)) return 'ask-person';
  if (!error.retryable) return 'give-up';
  return isBounded(error) && failuresInARow(batch, error) + 1 >= MAX_FAILURES ? 'give-up' : 'again';
}

/** The batch with this failure noted, not to be touched before a pause that grows with each; Retry-After is obeyed. */
export function afterPause(batch: Batch, error: ErrorRecord, { now, random }: Circumstances): Batch {
  const failures = failuresInARow(batch, error) + 1;
  const { seconds } = error.params;
  const retryAfterMs = saysWhen.has(error.code) && typeof seconds === 'number' ? seconds * SECOND : 0;
  const delay = backoffDelay({ attempt: failures, random: () => random, retryAfterMs });
  return { ...batch, error, failures, notBefore: now + delay };
}

/** Failures of the same sort: a network that was away does not count against a storage that is busy afterwards. */
function failuresInARow(batch: Batch, error: ErrorRecord): number {
  return batch.error !== undefined && isBounded(batch.error) === isBounded(error) ? batch.failures : 0;
}

/** What is wrong with the connection or with the way out is wrong for all that waits, not for one batch. */
function needsPerson({ code, retryable }: ErrorRecord): boolean {
  return /^(auth|secret|certificate|connection)\./.test(code) || (code.startsWith('network.') && !retryable);
}

/** Not what passes by itself, however long it takes. */
function isBounded({ code }: ErrorRecord): boolean {
  return !(code.startsWith('network.') || passing.has(code));
}

/** What says in how many seconds it may be tried again. */
const saysWhen: ReadonlySet<string> = new Set(['service.rate-limited', 'service.token-not-accepted']);

const passing: ReadonlySet<string> = new Set([...saysWhen, 'file.unreachable', 'file.locked', 'disk.full']);
