/**
 * @file What a failure to post a transaction means for this transaction and for the run. Pure.
 *
 * | it failed with                                   | the transaction        | the run     |
 * |--------------------------------------------------|------------------------|-------------|
 * | anything, before a byte of it can have arrived   | is sent again          | as below    |
 * | 429                                              | is sent again          | continues: the limits wait |
 * | 503, no connection, 404 where it worked before   | is sent again          | pauses      |
 * | no answer of the team ledger                     | is sent again          | pauses      |
 * | 401, 403, 404, no trust, wrong credentials       | is sent by a later run | ends        |
 * | cut, no answer, 408, any other 5xx, odd replies  | unknown                | continues   |
 * | anything else, such as a full disk               | unknown                | ends        |
 */

import type { ErrorCode, ErrorRecord } from '../../src-shared/errors.ts';

export interface AfterFailure {
  transaction: 'again' | 'unknown';
  run: 'goes-on' | 'pauses' | 'ends';
}

/** @param mayHaveArrived whether a byte of the transaction can have reached the service */
export function judgeFailure(
  error: Pick<ErrorRecord, 'code' | 'params' | 'retryable'>,
  mayHaveArrived: boolean,
): AfterFailure {
  const passes = error.retryable && /^(network|service|team)\./.test(error.code);
  if (mayHaveArrived && !isRefusedUntaken(error)) return { transaction: 'unknown', run: passes ? 'goes-on' : 'ends' };
  if (!passes) return { transaction: 'again', run: 'ends' };
  return { transaction: 'again', run: error.code === 'service.rate-limited' ? 'goes-on' : 'pauses' };
}

/** Replies after which the service has nothing of the transaction, and failures before the connection. */
function isRefusedUntaken({ code, params }: Pick<ErrorRecord, 'code' | 'params'>): boolean {
  if (code === 'service.unavailable') return notTaken.has(Number(params.status));
  return /^(auth|secret|connection|certificate)\./.test(code) || code.startsWith('network.proxy-') || untaken.has(code);
}

/** The service is busy, or is being deployed and cannot take it. */
const notTaken: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 404, 405, 410, 501, 503]);

const untaken: ReadonlySet<ErrorCode | 'network.authorities' | 'network.identity-wanted'> = new Set([
  'service.rate-limited',
  'service.token-not-accepted',
  'service.not-found',
  'network.unreachable',
  'network.untrusted',
  'network.authorities',
  'network.identity-wanted',
]);
