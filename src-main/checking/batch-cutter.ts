/**
 * @file Cuts a file into the byte ranges that become batches, each as large as the limit allows and ending at a line
 * end, and these into chunks, the whole lines that a scanner checks in one go. It reads only the bytes around each cut.
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

/** Whole lines of one batch; exceeds the requested size only for a single longer line. */
export interface Chunk extends ByteRange {
  /** The index of the batch among the ranges. */
  batch: number;
}

/** The first chunks are smaller by this factor, so that the first findings appear quickly. */
const FIRST_CHUNK_PART = 16;

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

/** The chunks in file order, without the `bomBytes` at the file's start; none is larger than a batch. */
export function* cutChunks(
  source: ByteSource,
  ranges: readonly ByteRange[],
  bomBytes: number,
  chunkBytes: number,
): Generator<Chunk> {
  for (const [batch, range] of ranges.entries()) {
    for (let start = Math.max(range.start, bomBytes); start < range.end; ) {
      const bytes = Math.min(chunkBytes, Math.max(start, Math.ceil(chunkBytes / FIRST_CHUNK_PART)));
      const limit = start + bytes;
      const end = limit >= range.end ? range.end : (lastLineEnd(source, start, limit) ?? nextLineEnd(source, limit));
      yield { batch, start, end };
      start = end;
    }
  }
}

function lineOverLimit(source: ByteSource, start: number, limit: number): AppError {
  const bytes = nextLineEnd(source, start + limit) - start;
  return new AppError('file.line-over-limit', { line: countLines(source, 0, start) + 1, bytes, limit });
}
