/**
 * @file Keeps what stands in the objects around a list before it, and reads it as the cells that each row gets: `account`,
 * `export.at`. Lists among it are left out, as they hold other rows. Pure.
 */

import { OPEN_LIST } from '../../ground/json/tokens.ts';
import type { AroundCell } from '../around-rows.ts';
import { most } from '../bounds.ts';
import { FlatObjects } from './flat-objects.ts';
import { JsonProblem } from './json-problem.ts';

/** Escapes and keys take more room than the cells that come of them. */
const MOST_BYTES = 8 * most.charactersBeforeRows;
const CLOSE_LIST = 0x5d;
const NULL = Uint8Array.from([0x6e, 0x75, 0x6c, 0x6c]);

export class ListHead {
  readonly #bytes = new Uint8Array(MOST_BYTES);
  #filled = 0;
  #isTooLarge = false;
  /** How many lists are open. */
  #lists = 0;

  /** The object around begins; what was kept of the one before is forgotten. */
  begin(): void {
    this.#filled = 0;
    this.#isTooLarge = false;
    this.#lists = 0;
  }

  /** The inside of a string, or a part of it. */
  addText(part: Uint8Array): void {
    if (this.#lists === 0) this.#append(part);
  }

  /** A byte outside of strings that is no space. */
  addSign(sign: number): void {
    if (sign === OPEN_LIST) this.#lists += 1;
    else if (sign === CLOSE_LIST) {
      this.#lists -= 1;
      if (this.#lists === 0) this.#append(NULL);
    } else if (this.#lists === 0) this.#append(Uint8Array.of(sign));
  }

  /** The list begins, within so many objects. Its cells; undefined where they are too many, or cannot be read. */
  cells(depth: number): AroundCell[] | undefined {
    if (this.#isTooLarge) return undefined;
    const text = `${new TextDecoder().decode(this.#bytes.subarray(0, this.#filled))}null${'}'.repeat(depth)}`;
    const cells = cellsOf(text);
    const characters = cells?.reduce((all, [, cell]) => all + cell.length, 0) ?? 0;
    return cells === undefined || cells.length > most.valuesBeforeRows || characters > most.charactersBeforeRows
      ? undefined
      : cells;
  }

  #append(part: Uint8Array): void {
    if (this.#filled + part.length > MOST_BYTES) this.#isTooLarge = true;
    if (this.#isTooLarge) return;
    this.#bytes.set(part, this.#filled);
    this.#filled += part.length;
  }
}

function cellsOf(text: string): AroundCell[] | undefined {
  try {
    return [...(new FlatObjects([]).rowOf(text, 0).others ?? [])];
  } catch (thrown) {
    if (thrown instanceof JsonProblem) return undefined;
    throw thrown;
  }
}
