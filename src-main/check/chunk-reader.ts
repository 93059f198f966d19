/**
 * @file Reads a file in chunks of whole lines into blocks of shared memory. Each byte that is checked and hashed comes
 * from this one reading, so that both always speak of the same bytes.
 */

import type { Buffer } from 'node:buffer';
import type { AppError } from '../../src-shared/errors.ts';
import type { ByteRange } from './batch-cutter.ts';
import type { Block, Blocks } from './blocks.ts';
import type { CheckMemory } from './kernel/check-memory.ts';
import { NEWLINE } from './line-ends.ts';
import type { ByteSource } from './source-file.ts';

/** The bytes [start, end) of the file, in a block: whole lines of one batch, or a piece of a line that is too long. */
export interface Chunk extends ByteRange {
  /** The index of the batch among the ranges. */
  batch: number;
  block: Block;
  isLarge: boolean;
  /** Where its first line begins in the file: after a byte order mark. */
  linesFrom: number;
  /** Of a piece of a line that is too long to be checked; undefined for whole lines. */
  piece?: { lineStart: number; isLast: boolean };
}

/** A source that can tell that it was changed while it was read. */
export interface CheckedSource extends ByteSource {
  changed(): AppError;
}

/** The first chunks are smaller by this factor, so that the first findings appear quickly. */
const FIRST_CHUNK_PART = 16;

export class ChunkReader {
  readonly #source: CheckedSource;
  readonly #ranges: readonly ByteRange[];
  readonly #bomBytes: number;
  readonly #chunkBytes: number;
  readonly #memory: CheckMemory;
  readonly #blocks: Blocks;
  #batch = 0;
  #position = 0;
  /** Where a line began that is too long to be checked; undefined outside of one. */
  #longLineStart: number | undefined;

  constructor(
    source: CheckedSource,
    { ranges, bomBytes }: { ranges: readonly ByteRange[]; bomBytes: number },
    chunkBytes: number,
    memory: CheckMemory,
    blocks: Blocks,
  ) {
    this.#source = source;
    this.#ranges = ranges;
    this.#bomBytes = bomBytes;
    this.#chunkBytes = chunkBytes;
    this.#memory = memory;
    this.#blocks = blocks;
  }

  /** Whether everything was read. */
  get isAtEnd(): boolean {
    return this.#batch >= this.#ranges.length;
  }

  /** Reads the next chunk; undefined at the end, and while no block is free. Throws AppError `file.*`. */
  next(): Chunk | undefined {
    const range = this.#ranges[this.#batch];
    const block = range === undefined ? undefined : this.#blocks.take();
    if (range === undefined || block === undefined) return undefined;
    const start = this.#position;
    if (this.#longLineStart !== undefined) return this.#nextPiece(block, range, this.#longLineStart);

    const bytes = Math.min(this.#chunkBytes, Math.max(start, Math.ceil(this.#chunkBytes / FIRST_CHUNK_PART)));
    const read = this.#read(block, 0, Math.min(bytes, range.end - start));
    const end = start + read.length === range.end ? range.end : start + read.lastIndexOf(NEWLINE) + 1;
    if (end > start) return this.#chunk({ block, isLarge: false, start, end });
    this.#blocks.giveBack(block, false);
    return this.#nextLongLine(range);
  }

  /** A single line that is longer than a chunk. */
  #nextLongLine(range: ByteRange): Chunk | undefined {
    const block = this.#blocks.takeLarge();
    if (block === undefined) return undefined;
    const start = this.#position;
    const most = Math.min(block.bytes, range.end - start);
    for (let filled = 0; filled < most; ) {
      const bytes = Math.min(Math.max(filled, this.#chunkBytes), most - filled);
      const newline = this.#read(block, filled, bytes).indexOf(NEWLINE);
      filled += newline === -1 ? bytes : newline + 1;
      const isWhole = newline !== -1 || start + filled === range.end;
      if (isWhole) return this.#chunk({ block, isLarge: true, start, end: start + filled });
    }
    this.#longLineStart = start;
    const piece = { lineStart: start, isLast: false };
    return this.#chunk({ block, isLarge: true, start, end: start + most, piece });
  }

  #nextPiece(block: Block, range: ByteRange, lineStart: number): Chunk {
    const start = this.#position;
    const read = this.#read(block, 0, Math.min(block.bytes, range.end - start));
    const newline = read.indexOf(NEWLINE);
    const end = start + (newline === -1 ? read.length : newline + 1);
    const isLast = newline !== -1 || end === range.end;
    if (isLast) this.#longLineStart = undefined;
    return this.#chunk({ block, isLarge: false, start, end, piece: { lineStart, isLast } });
  }

  /** Fills a block from the current position on, `offset` bytes after its beginning. */
  #read(block: Block, offset: number, bytes: number): Buffer {
    const into = this.#memory.bytes(block.at + offset, block.at + offset + bytes);
    this.#source.read(into, this.#position + offset);
    return into;
  }

  #chunk(own: Omit<Chunk, 'batch' | 'linesFrom'>): Chunk {
    const { block, start, end } = own;
    const chunk = { ...own, batch: this.#batch, linesFrom: start === 0 ? this.#bomBytes : start };
    const [last, after] = [block.at + end - start - 1, block.at + end - start];
    if (end === this.#ranges[this.#batch]?.end) {
      // Batches were cut at line ends, unless another program has written to the file since.
      if (end < this.#source.bytes && this.#memory.bytes(last, after)[0] !== NEWLINE) throw this.#source.changed();
      this.#batch++;
    }
    this.#memory.bytes(after, after + 1)[0] = NEWLINE;
    this.#position = end;
    return chunk;
  }
}
