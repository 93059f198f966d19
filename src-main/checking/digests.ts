/** @file The SHA-256 of a file and of each of its batches, in one pass. */

import { createHash } from 'node:crypto';
import type { ByteRange } from './batch-cutter.ts';
import { steps } from './line-ends.ts';
import type { ByteSource } from './source-file.ts';

/** Hexadecimal. */
export interface Digests {
  file: string;
  batches: string[];
}

/** Small enough that the bytes are still in the processor's cache when they are hashed. */
const STEP_BYTES = 256 * 1024;

/** Hashes a file that `ranges` cover without a gap, or that has no ranges. Throws AppError `file.*`. */
export function digestFile(source: ByteSource, ranges: readonly ByteRange[]): Digests {
  const file = createHash('sha256');
  const parts = ranges.length > 0 ? ranges : [{ start: 0, end: source.bytes }];
  const digests = parts.map(({ start, end }) => {
    // Up to the end of the first batch, the hash of the file equals the hash of the batch.
    const batch = start === 0 ? undefined : createHash('sha256');
    for (const { bytes } of steps(source, start, end, STEP_BYTES)) {
      file.update(bytes);
      batch?.update(bytes);
    }
    return (batch ?? file.copy()).digest('hex');
  });
  return { file: file.digest('hex'), batches: digests.slice(0, ranges.length) };
}
