/** @file Checks TLS on this machine, with PFX files and by authorities: Electron brings another TLS library than Node. */

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import type { ClientIdentity } from '../../wire/credentials/client-identity.ts';
import { readIdentity } from '../../wire/credentials/identity-file.ts';
import { trusting } from '../../wire/network/connect.ts';
import { readFailure } from '../../wire/network/failures.ts';
import { SecureContexts } from '../../wire/network/secure-contexts.ts';
import * as embedded from './certificates.ts';

const versions = ['TLSv1.2', 'TLSv1.3'] as const;

/** Signs in with each kind of PFX in each version, and proves that the server refuses who has none. */
export async function checkClientCertificates(signal: AbortSignal): Promise<string> {
  const done: string[] = [];
  for (const version of versions) {
    await using server = await listen(version);
    for (const [kind, content] of Object.entries(embedded.pfx)) {
      const identity = readIdentity(Buffer.from(content, 'base64'), undefined, embedded.pfxPassphrase);
      const said = await ask(server.port, identity, signal);
      const expected = `${embedded.clientName} ${version}`;
      if (said !== expected) throw new Error(`PFX with ${kind}: the server says “${said}” in place of “${expected}”.`);
      done.push(`${version} with ${kind}`);
    }
    const toStranger = await ask(server.port, undefined, signal).catch(() => '');
    if (toStranger !== '') throw new Error(`${version}: the server lets in who has no certificate.`);
  }
  return `Signed in with a PFX by ${done.join(', ')}; refused without one.`;
}

/**
 * Trusts a server by an authority that only the list of the machine has, and none without it. What else that list has to have, only
 * the servers of the bank can show: a test adds no authority to a computer.
 */
export async function checkMachineTrust(signal: AbortSignal): Promise<string> {
  await using server = await listen('TLSv1.3');
  const identity = readIdentity(Buffer.from(embedded.pfx['AES-256'], 'base64'), undefined, embedded.pfxPassphrase);
  const asked = (ofMachine: readonly string[]) => ask(server.port, identity, signal, { ofMachine });
  await asked([embedded.authority]).catch((thrown: unknown) => {
    throw new Error(`A server is not trusted although this computer has its authority: ${reasonOf(thrown)}.`);
  });
  const stranger = await asked(tls.rootCertificates).catch(reasonOf);
  if (stranger !== UNKNOWN_ISSUER)
    throw new Error(`A server without a trusted authority is not refused for that, but: ${stranger}.`);
  return [
    'A server is trusted by an authority that only the list of this computer has, and refused without it.',
    'Not tried: the servers of your organisation, which the diagnosis of a connection asks.',
  ].join(' ');
}

/** As failures.ts says it of each of the codes for that. */
const UNKNOWN_ISSUER = 'its issuer is not known to this machine';

const reasonOf = (thrown: unknown): string => inEnglish(readFailure(thrown)?.reason ?? String(thrown));

/** A server that says whom it has let in, and by which version. */
async function listen(version: tls.SecureVersion): Promise<AsyncDisposable & { port: number }> {
  const server = tls.createServer(
    {
      cert: embedded.server.cert,
      key: embedded.server.key,
      ca: embedded.authority,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
    },
    (socket) => {
      socket.on('error', () => {});
      socket.end(`${String(socket.getPeerCertificate().subject.CN)} ${socket.getProtocol()}`);
    },
  );
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** @param trust the authorities that were added, and those that the machine has */
async function ask(
  port: number,
  identity: ClientIdentity | undefined,
  signal: AbortSignal,
  trust: { added?: string; ofMachine?: readonly string[] } = { added: embedded.authority },
): Promise<string> {
  const { added, ofMachine = [] } = trust;
  const contexts = new SecureContexts(async () => (added === undefined ? [] : [{ pem: added }]), {
    get: async () => ofMachine,
  });
  const secureContext = await contexts.get(async () => identity, '127.0.0.1');
  const socket = tls.connect({ host: '127.0.0.1', port, secureContext, ...trusting });
  const end = () => socket.destroy(new Error('It took too long.'));
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(socket, 'secureConnect');
    return await text(socket);
  } finally {
    signal.removeEventListener('abort', end);
    socket.destroy();
  }
}
