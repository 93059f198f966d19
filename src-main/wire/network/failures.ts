/** @file The meaning of a failed connection, by the codes of Node, OpenSSL and undici. Pure. */

import { type FactValue, fact, type Said, says } from '../../../src-shared/languages/fact.ts';
import { codeOf } from '../../ground/files/error-codes.ts';

export interface Failure {
  kind: 'unreachable' | 'cut' | 'untrusted' | 'identity-wanted';
  /** In plain words; the bare code where there are none. */
  reason: Said;
}

const unreachable: ReadonlyMap<string, Said> = new Map([
  ['ENOTFOUND', fact('the name could not be resolved')],
  ['EAI_AGAIN', fact('the name could not be resolved at the moment')],
  ['EAI_NODATA', fact('the name could not be resolved')],
  ['EAI_NONAME', fact('the name could not be resolved')],
  ['ECONNREFUSED', fact('nothing answers on this port')],
  ['EHOSTUNREACH', fact('there is no route to this host')],
  ['EHOSTDOWN', fact('the host is down')],
  ['ENETUNREACH', fact('there is no network')],
  ['ENETDOWN', fact('there is no network')],
  ['EADDRNOTAVAIL', fact('there is no network')],
  ['EACCES', fact('this machine does not allow the connection')],
  ['EPERM', fact('this machine does not allow the connection')],
  ['ETIMEDOUT', fact('no answer in time')],
  ['UND_ERR_CONNECT_TIMEOUT', fact('no answer in time')],
]);

const cut: ReadonlyMap<string, Said> = new Map([
  ['ECONNRESET', fact('the other side closed it')],
  ['ECONNABORTED', fact('it was aborted')],
  ['EPIPE', fact('the other side closed it')],
  ['ENETRESET', fact('the network was interrupted')],
  ['UND_ERR_SOCKET', fact('the other side closed it')],
  ['UND_ERR_HEADERS_TIMEOUT', fact('the answer did not come in time')],
  ['UND_ERR_BODY_TIMEOUT', fact('the answer is incomplete')],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', fact('the answer is incomplete')],
  ['ERR_STREAM_PREMATURE_CLOSE', fact('it ended too early')],
]);

/** Codes of Node’s HTTP parser and of undici for a reply that is not valid HTTP. */
const unreadableAnswer = /^(HPE_|UND_ERR_HEADERS_OVERFLOW$)/;

/** Where undici and node:http give a sentence and no code. */
const cutSentence = /socket hang up|other side closed|\bterminated\b|premature close/i;

const tooOld = fact('the host offers only encryption that is no longer safe (before TLS 1.2)');
const nothingInCommon = fact('the host and this computer have no kind of encryption in common');

/** What is wrong with a certificate only by the clock of this computer. */
const EXPIRED = fact('it has expired; is the clock of this machine right?');
const NOT_YET_VALID = fact('it is not valid yet; is the clock of this machine right?');

/** Whether a good certificate is refused for this reason by a clock that is so far ahead; negative: behind. */
export function isReasonOfClock(reason: FactValue | undefined, ahead: number): boolean {
  return says(reason, ahead > 0 ? EXPIRED : NOT_YET_VALID);
}

const untrusted: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['CERT_HAS_EXPIRED', EXPIRED],
  ['CERT_NOT_YET_VALID', NOT_YET_VALID],
  ['CERT_REVOKED', fact('it was revoked')],
  ['CERT_UNTRUSTED', fact('its issuer is not trusted')],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', fact('it is self-signed')],
  ['SELF_SIGNED_CERT_IN_CHAIN', fact('its issuer is not known to this machine')],
  ['UNABLE_TO_GET_ISSUER_CERT', fact('its issuer is not known to this machine')],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', fact('its issuer is not known to this machine')],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', fact('its issuer is not known to this machine')],
  ['ERR_TLS_CERT_ALTNAME_INVALID', fact('it belongs to another host')],
  ['HOSTNAME_MISMATCH', fact('it belongs to another host')],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', tooOld],
  ['ERR_SSL_WRONG_VERSION_NUMBER', fact('what answers there does not encrypt; is the port right?')],
]);

/** Codes of OpenSSL and Node that are about the encrypted connection itself; a long and growing list. */
const secureConnectionCode = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

/** The alert of the other side (RFC 8446 §6) within a sentence of OpenSSL or BoringSSL. */
const alertNumber = /SSL alert number (\d+)/;

/** Up to TLS 1.2, a host that misses our certificate sends this too; connect.ts tells the two apart. */
export const HANDSHAKE_FAILURE = 40;
const PROTOCOL_VERSION = 70;

/**
 * Alerts with which a host refuses our certificate, or misses one: bad, unsupported, revoked, expired and unknown
 * certificate, unknown authority, access denied, certificate required. Decrypt error is not one of them: a faulty
 * network causes it.
 */
const aboutOurIdentity: ReadonlySet<number> = new Set([42, 43, 44, 45, 46, 48, 49, 116]);

/** The failure in what a socket, a request or a fetch threw; undefined when nothing in it is known. */
export function readFailure(thrown: unknown): Failure | undefined {
  const chain = [...chainOf(thrown)];
  for (const { code, message, isConnected } of chain) {
    const known = ofAlert(alertIn(message)) ?? ofCode(code);
    if (known?.kind === 'unreachable' && isConnected) return { ...known, kind: 'cut' };
    if (known !== undefined) return known;
  }
  if (chain.some(({ message }) => cutSentence.test(message)))
    return { kind: 'cut', reason: fact('the other side closed it') };
  return undefined;
}

/** The number of the TLS alert that an error names. */
export function alertIn(message: string): number | undefined {
  const number = alertNumber.exec(message)?.[1];
  return number === undefined ? undefined : Number(number);
}

function ofAlert(alert: number | undefined): Failure | undefined {
  if (alert === undefined) return undefined;
  if (aboutOurIdentity.has(alert)) return { kind: 'identity-wanted', reason: `TLS alert ${alert}` };
  if (alert === HANDSHAKE_FAILURE) return { kind: 'untrusted', reason: nothingInCommon };
  if (alert === PROTOCOL_VERSION) return { kind: 'untrusted', reason: tooOld };
  return undefined;
}

function ofCode(code: string): Failure | undefined {
  for (const [kind, reasons] of [
    ['untrusted', untrusted],
    ['unreachable', unreachable],
    ['cut', cut],
  ] as const) {
    const reason = reasons.get(code);
    if (reason !== undefined) return { kind, reason };
  }
  if (unreadableAnswer.test(code)) return { kind: 'cut', reason: fact('the answer cannot be read') };
  return secureConnectionCode.test(code) ? { kind: 'untrusted', reason: code } : undefined;
}

interface Link {
  code: string;
  message: string;
  /** The connection failed after it was established. */
  isConnected: boolean;
}

/** An error, its causes, and the errors of each address that was tried, each with its code and words. */
export function* chainOf(thrown: unknown, depth = 0): Generator<Link> {
  if (!(thrown instanceof Error) || depth > 5) return;
  const code = codeOf(thrown) ?? '';
  const isConnected = 'syscall' in thrown && (thrown.syscall === 'read' || thrown.syscall === 'write');
  yield { code, message: thrown.message || code, isConnected };
  if (thrown instanceof AggregateError) for (const error of thrown.errors) yield* chainOf(error, depth + 1);
  yield* chainOf(thrown.cause, depth + 1);
}
