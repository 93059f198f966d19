/**
 * @file Why the connection to a host cannot be encrypted. If its certificate is the reason, a second handshake that
 * trusts every certificate reads it; nothing is sent over that connection, and no identity is shown.
 */

import tls from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import type { IdentityDescription } from '../credentials/client-identity.ts';
import { readFailure } from '../network/failures.ts';
import { type CertificateChain, readChain } from './certificate-chain.ts';
import { type EncryptionPorts, shakeHands } from './handshake.ts';
import { bad, type Outcome, type Remedy } from './outcome.ts';
import { NoAnswer, type Place, within } from './place.ts';

const tooOld = /handshake failure|protocol version|unsupported protocol|version too low/i;
const notEncrypted = /wrong version number|packet length too long|http request|record layer failure|not HTTP/i;

/** @param when the failure came: hosts may refuse an identity only after the handshake */
export async function explainHandshake(
  place: Place,
  thrown: unknown,
  ports: EncryptionPorts,
  when: 'within' | 'after' = 'within',
): Promise<Outcome> {
  const { certificate, patience } = ports;
  const now = patience.clock.now();
  const { name } = place;
  const code = codeOf(thrown) ?? '';
  const words = `${code} ${thrown instanceof Error ? thrown.message : ''}`.replaceAll('_', ' ');
  if (thrown instanceof NoAnswer) {
    return bad(
      `The host ${name} accepts the connection, but does not answer the request to encrypt it.`,
      'Check the port of the address. Ask IT whether a firewall blocks this connection.',
    );
  }
  if (isIdentityWanted(thrown)) return identityMissed(place, certificate, now);
  if (tooOld.test(words)) return await explainVersion(place, ports);
  if (notEncrypted.test(words)) {
    return bad(
      `What answers at ${name} is not encrypted.`,
      'Check the port of the address, and whether something other than the service answers there.',
    );
  }
  if (when === 'after') return closedAfterwards(place, certificate, now);
  const wasCut = readFailure(thrown)?.kind === 'cut';
  const chain = wasCut ? undefined : await believingAll(place, ports, {}, readChain);
  if (chain !== undefined) return explainCertificate(place, code, chain, { now, unread: ports.authoritiesProblem?.() });
  return bad(
    `The host ${name} closed the connection while it was being encrypted.`,
    'Ask IT whether a firewall or a proxy cuts encrypted connections to this host.',
  );
}

function isIdentityWanted(thrown: unknown): boolean {
  const isNamedSo = thrown instanceof AppError && thrown.code === 'network.identity-wanted';
  return isNamedSo || readFailure(thrown)?.kind === 'identity-wanted';
}

/** The host demands a client certificate; there is none, or the host refuses it. */
export function identityMissed({ name }: Place, certificate: IdentityDescription | undefined, now: number): Outcome {
  if (certificate === undefined) {
    return bad(`The host ${name} demands a client certificate, and this connection has none.`, {
      window: 'Ask the provider for a client certificate, change this connection and choose it.',
      terminal: 'Ask the provider for a client certificate and store it with “tranship connection certificate”.',
    });
  }
  const remedy = {
    window: 'Ask the provider for another client certificate, change this connection and choose it.',
    terminal: 'Ask the provider for another client certificate and store it with “tranship connection certificate”.',
  };
  const mine = `the client certificate “${certificate.subject}”`;
  if (certificate.validUntil < now)
    return bad(`The host ${name} does not accept ${mine}: it expired on ${dayOf(certificate.validUntil)}.`, remedy);
  return bad(`The host ${name} does not accept ${mine}.`, remedy);
}

function closedAfterwards(place: Place, certificate: IdentityDescription | undefined, now: number): Outcome {
  if (certificate !== undefined && certificate.validUntil < now) return identityMissed(place, certificate, now);
  const has = certificate === undefined ? 'and this connection has none' : 'or do not accept its certificate';
  return bad(
    `The host ${place.name} closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so, ${has}.`,
    'Ask the provider whether a client certificate is needed; if not, ask IT what closes the connection.',
  );
}

