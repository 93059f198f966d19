/**
 * @file Whether the connection to a host can be encrypted: the handshake as the app makes it, and the host's
 * certificate.
 */

import type { TLSSocket } from 'node:tls';
import { fact } from '../../../src-shared/languages/fact.ts';
import { DAY, HOUR, MINUTE } from '../../ground/clock.ts';
import { askBarely, type BareAnswer } from './bare-question.ts';
import { type CertificateChain, readChain } from './certificate-chain.ts';
import { type EncryptionPorts, shakeHands } from './handshake.ts';
import { explainHandshake, identityMissed } from './handshake-failure.ts';
import { doubtful, good, type Outcome } from './outcome.ts';
import { type Place, within } from './place.ts';

/** A certificate is often renewed in its last month; in the last two weeks a person should look. */
const SOON = 14 * DAY;

/**
 * Returns the reply to a bare question too, if there was one: some hosts demand a client certificate only in it, after
 * the handshake.
 */
export async function examineEncryption(
  place: Place,
  ports: EncryptionPorts,
): Promise<{ outcome: Outcome; answer?: BareAnswer | undefined }> {
  const { patience, secureContext } = ports;
  const options = { secureContext: await secureContext() };
  const connection = await ports.connect();
  let socket: TLSSocket;
  try {
    socket = await within(patience, (signal) => shakeHands(connection, place, options, signal));
  } catch (thrown) {
    return { outcome: await explainHandshake(place, thrown, ports) };
  }
  const version = socket.getProtocol() ?? 'TLS';
  const chain = readChain(socket);
  try {
    const answer = await askBarely(socket, place, ports);
    if (answer !== undefined && isAboutIdentity(answer))
      return { outcome: identityMissed(place, ports.certificate, patience.clock.now()) };
    return { outcome: describe(place, version, chain, patience.clock.now()), answer };
  } catch (thrown) {
    return { outcome: await explainHandshake(place, thrown, ports, 'after') };
  }
}

/** nginx and similar servers complete the handshake first, and report the missing certificate in a page. */
function isAboutIdentity({ status, text }: BareAnswer): boolean {
  return status >= 400 && /no required ssl certificate|ssl certificate error/i.test(text);
}

function describe({ name }: Place, version: string, chain: CertificateChain | undefined, now: number): Outcome {
  const encrypted = { name, version: version.replace('v', ' ') };
  if (chain === undefined) return good(fact('The connection to {name} is encrypted ({version}).', encrypted));
  const left = chain.validUntil - now;
  const days = Math.max(0, Math.floor(left / DAY));
  const values = { ...encrypted, days, issuer: chain.issuer };
  const sentence = [
    fact(
      'The connection to {name} is encrypted ({version}); its certificate is valid for {days, plural, one {# more day} other {# more days}} and was issued by “{issuer}”.',
      values,
    ),
    ...(chain.isPublic ? [] : [fact('This is not a public authority: a proxy may inspect the traffic.')]),
  ];
  if (left >= SOON) return good(sentence);
  // The same whole days as in the sentence, not rounded up.
  const time =
    days > 0
      ? fact('{count, plural, one {# day} other {# days}}', { count: days })
      : fact('{time, number, duration}', { time: inLargestUnit(left) });
  return doubtful(
    sentence,
    chain.isPublic
      ? fact('Tell the provider that the certificate of {name} expires in {time}.', { name, time })
      : fact('Tell IT that the certificate of {name} expires in {time}.', { name, time }),
  );
}

/** Less than a day, of which only the hours matter, or only the minutes. */
function inLargestUnit(left: number): number {
  const unit = left >= HOUR ? HOUR : left >= MINUTE ? MINUTE : 1;
  return Math.floor(left / unit) * unit;
}
