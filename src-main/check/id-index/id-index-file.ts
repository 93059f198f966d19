/**
 * @file Reads an id index. Everything that is read is held against its checksum: an index that was damaged says so, and
 * never that an id is not in it.
 */

import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { codeOf } from '../../ground/files/error-codes.ts';
import { isInUse, toFileError } from '../../ground/files/file-errors.ts';
import { type BlockOptions, blockWhileLocked } from '../../ground/files/file-locks.ts';
import { HEAD_AT, KIND } from './id-index-writer.ts';
import {
  BLOCK_BYTES,
  blocksFor,
  bytesFor,
  CHECKSUM_AT,
  type IndexHead,
  RECORDS_PER_BLOCK,
  WORDS_PER_BLOCK,
  WORDS_PER_RECORD,
} from './layout.ts';

const BLOCKS_AT_ONCE = 64;

/** An index that is cut off, whose bytes are not those that were written, or that cannot be read. */
export class DamagedIndex extends Error {
  constructor(path: string, cause?: unknown) {
    super(`The index ${path} is damaged.`, { cause });
  }
}

/** That another program has an index open says nothing about its ids: taken for damage, it would let a file go twice. */
function problemOf(thrown: unknown, path: string): Error {
  return isInUse(thrown) ? toFileError(thrown, path) : new DamagedIndex(path, thrown);
}

export class IdIndexFile {
  readonly head: IndexHead;
  readonly #path: string;
  readonly #file: number;
  readonly #lock: BlockOptions;
  #buffer = Buffer.alloc(BLOCK_BYTES);

  private constructor(path: string, file: number, lock: BlockOptions) {
    this.#path = path;
    this.#file = file;
    this.#lock = lock;
    this.head = this.#readHead();
  }

  /** Undefined where there is none. @param lock how long another program may have it open @throws DamagedIndex, and AppError file.locked, as `read` does */
  static open(path: string, lock: BlockOptions = {}): IdIndexFile | undefined {
    let file: number;
    try {
      file = blockWhileLocked(() => openSync(path, 'r'), lock);
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw problemOf(thrown, path);
    }
    try {
      return new IdIndexFile(path, file, lock);
    } catch (thrown) {
      closeSync(file);
      throw thrown;
    }
  }

  get blocks(): number {
    return blocksFor(this.head.ids);
  }

  /** The records of some blocks, which the next call overwrites. @throws DamagedIndex, AppError file.locked */
  read(first: number, count: number): Uint32Array {
    const bytes = this.#bytes(1 + first, count);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, count * WORDS_PER_BLOCK);
    // The checksums between them are taken out.
    for (let block = 1; block < count; block++) {
      const from = block * WORDS_PER_BLOCK;
      words.copyWithin(block * (WORDS_PER_BLOCK - 1), from, from + WORDS_PER_BLOCK - 1);
    }
    const records = Math.min(count * RECORDS_PER_BLOCK, this.head.ids - first * RECORDS_PER_BLOCK);
    return words.subarray(0, records * WORDS_PER_RECORD);
  }

  /** All records in order, some of them at a time; the next ones overwrite them. @throws as `read` */
  *records(): Generator<Uint32Array> {
    for (let block = 0; block < this.blocks; block += BLOCKS_AT_ONCE)
      yield this.read(block, Math.min(BLOCKS_AT_ONCE, this.blocks - block));
  }

  close(): void {
    closeSync(this.#file);
  }

  #readHead(): IndexHead {
    const { size } = fstatSync(this.#file);
    if (size < BLOCK_BYTES) throw new DamagedIndex(this.#path);
    const block = this.#bytes(0, 1);
    const ids = block.readUInt32LE(HEAD_AT.ids);
    if (block.toString('latin1', 0, KIND.length) !== KIND || size !== bytesFor(ids)) throw new DamagedIndex(this.#path);
    return {
      keyId: block.toString('hex', HEAD_AT.keyId, HEAD_AT.keyId + 8),
      sha256: block.toString('hex', HEAD_AT.sha256, HEAD_AT.sha256 + 32),
      ids,
    };
  }

  /** Whole blocks, counted from the head. */
  #bytes(first: number, count: number): Buffer {
    const length = count * BLOCK_BYTES;
    if (this.#buffer.length < length) this.#buffer = Buffer.alloc(length);
    const bytes = this.#buffer.subarray(0, length);
    for (let filled = 0; filled < length; ) {
      const read = this.#read(bytes.subarray(filled), first * BLOCK_BYTES + filled);
      if (read === 0) throw new DamagedIndex(this.#path);
      filled += read;
    }
    for (let at = 0; at < length; at += BLOCK_BYTES) {
      const found = bytes.readUInt32LE(at + CHECKSUM_AT);
      if (crc32(bytes.subarray(at, at + CHECKSUM_AT)) !== found) throw new DamagedIndex(this.#path);
    }
    return bytes;
  }

  #read(into: Buffer, position: number): number {
    try {
      return blockWhileLocked(() => readSync(this.#file, into, 0, into.length, position), this.#lock);
    } catch (thrown) {
      throw problemOf(thrown, this.#path);
    }
  }
}
