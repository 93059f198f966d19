/**
 * @file A line between a desk and its database that is cut after so many bytes, swallows what it should carry, or carries what
 * is asked and loses the answer.
 */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * after: cuts each connection once so many bytes came from the server, or went to it, since it was opened.
 * answers: what the desk asks next arrives, and the line is cut before the answer comes back.
 */
export type Fault = { after: number; of: 'answers' | 'questions' } | 'answers' | 'swallows' | undefined;

export class BadLine implements AsyncDisposable {
  readonly port: number;
  fault: Fault;
  /** What came from the server, and went to it, over the connection that was opened last. */
  carried = { answers: 0, questions: 0 };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number, leadsTo: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (near) => this.#carry(near, connect(leadsTo, '127.0.0.1')));
  }

  static async to(leadsTo: number): Promise<BadLine> {
    // A line that swallows everything does not even answer that a desk has hung up.
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
    return new BadLine(server, address.port, leadsTo);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #carry(near: Socket, far: Socket): void {
    const carried = { answers: 0, questions: 0 };
    this.carried = carried;
    const ways = [
      { from: near, to: far, what: 'questions' },
      { from: far, to: near, what: 'answers' },
    ] as const;
    const cut = () => {
      near.destroy();
      // What was asked is carried to its end.
      far.end();
    };
    for (const { from, to, what } of ways) {
      this.#sockets.add(from);
      from.setNoDelay();
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroySoon();
      });
      from.on('end', () => {
        if (this.fault !== 'swallows') to.end();
      });
      from.on('data', (bytes) => {
        const { fault } = this;
        if (fault === 'swallows') return;
        if (fault === 'answers' && what === 'answers') return cut();
        const left = typeof fault === 'object' && fault.of === what ? fault.after - carried[what] : bytes.length;
        carried[what] += bytes.length;
        to.write(bytes.subarray(0, Math.max(0, left)));
        if (left < bytes.length) cut();
      });
    }
  }
}
