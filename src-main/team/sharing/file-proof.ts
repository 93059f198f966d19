/**
 * @file Whether the bytes of a file here are those that the ledger names: the whole file, and each of its parts, in one reading.
 * A person who shares a file names its parts, so parts of other bytes could stand under the SHA-256 of a released file.
 */

import { createHash } from 'node:crypto';
import { blocksOf } from '../../prepare/watching/as-it-is.ts';

export interface NamedBytes {
  /** Of the whole file, in hex. */
  sha256: string;
  /** Byte ranges `[start, end)` with their SHA-256, none inside of another. */
  parts: readonly { start: number; end: number; sha256: string }[];
}

/** Rejects with AppError `file.*`, or the signal's reason. */
export async function isAsNamed(path: string, { sha256, parts }: NamedBytes, signal: AbortSignal): Promise<boolean> {
  const whole = createHash('sha256');
  const open = parts.map((part) => ({ ...part, hash: createHash('sha256') })).sort((a, b) => a.start - b.start);
  let first = 0;
  let at = 0;
  for await (const block of blocksOf(path, signal)) {
    whole.update(block);
    const past = at + block.length;
    for (let index = first; index < open.length; index++) {
      const part = open[index];
      if (part === undefined || part.start >= past) break;
      part.hash.update(block.subarray(Math.max(0, part.start - at), Math.min(block.length, part.end - at)));
      if (part.end <= past) first = index + 1;
    }
    at = past;
  }
  return (
    whole.digest('hex') === sha256 && open.every((part) => part.end <= at && part.hash.digest('hex') === part.sha256)
  );
}
