/** @file What a person has decided about single lines, by their numbers; it comes before the recipe. Pure. */

import { Buffer } from 'node:buffer';

export interface HandEdit {
  line: number;
  /** What stands in place of the line, without an end; absent for a line that is left out. */
  text?: string;
  /** Why its money is other than in the file, or why it is left out. */
  reason?: string | undefined;
  /** When it was decided, in ISO 8601. */
  at?: string | undefined;
  /** Of a line that is left out: the one with the same id that was kept in its place. */
  copyOf?: number | undefined;
}

/** What a person has put in the place of a line, and why. */
export interface ByHand {
  text: Buffer;
  reason: string | undefined;
  at?: string | undefined;
}

export class HandEdits {
  readonly #edits: ReadonlyMap<number, HandEdit>;

  constructor(edits: readonly HandEdit[] = []) {
    this.#edits = new Map(edits.map((edit) => [edit.line, edit]));
  }

  /** Undefined where the line is not left out. The line in its place is only named while that is not left out as well. */
  leftOut(line: number): Pick<HandEdit, 'reason' | 'copyOf' | 'at'> | undefined {
    if (!this.#isLeftOut(line)) return undefined;
    const { reason, copyOf, at } = this.#edits.get(line) ?? {};
    const isKept = copyOf !== undefined && !this.#isLeftOut(copyOf);
    return { ...(reason !== undefined && { reason }), ...(at !== undefined && { at }), ...(isKept && { copyOf }) };
  }

  #isLeftOut(line: number): boolean {
    const edit = this.#edits.get(line);
    return edit !== undefined && edit.text === undefined;
  }

  /** What stands in place of a line; undefined where it stays. */
  replacementOf(line: number): ByHand | undefined {
    const { text, reason, at } = this.#edits.get(line) ?? {};
    return text === undefined ? undefined : { text: Buffer.from(text), reason, at };
  }
}
