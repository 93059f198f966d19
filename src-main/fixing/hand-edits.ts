/** @file What a person has decided about single lines, by their numbers; it comes before the recipe. Pure. */

import { Buffer } from 'node:buffer';

export interface HandEdit {
  line: number;
  /** What stands in place of the line, without an end; absent for a line that is left out. */
  text?: string;
}

export class HandEdits {
  readonly #edits: ReadonlyMap<number, string | undefined>;

  constructor(edits: readonly HandEdit[] = []) {
    this.#edits = new Map(edits.map(({ line, text }) => [line, text]));
  }

  isLeftOut(line: number): boolean {
    return this.#edits.has(line) && this.#edits.get(line) === undefined;
  }

  /** What stands in place of a line; undefined where it stays. */
  replacementOf(line: number): Buffer | undefined {
    const text = this.#edits.get(line);
    return text === undefined ? undefined : Buffer.from(text);
  }
}
