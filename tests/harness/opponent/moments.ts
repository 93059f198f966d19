/**
 * @file Moments at which a request to the opponent can be held, so that a test knows exactly how far the other side is,
 * without waiting.
 */

/**
 * reservation: a batch id is issued, its reply not yet sent · put-headers: an upload is announced, its body not
 * requested · put-body: the first bytes have arrived · put-stored: stored, the reply not yet sent · status: a state is
 * requested
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
  #isLetGo = false;

  /** Holds the next request at this moment; resolves once it has arrived. */
  holdNext(moment: Moment): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<Held>();
    this.#wanted.set(moment, [...(this.#wanted.get(moment) ?? []), resolve]);
    return promise;
  }

  /** Called by the opponent: resolves at once, or when a test has decided; `hung-up` also when the other side has left. */
  async reach(moment: Moment, left: AbortSignal): Promise<'go-on' | 'hung-up'> {
    const [first, ...others] = this.#wanted.get(moment) ?? [];
    if (first === undefined) return 'go-on';
    if (left.aborted) return 'hung-up';
    this.#wanted.set(moment, others);
    const { promise, resolve } = Promise.withResolvers<'go-on' | 'hung-up'>();
    const release = () => resolve('go-on');
    const hangUp = () => resolve('hung-up');
    this.#releases.add(release);
    left.addEventListener('abort', hangUp, { once: true });
    first({ release, hangUp });
    return await promise;
  }

  /** Resolves once all has been let go on. */
  async letGo(): Promise<void> {
    if (!this.#isLetGo) await new Promise<void>((resolve) => this.#releases.add(resolve));
  }

  /** Lets all continue that is held, and holds nothing more. */
  releaseAll(): void {
    this.#isLetGo = true;
    this.#wanted.clear();
    for (const release of this.#releases) release();
    this.#releases.clear();
  }
}
