/** @file What fetch and node:https throw, in plain words: no connection, a connection cut, or a host not trusted. */

import { AppError } from '../../src-preload/errors.ts';
import { redactAll, redactedCause } from '../redaction.ts';

const unreachable: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'the name could not be resolved'],
  ['EAI_AGAIN', 'the name could not be resolved at the moment'],
  ['EAI_NODATA', 'the name could not be resolved'],
  ['EAI_NONAME', 'the name could not be resolved'],
  ['ECONNREFUSED', 'nothing answers on this port'],
  ['EHOSTUNREACH', 'there is no way to this host'],
  ['EHOSTDOWN', 'the host is down'],
  ['ENETUNREACH', 'there is no network'],
  ['ENETDOWN', 'there is no network'],
  ['EADDRNOTAVAIL', 'there is no network'],
  ['EACCES', 'this machine does not allow the connection'],
  ['EPERM', 'this machine does not allow the connection'],
  ['ETIMEDOUT', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
]);

const cut: ReadonlyMap<string, string> = new Map([
  ['ECONNRESET', 'the other side closed it'],
  ['ECONNABORTED', 'it was given up on the way'],
  ['EPIPE', 'the other side closed it'],
  ['ENETRESET', 'the network was interrupted'],
  ['UND_ERR_SOCKET', 'the other side closed it'],
  ['UND_ERR_HEADERS_TIMEOUT', 'the answer did not come in time'],
  ['UND_ERR_BODY_TIMEOUT', 'the answer stopped half-way'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the answer stopped half-way'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'it ended half-way'],
]);

/** Where undici and node:http give a sentence and no code. */
const cutSentence = /socket hang up|other side closed|\bterminated\b|premature close/i;

const untrusted: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'it has expired'],
  ['CERT_NOT_YET_VALID', 'it is not valid yet; is the clock of this machine right?'],
  ['CERT_REVOKED', 'it was revoked'],
  ['CERT_UNTRUSTED', 'its issuer is not trusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is signed by nobody but itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its issuer is not known to this machine'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its issuer is not known to this machine'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its issuer is not known to this machine'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its issuer is not known to this machine'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it belongs to another host'],
  ['HOSTNAME_MISMATCH', 'it belongs to another host'],
]);

/** Codes of OpenSSL and Node that are about the encrypted connection itself; a long and growing list. */
const secureConnectionCode = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

/**
 * What a fetch or a node:https request threw, as network.unreachable, network.cut or network.untrusted.
 * `host` is all of the address that is named; queries and bodies never are. An abort is not a failure of the
 * network: ask the signal before calling this.
 */
export function toNetworkError(host: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = redactedCause(thrown);
  const chain = [...chainOf(thrown)];
  for (const { code } of chain) {
    const known = [
      ['network.untrusted', untrusted.get(code)],
      ['network.unreachable', unreachable.get(code)],
      ['network.cut', cut.get(code)],
    ] as const;
    for (const [kind, reason] of known)
      if (reason !== undefined) return new AppError(kind, { host, reason }, { cause });
    if (secureConnectionCode.test(code)) return new AppError('network.untrusted', { host, reason: code }, { cause });
  }
  if (chain.some(({ message }) => cutSentence.test(message)))
    return new AppError('network.cut', { host, reason: 'the other side closed it' }, { cause });
  const reason = redactAll(chain.at(-1)?.message ?? String(thrown)).slice(0, 200);
  return new AppError('network.unreachable', { host, reason }, { cause });
}

/** An error, its causes, and the errors of each address that was tried, each with its code and words. */
function* chainOf(thrown: unknown, depth = 0): Generator<{ code: string; message: string }> {
  if (!(thrown instanceof Error) || depth > 5) return;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  yield { code, message: thrown.message || code };
  if (thrown instanceof AggregateError) for (const error of thrown.errors) yield* chainOf(error, depth + 1);
  yield* chainOf(thrown.cause, depth + 1);
}
