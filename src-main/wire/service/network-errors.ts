/** @file Turns what fetch and node:https throw into the AppErrors of the catalogue. */

import { AppError } from '../../../src-shared/errors.ts';
import { redactAll, redactedCause } from '../../ground/redaction.ts';
import { chainOf, readFailure } from '../network/failures.ts';

/**
 * Turns what a fetch or a node:https request threw into network.unreachable, network.cut, network.untrusted or
 * network.identity-wanted. Names only the `host` of the address; never queries or bodies. An abort is not a failure of
 * the network: check the signal before calling this.
 * network.unreachable means that nothing has left, so a transaction may be sent again. Any failure that did not
 * certainly come before the connection is network.cut.
 */
export function toNetworkError(host: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = redactedCause(thrown);
  const failure = readFailure(thrown);
  if (failure?.kind === 'identity-wanted') return new AppError('network.identity-wanted', { host }, { cause });
  if (failure !== undefined)
    return new AppError(`network.${failure.kind}`, { host, reason: failure.reason }, { cause });
  const reason = redactAll([...chainOf(thrown)].at(-1)?.message ?? String(thrown)).slice(0, 200);
  return new AppError('network.cut', { host, reason }, { cause });
}
