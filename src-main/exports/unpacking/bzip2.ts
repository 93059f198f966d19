/**
 * @file Unpacks bzip2 block by block. The stream of unbzip2-stream unpacks all the blocks that it has at once, which may
 * take minutes and all memory where they are small: between blocks others get their turn here, so that it can be cancelled.
 */
/// <reference path="./unbzip2-stream-lib.d.ts" />

import { setImmediate } from 'node:timers/promises';
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2 from 'unbzip2-stream/lib/bzip2.js';

const BLOCK_BYTES_BY_LEVEL = 100_000;
/** A block takes hardly more than this beyond what it unpacks to. */
const SPARE_BYTES = 25_000;

/** Rejects where the source does, and where it is damaged or ends early. */
export async function* unpackBzip2(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const packed = new PackedBytes(source);
  // The reader of bits takes the first chunk at once.
  if (!(await packed.fetch())) throw new Error('it is empty');
  const bits = bitIterator(() => packed.chunks.shift());
  // One more, because the reader of bits counts a byte as soon as it has begun it.
  const left = () => packed.bytes - bits.bytesRead;
  const fill = async (wanted: number) => {
    while (left() + 1 < wanted && (await packed.fetch()));
  };
  try {
    for (;;) {
      await fill(BLOCK_BYTES_BY_LEVEL);
      if (left() <= 0) return;
      yield* unpackStream(bits, fill, signal);
    }
  } finally {
    await packed.close();
  }
}

/** One of the streams that follow each other in the file. */
async function* unpackStream(
  bits: ReturnType<typeof bitIterator>,
  fill: (wanted: number) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const blockBytes = bzip2.header(bits) * BLOCK_BYTES_BY_LEVEL;
  const block = new Int32Array(blockBytes);
  for (let checksum: number | null = 0; ; ) {
    await fill(blockBytes + SPARE_BYTES);
    signal.throwIfAborted();
    const unpacked = new GrowingBytes(blockBytes);
    checksum = bzip2.decompress(bits, (byte) => unpacked.add(byte), block, blockBytes, checksum);
    if (checksum === null) return;
    yield unpacked.bytes;
    await setImmediate();
  }
}

class PackedBytes {
  readonly chunks: Uint8Array[] = [];
  /** All that were ever among the chunks. */
  bytes = 0;
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Whether there was another chunk. */
  async fetch(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done === true) return false;
    if (value.length > 0) this.chunks.push(value);
    this.bytes += value.length;
    return true;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Runs of equal bytes make a block up to fifty times as large as usual. */
class GrowingBytes {
  #buffer: Uint8Array;
  #filled = 0;

  constructor(usual: number) {
    this.#buffer = new Uint8Array(usual);
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#filled);
  }

  add(byte: number): void {
    if (this.#filled === this.#buffer.length) {
      const larger = new Uint8Array(2 * this.#filled);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer[this.#filled++] = byte;
  }
}
