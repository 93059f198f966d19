/**
 * @file The one retry policy. The app tries again without limit when the network fails, for hours when the service or
 * the storage answers but cannot help, and never when nothing changes by itself; it asks a person when only a person
 * can help. Pure.
 */

import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { stopsConnection } from '../../../src-shared/stopped-connections.ts';
import { MINUTE, SECOND } from '../../ground/clock.ts';
import { backoffDelay } from '../../wire/service/backoff.ts';
import type { Batch } from '../batch.ts';
import { type Circumstances, defaultPatience } from './events.ts';

/**
 * Both time and number must be reached: a clock that was set, or a laptop that slept, does not make hours of a few
 * failures.
 */
const FEWEST_FAILURES = 10;
/** Short, so that what is back is noticed within seconds, and no page says otherwise; a vain attempt costs next to nothing. */
export const BRIEF_PAUSE = 4 * SECOND;
/** A host that answers and cannot help is spared: the first that waits for it finds out for all. */
const LONGEST_SERVICE_PAUSE = 2 * MINUTE;

/** The fields of a batch that describe its retries. */
type Retries = Pick<Batch, 'failures' | 'failingSince' | 'notBefore'>;

/** What a failure leads to, given those that went before it; `before` is the error that the last one left. */
export function retryDecision(
  batch: Pick<Batch, 'failures' | 'failingSince' | 'error'>,
  error: ErrorRecord,
  { now, patience = defaultPatience }: Pick<Circumstances, 'now' | 'patience'>,
  before: ErrorRecord | undefined = batch.error,
): 'again' | 'give-up' | 'ask-person' {
  if (stopsConnection(error)) return 'ask-person';
  if (!error.retryable) return 'give-up';
  if (!isBounded(error) || !isSameSort(before, error)) return 'again';
  const lasting = now - (batch.failingSince ?? now);
  return lasting >= patience.retryMs && batch.failures + 1 >= FEWEST_FAILURES ? 'give-up' : 'again';
}

/** Counts one more failure and pauses, longer after each; a wait that the other side asked for is obeyed. */
export function pauseAfter(
  batch: Pick<Batch, 'failures' | 'failingSince' | 'error'>,
  error: ErrorRecord,
  { now, random, isFirst }: Circumstances,
  before: ErrorRecord | undefined = batch.error,
): Retries {
  const isOneMore = isSameSort(before, error);
  const failures = (isOneMore ? batch.failures : 0) + 1;
  const isBrief = !isBounded(error) || error.code.startsWith('file.') || isFirst === true;
  const longest = isBrief ? BRIEF_PAUSE : LONGEST_SERVICE_PAUSE;
  const delay = backoffDelay({ attempt: failures, random: () => random, longest, retryAfterMs: wishedPause(error) });
  const failingSince = (isOneMore ? batch.failingSince : undefined) ?? now;
  return { failures, failingSince, notBefore: now + delay };
}

/** The batch with this failure stored as the reason for its wait. */
export function afterPause(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Batch {
  return { ...batch, ...pauseAfter(batch, error, circumstances), error };
}

/** Whether the other side asked to wait (429, Retry-After): a restart does not shorten that. */
export function wishesPause(error: ErrorRecord | undefined): boolean {
  return error !== undefined && wishedPause(error) > 0;
}

/** Whether others wait for the same as a batch that failed so: a host answers, and cannot help at the moment. */
export function isSharedTrouble(error: ErrorRecord): boolean {
  const isOfHost = /^(service|upload|report)\./.test(error.code);
  return error.retryable && isOfHost && !isHeldReport(error) && !wishesPause(error);
}

function wishedPause({ code, params }: ErrorRecord): number {
  const seconds = saysWhen.has(code) ? params.seconds : params.retryAfter;
  return typeof seconds === 'number' ? seconds * SECOND : 0;
}

/** Failures of the network do not count against a storage that is busy afterwards. */
function isSameSort(before: ErrorRecord | undefined, error: ErrorRecord): boolean {
  return before !== undefined && isBounded(before) === isBounded(error);
}

/** Whether a report waits for a person: its host is not allowed. That is no answer about the batch, and no failure. */
export function isHeldReport({ code }: Pick<ErrorRecord, 'code'>): boolean {
  return heldReports.has(code);
}

const heldReports: ReadonlySet<string> = new Set([
  'report.unsafe-address',
  'report.other-host',
  'report.unconfirmed-host',
]);

/** Whether the tries are limited in time; trouble that passes by itself is not, however long it takes. */
function isBounded({ code }: ErrorRecord): boolean {
  return !(code.startsWith('network.') || passing.has(code));
}

/** The errors that say in how many seconds to try again. */
const saysWhen: ReadonlySet<string> = new Set(['service.rate-limited', 'service.token-not-accepted']);

const passing: ReadonlySet<string> = new Set([
  ...saysWhen,
  'file.unreachable',
  'file.locked',
  'disk.full',
  'secret.store-closed',
  'report.no-room',
  'team.unreachable',
  'team.suspended',
]);
