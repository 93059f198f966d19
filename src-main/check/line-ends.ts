/** @file Finds line ends near a position of a file without reading the bytes in between. */

import { Buffer } from 'node:buffer';
import type { ByteSource } from './source-file.ts';

export const NEWLINE = 0x0a;

const STEP_BYTES = 64 * 1024;

/** The last line end in (start, end], after its newline; undefined when no line ends there. */
export function lastLineEnd(source: ByteSource, start: number, end: number): number | undefined {
  const buffer = Buffer.allocUnsafe(Math.min(STEP_BYTES, end - start));
  for (let to = end; to > start; to -= buffer.length) {
    const from = Math.max(start, to - buffer.length);
    const bytes = buffer.subarray(0, to - from);
    source.read(bytes, from);
    const at = bytes.lastIndexOf(NEWLINE);
    if (at !== -1) return from + at + 1;
  }
  return undefined;
}

/** The end of the line that contains the byte at `position`: after its newline, or at the end of the file. */
export function nextLineEnd(source: ByteSource, position: number): number {
  for (const { bytes, from } of steps(source, position, source.bytes)) {
    const at = bytes.indexOf(NEWLINE);
    if (at !== -1) return from + at + 1;
  }
  return source.bytes;
}

/** The number of lines that end in [start, end), counting a last one without a newline. */
export function countLines(source: ByteSource, start: number, end: number): number {
  let lines = 0;
  let last = NEWLINE;
  for (const { bytes } of steps(source, start, end)) {
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
    last = bytes.at(-1) ?? last;
  }
  return last === NEWLINE ? lines : lines + 1;
}

/** The bytes [start, end) in pieces; each piece is valid only until the next one. */
export function* steps(
  source: ByteSource,
  start: number,
  end: number,
  stepBytes = STEP_BYTES,
): Generator<{ bytes: Buffer; from: number }> {
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(stepBytes, end - start)));
  for (let from = start; from < end; from += buffer.length) {
    const bytes = buffer.subarray(0, Math.min(buffer.length, end - from));
    source.read(bytes, from);
    yield { bytes, from };
  }
}
