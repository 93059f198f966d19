/**
 * @file Why the connection to a host cannot be encrypted. If its certificate is the reason, a second handshake that
 * trusts every certificate reads it; nothing is sent over that connection, and no identity is shown.
 */

import tls from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import type { IdentityDescription } from '../credentials/client-identity.ts';
import { readFailure } from '../network/failures.ts';
import { type CertificateChain, readChain } from './certificate-chain.ts';
import { type EncryptionPorts, shakeHands } from './handshake.ts';
import { bad, type Outcome } from './outcome.ts';
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
      fact('The host {name} accepts the connection, but does not answer the request to encrypt it.', { name }),
      fact('Check the port of the address. Ask IT whether a firewall blocks this connection.'),
    );
  }
  if (isIdentityWanted(thrown)) return identityMissed(place, certificate, now);
  if (tooOld.test(words)) return await explainVersion(place, ports);
  if (notEncrypted.test(words)) {
    return bad(
      fact('What answers at {name} is not encrypted.', { name }),
      fact('Check the port of the address, and whether something other than the service answers there.'),
    );
  }
  if (when === 'after') return closedAfterwards(place, certificate, now);
  const wasCut = readFailure(thrown)?.kind === 'cut';
  const chain = wasCut ? undefined : await believingAll(place, ports, {}, readChain);
  if (chain !== undefined) return explainCertificate(place, code, chain, { now, unread: ports.authoritiesProblem?.() });
  return bad(
    fact('The host {name} closed the connection while it was being encrypted.', { name }),
    fact('Ask IT whether a firewall or a proxy cuts encrypted connections to this host.'),
  );
}

function isIdentityWanted(thrown: unknown): boolean {
  const isNamedSo = thrown instanceof AppError && thrown.code === 'network.identity-wanted';
  return isNamedSo || readFailure(thrown)?.kind === 'identity-wanted';
}

/** The host demands a client certificate; there is none, or the host refuses it. */
export function identityMissed({ name }: Place, certificate: IdentityDescription | undefined, now: number): Outcome {
  if (certificate === undefined) {
    return bad(fact('The host {name} demands a client certificate, and this connection has none.', { name }), {
      window: fact('Ask the provider for a client certificate, change this connection and choose it.'),
      terminal: fact('Ask the provider for a client certificate and store it with “tranship connection certificate”.'),
    });
  }
  const remedy = {
    window: fact('Ask the provider for another client certificate, change this connection and choose it.'),
    terminal: fact(
      'Ask the provider for another client certificate and store it with “tranship connection certificate”.',
    ),
  };
  const { subject, validUntil } = certificate;
  const values = { name, subject };
  return validUntil < now
    ? bad(
        fact('The host {name} does not accept the client certificate “{subject}”: it expired on {day, number, day}.', {
          ...values,
          day: validUntil,
        }),
        remedy,
      )
    : bad(fact('The host {name} does not accept the client certificate “{subject}”.', values), remedy);
}

function closedAfterwards(place: Place, certificate: IdentityDescription | undefined, now: number): Outcome {
  if (certificate !== undefined && certificate.validUntil < now) return identityMissed(place, certificate, now);
  const { name } = place;
  return bad(
    certificate === undefined
      ? fact(
          'The host {name} closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so, and this connection has none.',
          { name },
        )
      : fact(
          'The host {name} closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so, or do not accept its certificate.',
          { name },
        ),
    fact('Ask the provider whether a client certificate is needed; if not, ask IT what closes the connection.'),
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
      fact('The host {name} and this computer have no kind of encryption in common: TLS 1.2 or 1.3 is needed.', {
        name,
      }),
      fact('Ask IT whether a proxy on the way supports only old encryption; otherwise ask the provider.'),
    );
  }
  return bad(
    fact('The host {name} supports only {version}, which is no longer safe: TLS 1.2 or 1.3 is needed.', {
      name,
      version: spoken.replace('v', ' '),
    }),
    fact('Ask IT whether an old proxy is on the way; otherwise the provider must update the encryption of this host.'),
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
  { now, unread }: { now: number; unread: Said | undefined },
): Outcome {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return bad(
        chain.validUntil < now
          ? fact('The certificate of {name} expired on {day, number, day}.', { name, day: chain.validUntil })
          : fact('A certificate in the chain of {name}, up to “{issuer}”, has expired.', {
              name,
              issuer: chain.issuer,
            }),
        fact(
          'Check the date of this computer. If it is right, ask the operator of this host to renew the certificate.',
        ),
      );
    case 'CERT_NOT_YET_VALID':
      return bad(
        fact('The certificate of {name} is not valid before {day, number, day}.', { name, day: chain.validFrom }),
        fact('Check the date and the time of this computer.'),
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return bad(
        fact('The certificate that {host} presents belongs to another host: {names}.', {
          host: name,
          names: shortened(chain.names),
        }),
        fact(
          'Check the address. If it is right, something else answers instead: ask IT about a proxy or a sign-in page of the network.',
        ),
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return bad(fact('The certificate of {name} is self-signed: no authority has issued it.', { name }), {
        window: fact('Ask IT for this certificate, if it is the right one, and add it under Settings → Network.'),
        terminal: fact(
          'Ask IT for this certificate, if it is the right one, and add it with “tranship network authorities FILE”.',
        ),
      });
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      if (unread !== undefined) {
        return bad(
          fact(
            'The certificate of {name} was issued by “{issuer}”. Whether this computer trusts it is not known: its authorities could not be read ({fault}).',
            { name, issuer: chain.issuer, fault: unread },
          ),
          fact('Try again in a few minutes. If it stays so, send this sentence to IT.'),
        );
      }
      return bad(
        fact(
          'The certificate of {name} was issued by “{issuer}”, which this computer does not trust: a proxy inspects the traffic.',
          { name, issuer: chain.issuer },
        ),
        {
          window: fact('Ask IT for the certificate of “{issuer}”, and add it under Settings → Network.', {
            issuer: chain.issuer,
          }),
          terminal: fact(
            'Ask IT for the certificate of “{issuer}”, and add it with “tranship network authorities FILE”.',
            { issuer: chain.issuer },
          ),
        },
      );
    default:
      return bad(
        code === ''
          ? fact('The certificate of {name}, issued by “{issuer}”, is not accepted (no reason is given).', {
              name,
              issuer: chain.issuer,
            })
          : fact('The certificate of {name}, issued by “{issuer}”, is not accepted ({code}).', {
              name,
              issuer: chain.issuer,
              code,
            }),
        fact('Send this sentence to IT.'),
      );
  }
}

function shortened(names: string): string {
  return names.length <= 100 ? names : `${names.slice(0, 99)}…`;
}
