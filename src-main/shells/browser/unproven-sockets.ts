/**
 * @file Keeps connections that have not proved yet to belong to a session from crowding out those that have: there are
 * only so many, and the oldest has to leave.
 */

import type { Duplex } from 'node:stream';

/** A browser that loads the page needs about six. */
export const MOST_UNPROVEN = 128;

export class UnprovenSockets {
  readonly #sockets = new Set<Duplex>();

  add(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const [oldest] = this.#sockets;
    if (this.#sockets.size <= MOST_UNPROVEN || oldest === undefined) return;
    this.#sockets.delete(oldest);
    oldest.destroy();
  }

  /** The connection brought a secret or a ticket that is valid. */
  prove(socket: Duplex): void {
    this.#sockets.delete(socket);
  }
}
