/** @file The SHA-256 of a file and of each of its batches, in one pass. */

import { createHash, type Hash } from 'node:crypto';
import { steps } from './line-ends.ts';
import type { ByteSource } from './source-file.ts';

/** Hexadecimal. */
export interface Digests {
  file: string;
  batches: string[];
}

/** Small enough that the bytes are still in the processor's cache when they are hashed. */
const STEP_BYTES = 256 * 1024;

/** Hashes the bytes of a file in their order. */
export class DigestsInOrder {
  readonly #file = createHash('sha256');
  readonly #batches: string[] = [];
  /** Of the batch since the second one: up to the end of the first, it is the hash of the file. */
  #batch: Hash | undefined;

  /** @param batch the index of the batch to which the bytes belong */
  update(bytes: Uint8Array, batch: number): void {
    if (batch > this.#batches.length) this.#endBatch();
    this.#file.update(bytes);
    this.#batch?.update(bytes);
  }

  /** @param batches how many there are */
  finish(batches: number): Digests {
    const isWhole = batches === 1;
    if (batches > this.#batches.length && !isWhole) this.#endBatch();
    const file = this.#file.digest('hex');
    return { file, batches: isWhole ? [file] : this.#batches };
  }

  #endBatch(): void {
    const ended = this.#batch ?? this.#file.copy();
    this.#batches.push(ended.digest('hex'));
    this.#batch = createHash('sha256');
  }
}

/** The hash of a file that is not cut into batches. Throws AppError `file.*`. */
export function digestWhole(source: ByteSource): Digests {
  const digests = new DigestsInOrder();
  for (const { bytes } of steps(source, 0, source.bytes, STEP_BYTES)) digests.update(bytes, 0);
  return digests.finish(0);
}
