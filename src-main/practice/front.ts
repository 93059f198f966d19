/**
 * @file A TCP server that can refuse connections for a while and come back at the same port, as when the network is gone.
 *
 * [Note: The port is kept] A port that is given up belongs to the next process that asks for any. So one established
 * connection, which leads from here to here, keeps the port while no server listens: the system then refuses connections
 * truthfully, gives the port to no other, and lets us listen on it again.
 */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

export class Front {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Both ends of the connection that keeps the port. */
  #keepers: readonly Socket[] = [];
  #port = 0;
  /** Connections that came since it was decided to refuse them. */
  #late: Socket[] | undefined;

  /** @param onConnection gets the connections that are not refused, such as an HTTP server expects them */
  constructor(onConnection: (socket: Socket) => void) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.#late === undefined) return onConnection(socket);
      socket.on('error', () => {});
      this.#late.push(socket);
    });
  }

  get port(): number {
    return this.#port;
  }

  /** Listens; without a port, on any free one. Rejects with the system's error when the port is taken. */
  async open(port = this.#port): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(port, HOST, resolve);
    await promise.finally(() => this.#server.off('error', reject));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has an address with a port.');
    this.#port = address.port;
    for (const keeper of this.#keepers) keeper.destroy();
    this.#keepers = [];
    this.#late = undefined;
  }

  /** New connections are refused until it is opened again; those that are open stay. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    const late: Socket[] = [];
    this.#late = late;
    const near = connect(this.#port, HOST);
    await once(near, 'connect');
    const isKeeper = (socket: Socket) => socket.remotePort === near.localPort;
    while (!late.some(isKeeper)) await once(this.#server, 'connection');
    this.#server.close();
    this.#keepers = [near, ...late.filter(isKeeper)];
    for (const keeper of this.#keepers) this.#sockets.delete(keeper);
    for (const socket of late) if (!isKeeper(socket)) socket.resetAndDestroy();
  }

  /** Breaks all connections that are open. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Gives the port up for good, and breaks all connections. */
  async close(): Promise<void> {
    if (!this.#server.listening && this.#keepers.length === 0) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const keeper of this.#keepers) keeper.destroy();
    this.hangUp();
    await closed;
  }
}
