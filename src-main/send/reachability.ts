/** @file Whether any host answers, by what the steps of the batches came to. */

import type { Clock } from '../ground/clock.ts';
import type { BatchEvent } from './machine/machine.ts';

/** Answers of the service, the storage or what stands before them; an upload of ours that we broke off says nothing. */
const ANSWERS = /^(service|auth|upload|report)\./;

export class Reachability {
  readonly #clock: Clock;
  #silentSince: number | undefined;
  #everReached = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Since when nothing but network failures came back (ms since the epoch). */
  get silentSince(): number | undefined {
    return this.#silentSince;
  }

  /** Whether any host has answered since the start. */
  get everReached(): boolean {
    return this.#everReached;
  }

  note(event: BatchEvent): void {
    const code = 'error' in event ? event.error.code : undefined;
    if (code?.startsWith('network.')) this.#silentSince ??= this.#clock.now();
    else if (code === undefined || (ANSWERS.test(code) && code !== 'upload.interrupted')) {
      this.#silentSince = undefined;
      this.#everReached = true;
    }
  }
}
