/** @file A server that knows nothing of desks or ledgers: it notes by its own clock when each request arrives. */

import { once } from 'node:events';
import { createServer } from 'node:http';

export class RequestCounter implements AsyncDisposable {
  readonly address: string;
  /** When each request arrived (ms, in order). */
  readonly arrivals: number[];
  readonly #close: () => Promise<void>;

  private constructor(address: string, arrivals: number[], close: () => Promise<void>) {
    this.address = address;
    this.arrivals = arrivals;
    this.#close = close;
  }

  static async start(): Promise<RequestCounter> {
    const arrivals: number[] = [];
    const server = createServer((_, reply) => {
      arrivals.push(performance.now());
      reply.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
    return new RequestCounter(`http://127.0.0.1:${address.port}/`, arrivals, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
  }

  /** The most requests in any span of so many milliseconds. */
  mostWithin(window: number): number {
    let most = 0;
    let first = 0;
    for (const [index, at] of this.arrivals.entries()) {
      while ((this.arrivals[first] ?? 0) <= at - window) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
