/**
 * @file Moments at which a request can be held, so that a test knows exactly how far the other side is, without
 * waiting.
 */

import type { IncomingMessage } from 'node:http';

/**
 * reservation: a batch id is issued, its reply not yet sent · put-headers: an upload is announced, its body not
 * requested
 * · put-body: the first bytes have arrived · put-stored: stored, the reply not yet sent · status: a state is requested
 */
export type Moment = 'reservation' | 'put-headers' | 'put-body' | 'put-stored' | 'status';

/** A request that is held until the test decides. */
export interface Held {
  /** Continues normally. */
  release(): void;
  /** Closes the connection without a reply. */
  hangUp(): void;
}

export class Moments {
  readonly #wanted = new Map<Moment, ((held: Held) => void)[]>();
  readonly #releases = new Set<() => void>();

  /** Holds the next request at this moment; resolves once it has arrived. */
  holdNext(moment: Moment): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<Held>();
    this.#wanted.set(moment, [...(this.#wanted.get(moment) ?? []), resolve]);
    return promise;
  }

  /**
   * Called by the service: resolves at once, or when a test has decided; `hung-up` also when the other side has left.
   */
  async reach(moment: Moment, request: IncomingMessage): Promise<'go-on' | 'hung-up'> {
    const [first, ...others] = this.#wanted.get(moment) ?? [];
    if (first === undefined) return 'go-on';
    this.#wanted.set(moment, others);
    const { promise, resolve } = Promise.withResolvers<'go-on' | 'hung-up'>();
    const release = () => resolve('go-on');
    this.#releases.add(release);
    const { socket } = request;
    const leave = () => resolve('hung-up');
    socket.once('close', leave);
    first({ release, hangUp: () => socket.destroy() });
    return await promise.finally(() => socket.off('close', leave));
  }

  /** Lets all continue that is held, and holds nothing more. */
  releaseAll(): void {
    this.#wanted.clear();
    for (const release of this.#releases) release();
  }
}
