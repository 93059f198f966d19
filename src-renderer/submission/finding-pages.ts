/**
 * @file The findings that a table shows, loaded by pages as they come into view. Keeps a limited number of pages, loads
 * two at a time, and drops requests that have scrolled out of view before their turn.
 */

import type { FindingRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';

export const PAGE_SIZE = 200;
const MOST_KEPT = 50;
const MOST_AT_ONCE = 2;

type Loaded = { ok: true; value: FindingRow[] } | { ok: false; error: ErrorRecord };

export class FindingPages {
  readonly #load: (offset: number, limit: number) => Promise<Loaded>;
  /** The least recently viewed page first. */
  readonly #pages = new Map<number, readonly FindingRow[]>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #wanted: number[] = [];
  #version = 0;
  #error: ErrorRecord | undefined;

  constructor(load: (offset: number, limit: number) => Promise<Loaded>) {
    this.#load = load;
  }

  /** The finding at an index, if it is loaded. */
  at(index: number): FindingRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
  }

  /** Why the last page could not be loaded. */
  get error(): ErrorRecord | undefined {
    return this.#error;
  }

  /** Increases with each loaded page; for React. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the range in view; missing pages are loaded. */
  look(first: number, last: number): void {
    this.#wanted = [];
    for (let page = Math.floor(first / PAGE_SIZE); page <= Math.floor(last / PAGE_SIZE); page++) {
      const kept = this.#pages.get(page);
      if (kept === undefined) this.#wanted.push(page);
      else {
        this.#pages.delete(page);
        this.#pages.set(page, kept);
      }
    }
    this.#loadNext();
  }

  /** Tries failed pages again. */
  retry(): void {
    this.#error = undefined;
    this.#loadNext();
    this.#tell();
  }

  #loadNext(): void {
    if (this.#error !== undefined) return;
    for (const page of this.#wanted) {
      if (this.#loading.size >= MOST_AT_ONCE) return;
      if (!this.#loading.has(page) && !this.#pages.has(page)) void this.#loadPage(page);
    }
  }

  async #loadPage(page: number): Promise<void> {
    this.#loading.add(page);
    const result = await this.#load(page * PAGE_SIZE, PAGE_SIZE);
    this.#loading.delete(page);
    if (result.ok) {
      this.#pages.set(page, result.value);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > MOST_KEPT && oldest !== undefined) this.#pages.delete(oldest);
    } else this.#error = result.error;
    this.#tell();
    this.#loadNext();
  }

  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
