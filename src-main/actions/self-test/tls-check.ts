/** @file Checks mutual TLS with PFX files on this machine: Electron brings another TLS library than Node. */

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import type { ClientIdentity } from '../../wire/credentials/client-identity.ts';
import { readIdentity } from '../../wire/credentials/identity-file.ts';
import { trusting } from '../../wire/network/connect.ts';
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

/** A server that says whom it has let in, and by which version. */
async function listen(version: tls.SecureVersion): Promise<AsyncDisposable & { port: number }> {
  const server = tls.createServer(
    {
      ...{ cert: embedded.server.cert, key: embedded.server.key, ca: embedded.authority },
      ...{ requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version },
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

async function ask(port: number, identity: ClientIdentity | undefined, signal: AbortSignal): Promise<string> {
  // The authorities of the machine have a check of their own.
  const contexts = new SecureContexts(async () => [{ pem: embedded.authority }], { get: async () => [] });
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
