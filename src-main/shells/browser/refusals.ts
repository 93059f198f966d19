/** @file Records what was refused, without letting an attacker flood the record: a few a minute, and the number of the rest. */

import type { RecordSecurity } from '../../audit/security-events.ts';
import { after, type Clock, MINUTE } from '../../ground/clock.ts';

/** So many are recorded by themselves in each minute. */
const MOST_ALONE = 5;

export interface RefusalsPorts {
  clock: Clock;
  recordSecurity: RecordSecurity;
}

export class Refusals {
  readonly #ports: RefusalsPorts;
  readonly #closing = new AbortController();
  /** In the current minute; undefined when nothing was refused in it. */
  #minute: { count: number; last: string } | undefined;

  constructor(ports: RefusalsPorts) {
    this.#ports = ports;
  }

  /** @param why one sentence, without anything that the refused side may choose freely */
  add(why: string): void {
    this.#minute ??= this.#newMinute();
    this.#minute.count += 1;
    this.#minute.last = why;
    if (this.#minute.count <= MOST_ALONE) this.#record(why);
  }

  /** Records what is still only counted. */
  close(): void {
    this.#closing.abort();
    this.#endMinute();
  }

  #newMinute() {
    after(this.#ports.clock, MINUTE, () => this.#endMinute(), this.#closing);
    return { count: 0, last: '' };
  }

  #endMinute(): void {
    const { count, last } = this.#minute ?? { count: 0, last: '' };
    this.#minute = undefined;
    if (count > MOST_ALONE) this.#record(`${count - MOST_ALONE} more were refused within a minute. The last: ${last}`);
  }

  #record(why: string): void {
    this.#ports.recordSecurity({ kind: 'session-refused', shell: 'browser', why });
  }
}
