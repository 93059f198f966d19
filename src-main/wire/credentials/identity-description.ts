/** @file Proves that a client certificate can be used, with the library that will use it, and describes it. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { ClientIdentity, IdentityDescription } from './client-identity.ts';

/**
 * The subject of the certificate and the end of its validity, also of an expired one.
 * @throws AppError certificate.unusable: the passphrase, the key or the certificate is not right
 */
export async function describeIdentity(identity: ClientIdentity): Promise<IdentityDescription> {
  if (identity.kind === 'pem') requireMatch(identity);
  const context = attempt(
    () => contextOf(identity),
    (error) => openingProblem(error, identity.passphrase),
  );
  const certificate = certificateIn(context);
  const { subject, issuer } = certificate.toLegacyObject();
  return {
    subject: nameIn(subject, certificate.subject),
    issuer: nameIn(issuer, certificate.issuer),
    validUntil: certificate.validToDate.getTime(),
  };
}

/** Whether a passphrase locks it and is not given. */
export function needsPassphrase(identity: ClientIdentity): boolean {
  if (identity.passphrase !== undefined) return false;
  if (identity.kind === 'pem') return isLocked(identity.key);
  try {
    contextOf(identity);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && isAboutPassphrase(thrown);
  }
}

const NO_PASSPHRASE = fact('It is locked by a passphrase, and none was given.');
const WRONG_PASSPHRASE = fact('The passphrase does not open it.');

/** PEM parts can be checked one by one, so that the message names the faulty one. */
function requireMatch({ certificate, key, passphrase }: Extract<ClientIdentity, { kind: 'pem' }>): void {
  const first = attempt(
    () => new X509Certificate(certificate),
    () => fact('The certificate in the file is damaged.'),
  );
  const privateKey = attempt(
    () => createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) }),
    () => (isLocked(key) ? passphraseProblem(passphrase) : fact('The private key is damaged.')),
  );
  if (first.checkPrivateKey(privateKey)) return;
  throw unusable(fact('The key belongs to another certificate than the first one in the file.'));
}

/** PKCS #8 says so in the name of its block, the older form in a line of its own. */
function isLocked(key: string): boolean {
  return key.includes('ENCRYPTED');
}

function passphraseProblem(passphrase: string | undefined): Fact {
  return passphrase === undefined ? NO_PASSPHRASE : WRONG_PASSPHRASE;
}

/** @throws what the TLS library throws */
function contextOf(identity: ClientIdentity): SecureContext {
  const { kind, passphrase } = identity;
  const lock = passphrase === undefined ? {} : { passphrase };
  return kind === 'pem'
    ? createSecureContext({ cert: identity.certificate, key: identity.key, ...lock })
    : createSecureContext({ pfx: Buffer.from(identity.content, 'base64'), ...lock });
}

/** For PFX, the TLS library's message is the only source for the reason. */
function openingProblem(error: Error, passphrase: string | undefined): Fact {
  if ('code' in error && error.code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION') {
    return fact(
      'It is encrypted in an old way (RC2-40) that is no longer supported. Export it again with AES-256, or as PEM.',
    );
  }
  if (isAboutPassphrase(error)) return passphraseProblem(passphrase);
  const { message } = error;
  if (/load private key/i.test(message))
    return fact('It contains no private key. Export it again together with its key.');
  if (/load certificate/i.test(message)) return fact('It contains no certificate that belongs to its key.');
  return fact('It is damaged, or cannot be used for an encrypted connection: {message}.', { message });
}

/** Electron's TLS library words it differently from Node’s. */
function isAboutPassphrase({ message }: Error): boolean {
  return /mac.verify.failure|bad.decrypt|incorrect.password/i.test(message);
}

/** A socket without a connection reports which certificate it would show. */
function certificateIn(secureContext: SecureContext): X509Certificate {
  const socket = new TLSSocket(new PassThrough(), { secureContext });
  try {
    const certificate = socket.getX509Certificate();
    if (certificate === undefined) throw unusable(fact('There is no certificate in it.'));
    return certificate;
  } finally {
    socket.destroy();
  }
}

/** The common name; the whole subject when it has none. */
function nameIn(parts: unknown, whole: string): string {
  const name = typeof parts === 'object' && parts !== null && 'CN' in parts ? parts.CN : undefined;
  // There may be several.
  const [first] = Array.isArray(name) ? name : [name];
  return typeof first === 'string' && first !== '' ? first : whole.split('\n').join(', ');
}

function attempt<Result>(work: () => Result, problem: (error: Error) => Fact): Result {
  try {
    return work();
  } catch (cause) {
    throw unusable(problem(cause instanceof Error ? cause : new Error(String(cause))), cause);
  }
}

function unusable(reason: Fact, cause?: unknown): AppError {
  return new AppError('certificate.unusable', { reason }, { cause });
}
