/** @file The beginning of an export, from which is detected what it is. */

import { Buffer } from 'node:buffer';

/** Bytes from the start; `isWhole` when nothing follows. */
export interface StartOfBytes {
  bytes: Uint8Array;
  isWhole: boolean;
}

/** Reads the start of what `open` opens, and closes it again. Rejects as it does. */
export async function readStart(
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<StartOfBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of open(signal)) {
    chunks.push(chunk);
    length += chunk.length;
    // One more than wanted tells that it is not the whole.
    if (length > most) break;
  }
  const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  return { bytes: all.subarray(0, most), isWhole: length <= most };
}
