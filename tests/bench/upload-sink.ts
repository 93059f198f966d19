/**
 * @file The receiver of the upload benchmark, in its own process: reads everything, keeps nothing and answers 200.
 * `node upload-sink.ts [BYTES-PER-SECOND]` prints the port it listens on; with a speed, it reads no faster.
 */

import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const [speed] = process.argv.slice(2);

async function takeAll(request: http.IncomingMessage): Promise<void> {
  request.resume();
  await once(request, 'end');
}

async function takeSlowly(request: http.IncomingMessage, bytesPerSecond: number): Promise<void> {
  const started = performance.now();
  let received = 0;
  for await (const bytes of request) {
    received += bytes.length;
    const early = (1000 * received) / bytesPerSecond - (performance.now() - started);
    if (early > 1) await delay(early);
  }
}

const server = http.createServer(async (request, response) => {
  await (speed === undefined ? takeAll(request) : takeSlowly(request, Number(speed)));
  response.end();
});
// A batch on a slow line takes longer than a server grants by itself.
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(address.port);
});
