/** @file The blocks of shared memory through which a file is read: read once, then checked and hashed from there. */

import type { CheckMemory } from './kernel/check-memory.ts';
import { LINE_END_BYTES, MAX_LINE_BYTES } from './line-limit.ts';

/** A block for one chunk. */
export interface Block {
  /** The address of its first byte. */
  readonly at: number;
  readonly bytes: number;
}

/** Vectors may be read up to this far behind a chunk, and a line feed is put there. */
const PADDING = 64;

export class Blocks {
  readonly #free: Block[];
  /** The one that holds any line that is checked; undefined while it is taken. */
  #large: Block | undefined;

  /** Lays the blocks out for a file of so many bytes. @param chunkBytes of all blocks but one */
  constructor(memory: CheckMemory, count: number, chunkBytes: number, fileBytes: number) {
    const lay = (bytes: number): Block => ({ at: memory.reserve(bytes + PADDING), bytes });
    this.#free = Array.from({ length: count }, () => lay(Math.min(fileBytes, chunkBytes)));
    this.#large = lay(Math.min(fileBytes, Math.max(chunkBytes, MAX_LINE_BYTES + LINE_END_BYTES)));
  }

  /** A free block. */
  take(): Block | undefined {
    return this.#free.pop();
  }

  /** The block for the longest lines, if it is free. */
  takeLarge(): Block | undefined {
    const large = this.#large;
    this.#large = undefined;
    return large;
  }

  giveBack(block: Block, isLarge: boolean): void {
    if (isLarge) this.#large = block;
    else this.#free.push(block);
  }
}
