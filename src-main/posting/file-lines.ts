/** @file Reads a file of any size line by line. */

import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

export interface FileLine {
  /** Counted from 1. */
  number: number;
  /** Without its LF; valid only until the next line is asked for. Undefined when it is longer than `longest`. */
  bytes: Buffer | undefined;
  /** The position of its first byte. */
  start: number;
  /** Whether an LF ends it. */
  isEnded: boolean;
}

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * All lines, including a last one without an LF.
 * @param longest bytes of a line that are kept in memory
 * @param onBlock called after each block was read, before any of its lines is yielded
 */
export async function* linesOf(
  file: FileHandle,
  longest: number,
  onBlock: () => Promise<void> = async () => {},
): AsyncGenerator<FileLine> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let begun: Buffer[] = [];
  let number = 0;
  let start = 0;
  let position = 0;
  const line = (last: Buffer, end: number, isEnded: boolean): FileLine => {
    const bytes = end - start > longest ? undefined : begun.length === 0 ? last : Buffer.concat([...begun, last]);
    number++;
    return { number, bytes, start, isEnded };
  };
  for (;;) {
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
    await onBlock();
    if (bytesRead === 0) break;
    const read = block.subarray(0, bytesRead);
    let at = 0;
    for (let end = read.indexOf(NEWLINE); end !== -1; end = read.indexOf(NEWLINE, at)) {
      yield line(read.subarray(at, end), position + end, true);
      begun = [];
      at = end + 1;
      start = position + at;
    }
    position += bytesRead;
    // Once a line is too long, no more of it is kept.
    if (position - start > longest) begun = [];
    else if (at < bytesRead) begun.push(Buffer.from(read.subarray(at)));
  }
  if (position > start) yield line(Buffer.alloc(0), position, false);
}
