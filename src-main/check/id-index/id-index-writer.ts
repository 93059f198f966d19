/**
 * @file Writes an id index: under a name of its own first, so that a reader, or a process that is killed, never leaves or
 * meets half of one.
 */

import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder, syncFolder } from '../../ground/files/folders.ts';
import { blockingReplaceFile } from '../../ground/files/replace-file.ts';
import type { IdIndexBuilder } from './id-index-builder.ts';
import { BLOCK_BYTES, CHECKSUM_AT, type IndexHead, WORDS_PER_BLOCK } from './layout.ts';

/** The end of the name of a file that is still being written. */
export const UNFINISHED = '.part';
/** For the head, by which an index is recognised; a later form gets a later number. */
export const KIND = 'tranship ids 1\n';
export const HEAD_AT = { keyId: 16, sha256: 32, ids: 64 } as const;

const MODE = 0o600;
const BLOCKS_AT_ONCE = 64;

/** @throws what node:fs throws: on a full disk nothing is left of the file */
export function writeIdIndex(path: string, builder: IdIndexBuilder, head: Pick<IndexHead, 'keyId' | 'sha256'>): void {
  makeFolder(dirname(path));
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    const file = openSync(unfinished, 'wx', MODE);
    try {
      const out = new Blocks(file);
      out.write(headBlock({ ...head, ids: builder.ids }));
      for (const records of builder.sorted()) out.add(records);
      out.end();
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    blockingReplaceFile(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
  syncFolder(dirname(path));
}

function headBlock({ keyId, sha256, ids }: IndexHead): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(KIND, 'latin1');
  block.write(keyId, HEAD_AT.keyId, 'hex');
  block.write(sha256, HEAD_AT.sha256, 'hex');
  block.writeUInt32LE(ids, HEAD_AT.ids);
  return sealed(block);
}

/** The block with its checksum. */
function sealed(block: Buffer): Buffer {
  block.writeUInt32LE(crc32(block.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  return block;
}

/** Cuts records into blocks, and writes many blocks at once. */
class Blocks {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(BLOCKS_AT_ONCE * BLOCK_BYTES);
  readonly #words = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset, BLOCKS_AT_ONCE * WORDS_PER_BLOCK);
  #block = 0;
  /** Words of the block that are taken. */
  #filled = 0;

  constructor(file: number) {
    this.#file = file;
  }

  add(records: Uint32Array): void {
    for (let from = 0; from < records.length; ) {
      const room = WORDS_PER_BLOCK - 1 - this.#filled;
      const part = records.subarray(from, from + room);
      this.#words.set(part, this.#block * WORDS_PER_BLOCK + this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === WORDS_PER_BLOCK - 1) this.#endBlock();
    }
  }

  /** Writes what is left. */
  end(): void {
    if (this.#filled > 0) this.#endBlock();
    this.#flush();
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  #endBlock(): void {
    const start = this.#block * WORDS_PER_BLOCK;
    this.#words.fill(0, start + this.#filled, start + WORDS_PER_BLOCK);
    sealed(this.#bytes.subarray(this.#block * BLOCK_BYTES, (this.#block + 1) * BLOCK_BYTES));
    this.#filled = 0;
    this.#block++;
    if (this.#block === BLOCKS_AT_ONCE) this.#flush();
  }

  #flush(): void {
    this.write(this.#bytes.subarray(0, this.#block * BLOCK_BYTES));
    this.#block = 0;
  }
}
