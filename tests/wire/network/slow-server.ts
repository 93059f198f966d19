/**
 * @file A server for slow-host.test.ts that accepts no connection until the test says so. With its queue full, the
 * system leaves a client's first packet unanswered, and the client sends it again after a second.
 */

import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const go = new Int32Array(workerData);
const server = net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 204 No Content\r\n\r\n'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort?.postMessage(server.address());
  // The thread accepts no connection while it waits here.
  Atomics.wait(go, 0, 0);
});
