/** @file What rests on disk in the product, in memory for tests. */

import { HOUR } from '../src-main/ground/clock.ts';
import type { SettingsFile } from '../src-main/ground/settings/settings-file.ts';
import type { Mark, RequestLedger } from '../src-main/wire/service/rate-limits.ts';
import type { CountedTurn } from '../src-main/wire/service/turns.ts';

/** Settings that end with the test; values are copied, as they are in a file. */
export class MemorySettings implements SettingsFile {
  readonly #values = new Map<string, unknown>();

  get(key: string): unknown {
    return structuredClone(this.#values.get(key));
  }

  set(key: string, value: unknown): void {
    this.#values.set(key, structuredClone(value));
  }

  copy(): MemorySettings {
    const copy = new MemorySettings();
    for (const [key, value] of this.#values) copy.set(key, value);
    return copy;
  }
}

export class MemoryLedger implements RequestLedger {
  readonly openedAt: number;
  readonly lastTurns = new Map<string, Promise<void>>();
  readonly briefTurns = new Map<string, CountedTurn[]>();
  readonly #times = new Map<string, number[]>();
  readonly #marks = new Map<string, Mark>();

  constructor(openedAt = 0) {
    this.openedAt = openedAt;
  }

  recent(key: string, since: number): number[] {
    return (this.#times.get(key) ?? []).filter((at) => at >= since);
  }

  record(key: string, at: number): void {
    this.#times.set(key, [...this.recent(key, at - HOUR), at]);
  }

  mark(key: string): Mark | undefined {
    return this.#marks.get(key);
  }

  setMark(key: string, mark: Mark | undefined): void {
    if (mark === undefined) this.#marks.delete(key);
    else this.#marks.set(key, mark);
  }

  /** The same ledger as another process finds it: who waited waits no more. */
  reopened(openedAt = this.openedAt): MemoryLedger {
    const ledger = new MemoryLedger(openedAt);
    for (const [key, times] of this.#times) ledger.#times.set(key, [...times]);
    for (const [key, mark] of this.#marks) ledger.#marks.set(key, mark);
    return ledger;
  }
}
