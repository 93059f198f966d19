/** @file What fetch and node:https throw as errors of the catalogue: what became of a connection, and of whose. */

import { AppError } from '../../src-shared/errors.ts';
import { chainOf, readFailure } from '../network/failures.ts';
import { redactAll, redactedCause } from '../redaction.ts';

/**
 * What a fetch or a node:https request threw, as network.unreachable, network.cut, network.untrusted or
 * network.identity-wanted. `host` is all of the address that is named; queries and bodies never are. An abort is not a
 * failure of the network: ask the signal before calling this.
 *
 * network.unreachable says that nothing has left, so that a transaction may be sent again: what is not known to have
 * failed before there was a connection is network.cut.
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
