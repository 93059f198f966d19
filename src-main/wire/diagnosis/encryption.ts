/**
 * @file Whether the connection to a host can be encrypted: the handshake as the app makes it, and the host's
 * certificate.
 */

import type { TLSSocket } from 'node:tls';
import { counted, durationInWords } from '../../../src-shared/quantities.ts';
import { askBarely, type BareAnswer } from './bare-question.ts';
import { type CertificateChain, readChain } from './certificate-chain.ts';
import { type EncryptionPorts, shakeHands } from './handshake.ts';
import { explainHandshake, identityMissed } from './handshake-failure.ts';
import { doubtful, good, type Outcome } from './outcome.ts';
import { type Place, within } from './place.ts';

const DAY = 86_400_000;
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
  if (chain === undefined) return good(`The connection to ${name} is encrypted (${version.replace('v', ' ')}).`);
  const left = chain.validUntil - now;
  const days = Math.max(0, Math.floor(left / DAY));
  const validity = `valid for ${days === 1 ? '1 more day' : `${days} more days`}`;
  // The same whole days as in the sentence, not rounded up.
  const end = days > 0 ? counted(days, 'day') : durationInWords(left);
  const inspected = ' This is not a public authority: a proxy may inspect the traffic.';
  const sentence = `The connection to ${name} is encrypted (${version.replace('v', ' ')}); its certificate is ${validity} and was issued by “${chain.issuer}”.${chain.isPublic ? '' : inspected}`;
  if (left >= SOON) return good(sentence);
  return doubtful(
    sentence,
    `Tell ${chain.isPublic ? 'the provider' : 'IT'} that the certificate of ${name} expires in ${end}.`,
  );
}
