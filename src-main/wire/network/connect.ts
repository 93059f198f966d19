/** @file Sockets: connects to a host, and encrypts the connection. */

import { once } from 'node:events';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { SECOND } from '../../ground/clock.ts';
import { alertIn, HANDSHAKE_FAILURE } from './failures.ts';

/**
 * If a host has several addresses, each but the last gets this long to accept. Node's default of 250 ms is too short
 * for a host that is far away or busy; this outlasts a lost packet, which is sent again after a second.
 */
const ADDRESS_MS = 3 * SECOND;

/** How sockets are made, to hosts and to proxies. */
export const socketOptions = {
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  noDelay: true,
  keepAlive: true,
} as const;

/** How every host is judged. Said here, because Node's own defaults follow variables and options of its call. */
export const trusting = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** A connected socket. `signal` applies until the connection is established. */
export async function reach(target: net.TcpNetConnectOpts, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect({ ...target, ...socketOptions });
  await ready(socket, 'connect', signal);
  return socket;
}

/**
 * Starts TLS with `host` on an open connection.
 * @throws AppError network.identity-wanted where a host up to TLS 1.2 misses a certificate; otherwise what node:tls
 * throws
 */
export async function secure(
  connection: Duplex,
  options: tls.ConnectionOptions,
  { host, signal }: { host: string; signal: AbortSignal },
): Promise<tls.TLSSocket> {
  const receivedBefore = receivedBytes(connection);
  const socket = tls.connect({ ...trusting, ...options, ALPNProtocols: ['http/1.1'], socket: connection });
  try {
    await ready(socket, 'secureConnect', signal);
  } catch (thrown) {
    connection.destroy();
    const received = receivedBytes(connection) - receivedBefore;
    if (isIdentityWanted(thrown, received)) throw new AppError('network.identity-wanted', { host }, { cause: thrown });
    throw thrown;
  }
  return socket;
}

/** More than this is a certificate and not only an alert, which takes 7 bytes. */
const ALERT_BYTES = 100;

/**
 * Up to TLS 1.2 “handshake failure” means either that there is no encryption in common, which a host says at once, or
 * that our certificate is missing, which it says after it has sent its own.
 */
function isIdentityWanted(thrown: unknown, received: number): boolean {
  return thrown instanceof Error && alertIn(thrown.message) === HANDSHAKE_FAILURE && received > ALERT_BYTES;
}

function receivedBytes(connection: Duplex): number {
  return connection instanceof net.Socket ? connection.bytesRead : 0;
}

async function ready(socket: net.Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // The caller adds its own handler a few ticks later; an error before that must not end the process.
  socket.on('error', () => {});
  const closed = new AbortController();
  const onClose = () => closed.abort(new Error('socket hang up'));
  socket.once('close', onClose);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, closed.signal]) });
  } catch (thrown) {
    socket.destroy();
    throw closed.signal.aborted ? closed.signal.reason : thrown;
  } finally {
    socket.off('close', onClose);
  }
}
