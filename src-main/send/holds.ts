/**
 * @file The connections over which nothing is sent until a person helps. Where what is wrong may be put right elsewhere, one batch is
 * still tried every few seconds, and finds out for all that wait there.
 */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { mayHealElsewhere } from '../../src-shared/stopped-connections.ts';
import type { Clock } from '../ground/clock.ts';
import { type Bound, keyOf } from '../wire/credentials/connection.ts';
import type { BatchNumber } from './batch.ts';
import { BRIEF_PAUSE } from './machine/retry-policy.ts';

interface Hold {
  bound: Bound;
  error: ErrorRecord;
  /** The batch that is tried, and when. */
  trial: BatchNumber;
  notBefore: number;
}

export class Holds {
  readonly #clock: Pick<Clock, 'now'>;
  /** By `keyOf`: neither what a name leads to by now is to suffer, nor another secret for the same destination. */
  readonly #all = new Map<string, Hold>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  of(bound: Bound): ErrorRecord | undefined {
    return this.#all.get(keyOf(bound))?.error;
  }

  /** The connections that wait for a person to allow this storage host. */
  forHost(host: string): Bound[] {
    const held = [...this.#all.values()].filter(
      ({ error: { code, params } }) =>
        (code === 'upload.other-host' || code === 'upload.unconfirmed-host') && params.host === host,
    );
    return held.map(({ bound }) => bound);
  }

  /** @returns whether that is news */
  add({ connection, destination }: Bound, error: ErrorRecord, batch: BatchNumber): boolean {
    const bound = { connection, destination };
    const before = this.#all.get(keyOf(bound));
    const notBefore = this.#clock.now() + BRIEF_PAUSE;
    this.#all.set(keyOf(bound), { bound, error, trial: before?.trial ?? batch, notBefore });
    return before?.error.code !== error.code;
  }

  end(bound: Bound): void {
    this.#all.delete(keyOf(bound));
  }

  /** Returns those that were on hold. */
  endAll(): Bound[] {
    const held = [...this.#all.values()].map(({ bound }) => bound);
    this.#all.clear();
    return held;
  }

  /**
   * From when a batch may be tried (ms since the epoch); undefined where it has to wait for a person. Asked of all that wait, in order.
   * @param canBeTried whether the one that was tried last still can be
   */
  triedFrom(bound: Bound, batch: BatchNumber, canBeTried: (batch: BatchNumber) => boolean): number | undefined {
    const hold = this.#all.get(keyOf(bound));
    if (hold === undefined) return 0;
    if (!mayHealElsewhere(hold.error)) return undefined;
    if (!canBeTried(hold.trial)) hold.trial = batch;
    return hold.trial === batch ? hold.notBefore : undefined;
  }

  isTrial(bound: Bound, batch: BatchNumber): boolean {
    const hold = this.#all.get(keyOf(bound));
    return hold?.trial === batch && mayHealElsewhere(hold.error);
  }
}
