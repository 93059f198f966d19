/** @file What the walk knows of the line at which it stopped as faulty. */

import { RESULT, WORDS_PER_NOTE } from './layout.ts';
import type { PlaceOutline } from './outline.ts';
import { currenciesOfWalk } from './tables.ts';

/** What the walk noted about a line with faults, which it walked to its end. Addresses are those of the memory. */
export interface FaultyLine {
  /** What each note is about, an entry or a place of the outline, and where that value or key begins and ends. */
  notes: readonly { about: number; start: number; end: number }[];
  /** Where modification.amount begins, if that is right; else 0. */
  amountAt: number;
  /** modification.currency, if that is right. */
  currency: string | undefined;
}

export class FaultyLines {
  /** The described fields as the tables have them. */
  readonly outline: PlaceOutline;
  readonly #result: Uint32Array;
  readonly #notes: Uint32Array;
  readonly #keep: (hasError: number) => void;

  /** @param keep counts the line with what is right in it */
  constructor(outline: PlaceOutline, result: Uint32Array, notes: Uint32Array, keep: (hasError: number) => void) {
    this.outline = outline;
    this.#result = result;
    this.#notes = notes;
    this.#keep = keep;
  }

  /** Where the line after it begins. */
  get nextLine(): number {
    return this.#result[RESULT.next] ?? 0;
  }

  get current(): FaultyLine {
    const result = this.#result;
    const words = this.#notes;
    const notes = [];
    for (let at = 0; at < (result[RESULT.notes] ?? 0) * WORDS_PER_NOTE; at += WORDS_PER_NOTE) {
      notes.push({ about: words[at] ?? 0, start: words[at + 1] ?? 0, end: words[at + 2] ?? 0 });
    }
    return {
      notes,
      amountAt: result[RESULT.amountAt] ?? 0,
      currency: currenciesOfWalk[(result[RESULT.currency] ?? 0) - 1],
    };
  }

  /** Counts it, with the id and the figures that are right in it. */
  keep(hasError: boolean): void {
    this.#keep(hasError ? 1 : 0);
  }
}
