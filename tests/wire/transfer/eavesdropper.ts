/** @file A listener on this machine that hears what should never have been sent. */

import net from 'node:net';
import { listen } from './storages.ts';

/** Counts what comes: connections and bytes. */
export async function eavesdropper() {
  const heard = { connections: 0, bytes: 0 };
  const server = net.createServer((socket) => {
    heard.connections++;
    socket
      .on('error', () => {})
      .on('data', (data) => {
        heard.bytes += data.length;
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
  });
  const { host, port } = new URL(await listen(server));
  return { heard, host, port };
}
