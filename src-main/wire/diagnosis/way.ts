/** @file Opens a socket to a host, directly or through a proxy, or finds the obstacle in between. */

import { once } from 'node:events';
import type net from 'node:net';
import { isIP } from 'node:net';
import type tls from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { reach, secure } from '../network/connect.ts';
import { readFailure } from '../network/failures.ts';
import { type ProxyRoute, proxyName, type Route, withBrackets } from '../network/proxy.ts';
import { loginFor, type TicketFor } from '../network/proxy-login.ts';
import { NoAnswer, type Place } from './place.ts';

/** What prevents the connection. */
export type Obstacle =
  | { kind: 'host-unreachable'; reason: Said }
  | { kind: 'proxy-unreachable'; reason: Said }
  | { kind: 'proxy-credentials' }
  /** It asks for a login that this computer cannot give, or does not accept. */
  | { kind: 'proxy-login'; error: AppError }
  | { kind: 'proxy-refuses'; status: number }
  | { kind: 'proxy-cannot-reach'; status: number }
  | { kind: 'no-proxy'; said: Said };

export class Blocked extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(obstacle.kind);
    this.obstacle = obstacle;
  }
}

/** What connections through proxies need. */
export interface ProxyPorts {
  /** For https proxies. */
  secureContext: (host: string) => Promise<tls.SecureContext>;
  /** For proxies that ask for a login. */
  ticketFor: TicketFor;
}

/**
 * A connection to the host, not encrypted yet; it is destroyed when the signal aborts.
 * @throws Blocked, or the signal's reason
 */
export async function openWay(
  { host, port }: Place,
  route: Route,
  ports: ProxyPorts,
  signal: AbortSignal,
): Promise<net.Socket> {
  if (route.kind === 'proxy') return await openTunnel(`${withBrackets(host)}:${port}`, route, ports, signal);
  try {
    return await reach({ host, port }, signal);
  } catch (thrown) {
    throw new Blocked({ kind: 'host-unreachable', reason: reasonOf(thrown) });
  }
}

async function openTunnel(
  target: string,
  proxy: ProxyRoute,
  { secureContext, ticketFor }: ProxyPorts,
  signal: AbortSignal,
): Promise<net.Socket> {
  const { credentials } = proxy;
  const basic = credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  const first = await askForTunnel(target, proxy, basic && `Basic ${basic}`, secureContext, signal);
  // The tunnel of every request accepts no other status.
  if (first.status === 200) return first.socket;
  first.socket.destroy();
  if (first.status !== 407) throw new Blocked(refusalOf(first.status));
  const ticket = await ticketOf(proxy, first.offered, ticketFor, signal);
  const second = await askForTunnel(target, proxy, ticket, secureContext, signal);
  if (second.status === 200) return second.socket;
  second.socket.destroy();
  if (second.status !== 407) throw new Blocked(refusalOf(second.status));
  const error = new AppError('network.proxy-ticket-refused', { proxy: proxyName(proxy) });
  throw new Blocked({ kind: 'proxy-login', error });
}

async function ticketOf(...[proxy, offered, ticketFor, signal]: Parameters<typeof loginFor>): Promise<string> {
  try {
    return await loginFor(proxy, offered, ticketFor, signal);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const isPassword = thrown.code === 'network.proxy-credentials';
    throw new Blocked(isPassword ? { kind: 'proxy-credentials' } : { kind: 'proxy-login', error: thrown });
  }
}

interface Reply {
  status: number;
  /** The values of Proxy-Authenticate. */
  offered: string[];
}

/** One CONNECT over a connection of its own, and the reply to it. */
async function askForTunnel(
  target: string,
  proxy: ProxyRoute,
  authorization: string | undefined,
  secureContext: ProxyPorts['secureContext'],
  signal: AbortSignal,
): Promise<Reply & { socket: net.Socket }> {
  let socket: net.Socket;
  try {
    socket = await reach({ host: proxy.host, port: proxy.port }, signal);
    if (proxy.protocol === 'https') {
      const context = await secureContext(proxy.host);
      socket = await secure(
        socket,
        { secureContext: context, ...namesOf(proxy.host) },
        { host: proxyName(proxy), signal },
      );
    }
  } catch (thrown) {
    throw new Blocked({ kind: 'proxy-unreachable', reason: reasonOf(thrown) });
  }
  const head = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  if (authorization !== undefined) head.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { ...(await readReply(socket, signal)), socket };
}

function refusalOf(status: number): Obstacle {
  // tinyproxy replies 401 to a wrong password.
  if (status === 407 || status === 401) return { kind: 'proxy-credentials' };
  if (status >= 500 && status !== 501) return { kind: 'proxy-cannot-reach', status };
  // The reply of an ordinary web server to a CONNECT.
  if ([400, 404, 405, 501].includes(status))
    return { kind: 'no-proxy', said: fact('it answered {status}', { status }) };
  return { kind: 'proxy-refuses', status };
}

const LONGEST_HEAD = 16 * 1024;

/** The head of the reply to a CONNECT; what follows it stays in the socket. */
async function readReply(socket: net.Socket, signal: AbortSignal): Promise<Reply> {
  let head = Buffer.alloc(0);
  try {
    for (;;) {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) {
        if (socket.readableEnded || socket.destroyed) throw noProxy(fact('it closed the connection without an answer'));
        await Promise.race([once(socket, 'readable', { signal }), once(socket, 'end', { signal })]);
        continue;
      }
      head = Buffer.concat([head, chunk]);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1'))?.[1];
      if (status === undefined && head.length >= 12) throw noProxy(fact('its answer is not HTTP'));
      const end = head.indexOf('\r\n\r\n');
      if (status !== undefined && end >= 0) {
        if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
        const fields = head
          .subarray(0, end)
          .toString('latin1')
          .matchAll(/^proxy-authenticate:(.*)$/gim);
        return { status: Number(status), offered: [...fields].map(([, value]) => value ?? '') };
      }
      if (head.length > LONGEST_HEAD) throw noProxy(fact('its answer does not end'));
    }
  } catch (thrown) {
    socket.destroy();
    signal.throwIfAborted();
    if (thrown instanceof Blocked) throw thrown;
    throw noProxy(fact('it closed the connection without an answer'));
  }
}

function noProxy(said: Said): Blocked {
  return new Blocked({ kind: 'no-proxy', said });
}

/** The name that the host's certificate must have; node:tls wants no server name in the handshake for an IP address. */
export function namesOf(host: string): { host: string; servername?: string } {
  return isIP(host) === 0 ? { host, servername: host } : { host };
}

function reasonOf(thrown: unknown): Said {
  return thrown instanceof NoAnswer ? fact('no answer in time') : (readFailure(thrown)?.reason ?? String(thrown));
}
