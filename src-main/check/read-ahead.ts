/**
 * @file Reads a file further ahead where each reading waits, as on a share: many small waits become few. Where none waits, as
 * on a local disk that is not busy, nothing is read ahead, and nothing copied.
 */

import type { AppError } from '../../src-shared/errors.ts';
import type { CheckedSource } from './chunk-reader.ts';

/** A reading that takes longer has waited for more than its bytes. */
const WAITED_MS = 8;
/** A reading that takes longer is made smaller: meanwhile nothing moves, and nobody can cancel. */
const LONGEST_MS = 60;
const MOST_BYTES = 8 * 1024 * 1024;

export class ReadAhead implements CheckedSource {
  readonly #source: CheckedSource;
  readonly #now: () => number;
  /** The first bytes, where they were just read: good for one reading, and for that alone. */
  #head: Uint8Array | undefined;
  /** How much is read at once; 0 as long as readings do not wait. */
  #bytes = 0;
  #memory = new Uint8Array();
  #held = { at: 0, content: this.#memory };

  /**
   * @param head the first bytes of the source, which stay as they are until the first reading
   * @param now in milliseconds, never back
   */
  constructor(source: CheckedSource, head?: Uint8Array, now: () => number = () => performance.now()) {
    this.#source = source;
    this.#head = head;
    this.#now = now;
  }

  get bytes(): number {
    return this.#source.bytes;
  }

  /** Throws AppError `file.*`. */
  read(into: Uint8Array, position: number): void {
    const head = this.#head;
    this.#head = undefined;
    if (head !== undefined && position === 0 && into.length <= head.length) {
      into.set(head.subarray(0, into.length));
      return;
    }
    const ahead = Math.min(this.#bytes, this.bytes - position);
    if (!this.#holds(position, into.length)) {
      if (ahead <= into.length) {
        this.#readNow(into, position);
        return;
      }
      // One memory for all of them: a new one each time would pile up until it is collected.
      if (this.#memory.length < ahead) this.#memory = new Uint8Array(this.#bytes);
      this.#held = { at: position, content: this.#readNow(this.#memory.subarray(0, ahead), position) };
    }
    const { at, content } = this.#held;
    into.set(content.subarray(position - at, position - at + into.length));
  }

  changed(): AppError {
    return this.#source.changed();
  }

  #holds(position: number, bytes: number): boolean {
    const { at, content } = this.#held;
    return position >= at && position + bytes <= at + content.length;
  }

  #readNow<Into extends Uint8Array>(into: Into, position: number): Into {
    const begun = this.#now();
    this.#source.read(into, position);
    const took = this.#now() - begun;
    // The next one, twice as large, takes at most twice as long.
    if (took > LONGEST_MS) this.#bytes = into.length / 2;
    else if (took > WAITED_MS && took < LONGEST_MS / 2)
      this.#bytes = Math.min(MOST_BYTES, Math.max(this.#bytes, into.length) * 2);
    return into;
  }
}
