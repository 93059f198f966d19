/**
 * @file Proxies for the tests of this room. Names under .example exist for them only: all lead to one port of 127.0.0.1.
 */

import { createServer } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Credentials } from './certificates.ts';

/** Listens on a free port of 127.0.0.1 until the test has ended; its connections end with it. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A listening TCP server has such an address.
  return (server.address() as AddressInfo).port;
}

/** What becomes of a CONNECT: the port it is led to, or the status it is refused with. */
export type Connect = (target: string, authorization: string | undefined) => { port: number } | { status: number };

/** A forward proxy; what it was asked for is written down. */
export async function startProxy(connect: Connect): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined);
    asked.push(request.url ?? '');
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
  return { port: await listen(server), asked };
}

/** Ends the TLS of whoever comes, with a certificate of its own, and passes on what it reads: it inspects the traffic. */
export async function startInspector(own: Credentials, upstreamPort: number): Promise<number> {
  const server = tls.createServer({ ...own, ALPNProtocols: ['http/1.1'] }, (client) => {
    const upstream = tls.connect({ port: upstreamPort, host: '127.0.0.1', rejectUnauthorized: false });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    upstream.pipe(client).pipe(upstream);
    client.once('close', () => upstream.destroy());
  });
  server.on('tlsClientError', () => undefined);
  return await listen(server);
}
