/**
 * @file A tenant behind TLS, as in a bank: with a certificate of its own authority and, on request, only for known
 * clients.
 */

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import type { Authority } from '../wire/network/authority.ts';
import { portOf } from '../wire/network/proxies.ts';
import type { ProviderValues } from './gestures.ts';

export interface EncryptedService {
  /** The values of a connection to it. */
  values: ProviderValues;
  /** The subjects of the client certificates that it has seen. */
  clients: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * Forwards all requests to the tenant.
 * @param host the name by which the app reaches it
 */
export async function encrypt(
  tenant: PracticeTenant,
  authority: Authority,
  { host = '127.0.0.1', demandsCertificate = false } = {},
): Promise<EncryptedService> {
  const clients = new Set<string>();
  const tls = { ...authority.host(), ca: authority.cert, requestCert: true, rejectUnauthorized: demandsCertificate };
  const server = https.createServer(tls, (incoming, answer) => {
    // A server over TLS has only TLS sockets.
    const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
    if (subject !== undefined) clients.add(String(subject.CN));
    const { method, headers } = incoming;
    const outgoing = http.request(new URL(incoming.url ?? '/', tenant.baseUrl), { method, headers, agent: false });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => incoming.destroy());
    incoming.pipe(outgoing);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = (address: string) => `https://${host}:${portOf(server)}${new URL(address).pathname}`;
  const { clientId, clientSecret, scope } = tenant;
  return {
    values: { baseUrl: at(tenant.baseUrl), tokenUrl: at(tenant.tokenUrl), clientId, clientSecret, scope },
    clients,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
