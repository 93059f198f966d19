/**
 * @file The one retry policy: for ever where the network is at fault, for hours where somebody answers but cannot, never
 * where nothing changes by itself; and a person is asked where only a person can help. Pure.
 */

import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { MINUTE, SECOND } from '../../clock.ts';
import { backoffDelay } from '../../service/backoff.ts';
import type { Batch } from '../batch.ts';
import { type Circumstances, defaultPatience } from './events.ts';

/** A clock that is set, or a laptop that slept, does not make hours of a few failures. */
const FEWEST_FAILURES = 10;
/** A network that is back is used within seconds; asking in vain costs next to nothing. */
const LONGEST_NETWORK_PAUSE = 10 * SECOND;
const LONGEST_SERVICE_PAUSE = 2 * MINUTE;

/** How the retries of a batch stand. */
type Retries = Pick<Batch, 'failures' | 'failingSince' | 'notBefore'>;

/** What a failure leads to, given those that went before it; `before` is the error that the last one left. */
export function retryDecision(
  batch: Pick<Batch, 'failures' | 'failingSince' | 'error'>,
  error: ErrorRecord,
  { now, patience = defaultPatience }: Pick<Circumstances, 'now' | 'patience'>,
  before: ErrorRecord | undefined = batch.error,
): 'again' | 'give-up' | 'ask-person' {
  if (needsPerson(error)) return 'ask-person';
  if (!error.retryable) return 'give-up';
  if (!isBounded(error) || !isSameSort(before, error)) return 'again';
  const lasting = now - (batch.failingSince ?? now);
  return lasting >= patience.retryMs && batch.failures + 1 >= FEWEST_FAILURES ? 'give-up' : 'again';
}

/** One more failure, and no step before a pause that grows with each; a wish to wait is obeyed. */
export function pauseAfter(
  batch: Pick<Batch, 'failures' | 'failingSince' | 'error'>,
  error: ErrorRecord,
  { now, random }: Circumstances,
  before: ErrorRecord | undefined = batch.error,
): Retries {
  const isOneMore = isSameSort(before, error);
  const failures = (isOneMore ? batch.failures : 0) + 1;
  const longest = isBounded(error) ? LONGEST_SERVICE_PAUSE : LONGEST_NETWORK_PAUSE;
  const delay = backoffDelay({ attempt: failures, random: () => random, longest, retryAfterMs: wishedPause(error) });
  const failingSince = (isOneMore ? batch.failingSince : undefined) ?? now;
  return { failures, failingSince, notBefore: now + delay };
}

/** The batch with this failure noted as the reason why it waits. */
export function afterPause(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Batch {
  return { ...batch, ...pauseAfter(batch, error, circumstances), error };
}

/** Whether somebody asked to be left alone for a while (429, Retry-After): a restart does not shorten that. */
export function wishesPause(error: ErrorRecord | undefined): boolean {
  return error !== undefined && wishedPause(error) > 0;
}

function wishedPause({ code, params }: ErrorRecord): number {
  const seconds = saysWhen.has(code) ? params.seconds : params.retryAfter;
  return typeof seconds === 'number' ? seconds * SECOND : 0;
}

/** A network that was away does not count against a storage that is busy afterwards. */
function isSameSort(before: ErrorRecord | undefined, error: ErrorRecord): boolean {
  return before !== undefined && isBounded(before) === isBounded(error);
}

/** What is wrong with the connection or with the way out is wrong for all that waits, not for one batch. */
function needsPerson({ code, retryable }: ErrorRecord): boolean {
  if (retryable) return false;
  return /^(auth|secret|certificate|connection|network)\./.test(code);
}

/** Not what passes by itself, however long it takes. */
function isBounded({ code }: ErrorRecord): boolean {
  return !(code.startsWith('network.') || passing.has(code));
}

/** What says in how many seconds it may be tried again. */
const saysWhen: ReadonlySet<string> = new Set(['service.rate-limited', 'service.token-not-accepted']);

const passing: ReadonlySet<string> = new Set([...saysWhen, 'file.unreachable', 'file.locked', 'disk.full']);
