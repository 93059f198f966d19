/** @file What rests on disk in the product, in memory for tests. */

import { HOUR } from '../src-main/clock.ts';
import type { SettingsFile } from '../src-main/credentials/settings-file.ts';
import type { RequestLedger } from '../src-main/service/rate-limits.ts';

/** Settings that end with the test; values are copied, as they are in a file. */
export class MemorySettings implements SettingsFile {
  readonly #values = new Map<string, unknown>();

  get(key: string): unknown {
    return structuredClone(this.#values.get(key));
  }

  set(key: string, value: unknown): void {
    this.#values.set(key, structuredClone(value));
  }
}

export class MemoryLedger implements RequestLedger {
  readonly openedAt: number;
  readonly #times = new Map<string, number[]>();

  constructor(openedAt = 0) {
    this.openedAt = openedAt;
  }

  recent(key: string, since: number): number[] {
    return (this.#times.get(key) ?? []).filter((at) => at >= since);
  }

  record(key: string, at: number): void {
    this.#times.set(key, [...this.recent(key, at - HOUR), at]);
  }
}
