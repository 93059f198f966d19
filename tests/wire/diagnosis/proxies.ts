/** @file Proxies for the tests of the diagnosis. Only they can resolve made-up names. */

import { createServer } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Issued } from '../network/authority.ts';
import { listen } from '../network/hosts.ts';

/** The result of a CONNECT: the port it leads to, or the status of the refusal. */
export type Connect = (target: string, authorization: string | undefined) => { port: number } | { status: number };

/** A forward proxy. */
export async function startProxy(connect: Connect): Promise<{ port: number }> {
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined);
    const answer = connect(request.url ?? '', request.headers['proxy-authorization']);
    if ('status' in answer) return void client.end(`HTTP/1.1 ${answer.status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = net.connect(answer.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  return { port: await listen(server) };
}

/** Inspects the traffic: ends the TLS of each client with a certificate of its own, and passes on what it reads. */
export async function startInspector(own: Issued, upstreamPort: number): Promise<number> {
  const server = tls.createServer({ ...own, ALPNProtocols: ['http/1.1'] }, (client) => {
    const upstream = tls.connect({ port: upstreamPort, host: '127.0.0.1', rejectUnauthorized: false });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    upstream.pipe(client).pipe(upstream);
    client.once('close', () => upstream.destroy());
  });
  server.on('tlsClientError', () => undefined);
  return await listen(server);
}
