/** @file One limit in bytes a second, shared fairly by all uploads, and within it one for each connection; they can change at any time. */

import { type Clock, SECOND } from '../../ground/clock.ts';

/** Makes up for a timer that fires late, up to this. Time in which no upload wants to send is not saved up. */
const MADE_UP_FOR_MS = 100;

/** What an upload asks before it hands bytes to the network. */
export interface Line {
  /** Bytes a second at this moment; undefined for no limit. */
  readonly limit: number | undefined;
  /** Resolves as soon as so many bytes may be sent; rejects with the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
}

interface Taker {
  bytes: number;
  go(): void;
}

export class Bandwidth implements Line {
  readonly #clock: Clock;
  readonly #takers: Taker[] = [];
  #limit: number | undefined;
  /** Bytes that were granted and whose time has not passed yet, as of `#at`. */
  #owed = 0;
  #at: number;
  #isServing = false;
  #limitChanged = new AbortController();

  /** @param bytesPerSecond no limit by default; @throws RangeError when it is not above 0 */
  constructor(clock: Clock, bytesPerSecond?: number) {
    this.#clock = clock;
    this.#at = clock.now();
    this.limit = bytesPerSecond;
  }

  /** Bytes a second; undefined for no limit. A change takes effect at once, also for calls that wait. */
  get limit(): number | undefined {
    return this.#limit;
  }

  set limit(bytesPerSecond: number | undefined) {
    if (bytesPerSecond !== undefined && !(bytesPerSecond > 0))
      throw new RangeError(`A limit of ${bytesPerSecond} bytes a second lets nothing through.`);
    this.#pass(0);
    this.#limit = bytesPerSecond;
    this.#limitChanged.abort();
  }

  /**
   * Resolves as soon as so many bytes may be sent, first come, first served. Over any time, it grants no more than the
   * limit plus one such piece. Callers that take pieces of equal size get equal shares. Rejects with the signal's
   * reason as soon as it aborts; then nothing was taken.
   */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#limit === undefined) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const taker: Taker = { bytes, go: resolve };
    const leave = () => {
      const place = this.#takers.indexOf(taker);
      if (place >= 0) this.#takers.splice(place, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#takers.push(taker);
    void this.#serve();
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    this.#pass(0);
    for (let taker = this.#takers[0]; taker !== undefined; taker = this.#takers[0]) {
      if (this.#limit === undefined || this.#owed <= 0) {
        this.#takers.shift();
        if (this.#limit !== undefined) this.#owed += taker.bytes;
        taker.go();
      } else {
        // In whole milliseconds, the finest that timers can.
        const wait = Math.ceil((SECOND * this.#owed) / this.#limit);
        this.#limitChanged = new AbortController();
        await this.#clock.sleep(wait, this.#limitChanged.signal).catch(() => {});
        this.#pass(MADE_UP_FOR_MS);
      }
    }
    this.#isServing = false;
  }

  /** Reduces the debt by the time that has passed. After the clock was set back it only starts again. */
  #pass(madeUpForMs: number): void {
    const now = this.#clock.now();
    const limit = this.#limit ?? 0;
    const paid = (limit * Math.max(0, now - this.#at)) / SECOND;
    this.#owed = this.#limit === undefined ? 0 : Math.max(this.#owed - paid, (-limit * madeUpForMs) / SECOND);
    this.#at = now;
  }
}

/** The line of each connection: its own limit, within that of all together. */
export class ConnectionLines {
  readonly #clock: Clock;
  readonly #whole: Line;
  readonly #limitOf: (connection: string) => number | undefined;
  readonly #own = new Map<string, Bandwidth>();

  /** @param limitOf asked with each piece, since it may be another one at another hour */
  constructor(clock: Clock, whole: Line, limitOf: (connection: string) => number | undefined) {
    this.#clock = clock;
    this.#whole = whole;
    this.#limitOf = limitOf;
  }

  /** The same for all uploads over it. */
  of(connection: string): Line {
    const whole = this.#whole;
    const own = () => this.#ownNow(connection);
    return {
      get limit() {
        const limits = [own().limit, whole.limit].filter((limit) => limit !== undefined);
        return limits.length === 0 ? undefined : Math.min(...limits);
      },
      take: async (bytes, signal) => {
        await own().take(bytes, signal);
        await whole.take(bytes, signal);
      },
    };
  }

  #ownNow(connection: string): Bandwidth {
    const own = this.#own.get(connection) ?? new Bandwidth(this.#clock);
    this.#own.set(connection, own);
    const limit = this.#limitOf(connection);
    if (limit !== own.limit) own.limit = limit;
    return own;
  }
}
