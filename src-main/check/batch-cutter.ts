/**
 * @file Cuts a file into the byte ranges that become batches, each as large as the limit allows and ending at a line
 * end. It reads only the bytes around each cut.
 */

import { AppError } from '../../src-shared/errors.ts';
import { countLines, lastLineEnd, nextLineEnd } from './line-ends.ts';
import type { ByteSource } from './source-file.ts';

/** The bytes [start, end) of the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A range that becomes one batch. */
export interface CheckedRange extends ByteRange {
  lines: number;
  sha256: string;
}

/** Returns ranges that cover the file. Throws AppError `file.line-over-limit` for a line larger than a whole batch. */
export function cutBatches(source: ByteSource, maxBatchBytes: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (let start = 0; start < source.bytes; ) {
    const end =
      source.bytes - start <= maxBatchBytes ? source.bytes : lastLineEnd(source, start, start + maxBatchBytes);
    if (end === undefined) throw lineOverLimit(source, start, maxBatchBytes);
    ranges.push({ start, end });
    start = end;
  }
  return ranges;
}

function lineOverLimit(source: ByteSource, start: number, limit: number): AppError {
  const bytes = nextLineEnd(source, start + limit) - start;
  return new AppError('file.line-over-limit', { line: countLines(source, 0, start) + 1, bytes, limit });
}
