/**
 * @file Reads a file block by block and finds its lines as byte ranges, without decoding anything. What is left of
 * a line at the end of a block is carried to the front of the next one.
 */

import { Buffer } from 'node:buffer';

const READ_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A longer line is reported, not parsed, and never held in memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** One step through the file. Valid until the next one: the buffer is used again. */
export interface Block {
  bytes: Buffer;
  /** How many bytes at the front were carried over; what follows is new. */
  carried: number;
  /** How many bytes of the first line came before `bytes` and were dropped, because the line is too long. */
  dropped: number;
  /** The position in `bytes` after each line that ends in this block, its newline included. */
  lineEnds: readonly number[];
}

/** Fills `into` from where the last read ended; returns the number of bytes, 0 at the end of the file. */
export type Read = (into: Uint8Array) => number;

/** Yields blocks until the file ends; a last line without newline ends with the file. */
export function* readBlocks(read: Read, readBytes = READ_BYTES, maxLineBytes = MAX_LINE_BYTES): Generator<Block> {
  const buffer = Buffer.allocUnsafeSlow(maxLineBytes + readBytes);
  let carried = 0;
  let dropped = 0;
  for (;;) {
    const fresh = read(buffer.subarray(carried, carried + readBytes));
    const bytes = buffer.subarray(0, carried + fresh);
    if (fresh === 0) {
      if (carried + dropped > 0) yield { bytes, carried, dropped, lineEnds: [carried] };
      return;
    }
    const lineEnds: number[] = [];
    for (let at = bytes.indexOf(NEWLINE, carried); at !== -1; at = bytes.indexOf(NEWLINE, at + 1))
      lineEnds.push(at + 1);
    yield { bytes, carried, dropped, lineEnds };

    const rest = lineEnds.at(-1) ?? 0;
    const restBytes = bytes.length - rest;
    if (rest > 0) dropped = 0;
    if (restBytes > maxLineBytes) {
      dropped += restBytes;
      carried = 0;
    } else {
      bytes.copyWithin(0, rest);
      carried = restBytes;
    }
  }
}
