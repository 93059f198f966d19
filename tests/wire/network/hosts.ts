/** @file Hosts for the tests of the network: servers on this machine with any kind of encryption, or with none. */

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src-main/ground/clock.ts';
import { Front } from '../../../src-main/practice/front.ts';
import { Network, type NetworkPorts, type NetworkSettings } from '../../../src-main/wire/network/network.ts';
import { portOf } from './proxies.ts';

/** These authorities, without a limit to hosts. */
export function trustedForAll(pem: string): NetworkSettings['authorities'] {
  return pem === '' ? [] : [{ pem }];
}

/** A network without a proxy that trusts this authority besides the machine's, unless the test says otherwise. */
export function networkWith(
  {
    proxy = { mode: 'none' },
    authorities = [],
  }: Partial<Omit<NetworkSettings, 'authorities'>> & { authorities?: string | NetworkSettings['authorities'] } = {},
  ports: Partial<NetworkPorts> = {},
  clock?: Clock,
): Network {
  const proxyPassword = async () => undefined;
  const trusted = typeof authorities === 'string' ? trustedForAll(authorities) : authorities;
  const settings = async () => ({ proxy, authorities: trusted });
  return new Network({ settings, proxyPassword, systemProxy: async () => 'DIRECT', ...ports }, clock);
}

/** A request to `echo`. */
export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Replies with the request, as JSON. */
export const echo: http.RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  const { method, url: path, headers } = request;
  request.on('end', () => response.end(JSON.stringify({ method, path, headers, body })));
};

/** Serves until the end of the test; returns the port. */
export async function serve(listener: http.RequestListener = echo, host = '127.0.0.1'): Promise<number> {
  return listen(http.createServer(listener), host);
}

/** The same in TLS. */
export async function serveSecurely(
  options: https.ServerOptions,
  listener: http.RequestListener = echo,
  host = '127.0.0.1',
): Promise<number> {
  return listen(https.createServer(options, listener).on('checkContinue', listener), host);
}

/** Lets any server listen until the end of the test; returns the port. */
export async function listen(server: net.Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return portOf(server);
}

/** A port on which no one listens, and which no other process gets until the end of the test. */
export async function closedPort(): Promise<number> {
  const front = new Front((socket) => socket.destroy());
  await front.open();
  await front.refuse();
  onTestFinished(() => front.close());
  return front.port;
}

/** Forwards every request to `origin()`, and its replies back, including `100 Continue`. */
export function forwardTo(origin: () => string): http.RequestListener {
  return (incoming, answer) => {
    const { method, headers } = incoming;
    const outgoing = http.request(new URL(incoming.url ?? '/', origin()), { method, headers, agent: false });
    outgoing.on('continue', () => answer.writeContinue());
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => incoming.destroy());
    incoming.on('error', () => outgoing.destroy());
    outgoing.flushHeaders();
    incoming.pipe(outgoing);
  };
}

/** Reads the reply of `echo`. */
export async function askedIn(response: Response): Promise<Asked> {
  // The server of the test has just written it.
  return (await response.json()) as Asked;
}
