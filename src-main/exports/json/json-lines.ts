/** @file Cuts JSON Lines into pieces of whole lines. Pure. */

import { isSpace } from '../../ground/json/tokens.ts';
import { most } from '../bounds.ts';
import { rowTooLarge } from '../row-problems.ts';
import type { Piece } from '../rows.ts';
import { LinePieces } from './line-pieces.ts';

const LINE_FEED = 0x0a;

export class JsonLines {
  readonly #pieces = new LinePieces();
  /** Of the line that has not ended. */
  #bytesOfLine = 0;
  #isBlank = true;
  #isTooLarge = false;

  push(bytes: Uint8Array): Piece[] {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, start);
      this.#add(bytes.subarray(start, end === -1 ? bytes.length : end));
      if (end === -1) break;
      this.#endLine();
      start = end + 1;
    }
    return this.#pieces.takeReady();
  }

  end(): Piece[] {
    this.#endLine();
    return this.#pieces.takeRest();
  }

  #add(part: Uint8Array): void {
    if (this.#isTooLarge || part.length === 0) return;
    if (this.#isBlank && part.every(isSpace)) return;
    this.#isBlank = false;
    if (this.#bytesOfLine + part.length > most.bytesOfRow) {
      this.#pieces.dropFrom(this.#pieces.position - this.#bytesOfLine);
      this.#isTooLarge = true;
      return;
    }
    this.#bytesOfLine += part.length;
    this.#pieces.append(part);
  }

  #endLine(): void {
    if (this.#isTooLarge) this.#pieces.addFault(rowTooLarge);
    else if (!this.#isBlank) this.#pieces.endLine();
    this.#bytesOfLine = 0;
    this.#isBlank = true;
    this.#isTooLarge = false;
  }
}