/** OpenSSL allows old versions only where an option says so; Electron's BoringSSL always does, and takes no list with that word. */
export function ciphersOfOldVersions(isKnown: (ciphers: string) => boolean): string {
  const allowing = 'DEFAULT:@SECLEVEL=0';
  return isKnown(allowing) ? allowing : 'DEFAULT';
}

export function isCipherList(ciphers: string): boolean {
  try {
    tls.createSecureContext({ ciphers });
    return true;
  } catch {
    return false;
  }
}

/** Whether the host's TLS version is too old: tries versions that Tranship itself never uses. */
async function explainVersion(place: Place, ports: EncryptionPorts): Promise<Outcome> {
  const old: tls.SecureVersion = 'TLSv1.1';
  const ciphers = ciphersOfOldVersions(isCipherList);
  const options: tls.ConnectionOptions = { minVersion: 'TLSv1', maxVersion: old, ciphers };
  const spoken = await believingAll(place, ports, options, (socket) => socket.getProtocol() ?? old);
  const { name } = place;
  if (spoken === undefined) {
    return bad(
      `The host ${name} and this computer have no kind of encryption in common: TLS 1.2 or 1.3 is needed.`,
      'Ask IT whether a proxy on the way supports only old encryption; otherwise ask the provider.',
    );
  }
  return bad(
    `The host ${name} supports only ${spoken.replace('v', ' ')}, which is no longer safe: TLS 1.2 or 1.3 is needed.`,
    'Ask IT whether an old proxy is on the way; otherwise the provider must update the encryption of this host.',
  );
}

/**
 * What can be read over a connection that trusts every certificate; undefined when there is no such connection either.
 */
async function believingAll<Result>(
  place: Place,
  { connect, patience }: EncryptionPorts,
  options: tls.ConnectionOptions,
  read: (socket: tls.TLSSocket) => Result,
): Promise<Result | undefined> {
  try {
    const connection = await connect();
    const all = { ...options, rejectUnauthorized: false };
    const socket = await within(patience, (signal) => shakeHands(connection, place, all, signal));
    const result = read(socket);
    socket.destroy();
    return result;
  } catch {
    patience.signal.throwIfAborted();
    return undefined;
  }
}

function explainCertificate(
  { name }: Place,
  code: string,
  chain: CertificateChain,
  { now, unread }: { now: number; unread: string | undefined },
): Outcome {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return bad(
        chain.validUntil < now
          ? `The certificate of ${name} expired on ${dayOf(chain.validUntil)}.`
          : `A certificate in the chain of ${name}, up to “${chain.issuer}”, has expired.`,
        'Check the date of this computer. If it is right, ask the operator of this host to renew the certificate.',
      );
    case 'CERT_NOT_YET_VALID':
      return bad(
        `The certificate of ${name} is not valid before ${dayOf(chain.validFrom)}.`,
        'Check the date and the time of this computer.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return bad(
        `The certificate that ${name} presents belongs to another host: ${shortened(chain.names)}.`,
        'Check the address. If it is right, something else answers instead: ask IT about a proxy or a sign-in page of the network.',
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return bad(
        `The certificate of ${name} is self-signed: no authority has issued it.`,
        trust('this certificate, if it is the right one'),
      );
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      if (unread !== undefined) {
        return bad(
          `The certificate of ${name} was issued by “${chain.issuer}”. Whether this computer trusts it is not known: its authorities could not be read (${unread}).`,
          'Try again in a few minutes. If it stays so, send this sentence to IT.',
        );
      }
      return bad(
        `The certificate of ${name} was issued by “${chain.issuer}”, which this computer does not trust: a proxy inspects the traffic.`,
        trust(`the certificate of “${chain.issuer}”`),
      );
    default:
      return bad(
        `The certificate of ${name}, issued by “${chain.issuer}”, is not accepted (${code || 'no reason is given'}).`,
        'Send this sentence to IT.',
      );
  }
}

function trust(what: string): Remedy {
  return {
    window: `Ask IT for ${what}, and add it under Settings → Network.`,
    terminal: `Ask IT for ${what}, and add it with “tranship network authorities FILE”.`,
  };
}

function dayOf(time: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
}

function shortened(names: string): string {
  return names.length <= 100 ? names : `${names.slice(0, 99)}…`;
}
