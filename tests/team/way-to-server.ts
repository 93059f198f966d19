/** @file The address of a database that another server can take over, as a virtual address of a cluster. */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class WayToServer implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #leadsTo: number;

  private constructor(server: Server, port: number, leadsTo: number) {
    this.#server = server;
    this.port = port;
    this.#leadsTo = leadsTo;
    server.on('connection', (near) => this.#carry(near));
  }

  static async to(leadsTo: number): Promise<WayToServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
    return new WayToServer(server, address.port, leadsTo);
  }

  /** From now on it leads to another server; connections to the one before break. */
  lead(to: number): void {
    this.#leadsTo = to;
    this.#break();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#break();
    await closed;
  }

  #carry(near: Socket): void {
    const far = connect(this.#leadsTo, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  #break(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
