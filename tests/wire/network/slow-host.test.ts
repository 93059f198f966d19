import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { networkWith } from './hosts.ts';

interface BusyServer {
  port: number;
  /** Accepts connections from now on. */
  relax: () => void;
}

/** A server on 127.0.0.1 that leaves connections unanswered until `relax` is called. */
async function startBusyServer(): Promise<BusyServer> {
  const go = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./slow-server.ts', import.meta.url), { workerData: go.buffer });
  const relax = () => {
    Atomics.store(go, 0, 1);
    Atomics.notify(go, 0);
  };
  onTestFinished(async () => {
    relax();
    await worker.terminate();
  });
  const [{ port }] = await once(worker, 'message');
  return { port, relax };
}

/** Makes more connections than the server's queue holds: later ones are left unanswered. */
async function fillQueue(port: number): Promise<void> {
  const sockets = Array.from({ length: 8 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  // All connect at once; when the first is accepted, the last has sent its packet.
  await Promise.race(sockets.map((socket) => once(socket, 'connect')));
}

it('a host that takes a second to answer is reached, although it has another address', async () => {
  const { port, relax } = await startBusyServer();
  await fillQueue(port);
  const lookup: net.LookupFunction = (_, options, callback) => {
    expect(options.all).toBe(true);
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    // The first packet has been left unanswered by then.
    setImmediate(relax);
  };
  const request = http.get({ host: 'host.example', port, agent: networkWith().agent(), lookup });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(204);
});
