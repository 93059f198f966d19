/**
 * @file The texts of a workbook, which its cells name by number. Kept as bytes, the first in memory and the rest in a
 * file, because a workbook may have more of them than the memory holds.
 */

import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fact } from '../../../src-shared/languages/fact.ts';
import { toFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { most } from '../bounds.ts';
import { BrokenXml } from '../xml/xml-text.ts';

/** A text is in one block. */
const BLOCK_BYTES = most.bytesOfSharedText;
/** As many as Excel takes. */
const CHARACTERS_OF_CELL = 32_767;
const LENGTH_BYTES = 4;
const BLOCKS_IN_MEMORY = 192;
const BLOCKS_READ_AGAIN = 32;
const POSITIONS_OF_PART = 1 << 18;
/** A power of two. */
const TEXTS_AT_HAND = 4096;

export class SharedStrings {
  readonly #folder: string;
  readonly #blocks: Buffer[] = [];
  readonly #positions: Uint32Array[] = [];
  #count = 0;
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #filled = 0;
  #blocksBefore = 0;
  #file: { path: string; descriptor: number } | undefined;

  /** `folder` takes the file, if there is one; whose folder it is empties it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get count(): number {
    return this.#count;
  }

  /** Throws BrokenXml for what no workbook of Excel has; AppError `file.cannot-write` and of the disk. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > BLOCK_BYTES - LENGTH_BYTES)
      throw new BrokenXml(
        fact(
          'Its text {number} is longer than {kilobytes} KB; a cell of Excel may have {characters, number} characters.',
          { number: this.#count + 1, kilobytes: BLOCK_BYTES / 1024, characters: CHARACTERS_OF_CELL },
        ),
      );
    if (this.#count >= most.sharedTexts)
      throw new BrokenXml(fact('It has more than {count} different texts.', { count: most.sharedTexts }));
    if (this.#filled + LENGTH_BYTES + bytes > BLOCK_BYTES) this.#finishBlock();
    const inPart = this.#count % POSITIONS_OF_PART;
    if (inPart === 0) this.#positions.push(new Uint32Array(POSITIONS_OF_PART));
    const positions = this.#positions.at(-1);
    // In quarters of a block's byte numbers a position would not fit into 32 bits beyond 4 GB.
    const position = this.#blocksBefore * BLOCK_BYTES + this.#filled;
    if (position >= most.bytesOfSharedTexts) throw new BrokenXml(fact('Its texts are larger than 4 GB in all.'));
    if (positions !== undefined) positions[inPart] = position;
    this.#block.writeUInt32LE(bytes, this.#filled);
    this.#block.write(text, this.#filled + LENGTH_BYTES, 'utf8');
    this.#filled += LENGTH_BYTES + bytes;
    this.#count += 1;
  }

  /** To be called once all are added. */
  finish(): void {
    this.#finishBlock();
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
  }

  reader(): SharedStringsReader {
    return new SharedStringsReader(this.#blocks, this.#positions, this.#count, this.#file?.path);
  }

  #finishBlock(): void {
    if (this.#blocks.length < BLOCKS_IN_MEMORY) {
      this.#blocks.push(this.#block);
      this.#block = Buffer.allocUnsafe(BLOCK_BYTES);
    } else {
      this.#writeBlock();
    }
    this.#blocksBefore += 1;
    this.#filled = 0;
  }

  #writeBlock(): void {
    const path = this.#file?.path ?? join(this.#folder, `texts-${randomUUID()}`);
    try {
      this.#file ??= { path, descriptor: openSync(path, 'wx', 0o600) };
      for (let written = 0; written < BLOCK_BYTES; )
        written += writeSync(this.#file.descriptor, this.#block, written, BLOCK_BYTES - written);
    } catch (thrown) {
      throw toWriteError(thrown, path);
    }
  }
}

/** Reads texts, in any order; to be closed. */
export class SharedStringsReader {
  readonly #blocks: readonly Buffer[];
  readonly #positions: readonly Uint32Array[];
  readonly #count: number;
  readonly #path: string | undefined;
  #descriptor: number | undefined;
  readonly #readAgain = new Map<number, Buffer>();
  readonly #atHand = new Array<string | undefined>(TEXTS_AT_HAND);
  readonly #numberAtHand = new Int32Array(TEXTS_AT_HAND).fill(-1);

  constructor(blocks: readonly Buffer[], positions: readonly Uint32Array[], count: number, path: string | undefined) {
    this.#blocks = blocks;
    this.#positions = positions;
    this.#count = count;
    this.#path = path;
  }

  /** The text with this number, from 0; undefined where there is none. Throws AppError `file.*`. */
  text(number: number): string | undefined {
    if (!(Number.isInteger(number) && number >= 0 && number < this.#count)) return undefined;
    const place = number & (TEXTS_AT_HAND - 1);
    if (this.#numberAtHand[place] === number) return this.#atHand[place];
    const position = this.#positions[Math.floor(number / POSITIONS_OF_PART)]?.[number % POSITIONS_OF_PART] ?? 0;
    const block = this.#blockAt(Math.floor(position / BLOCK_BYTES));
    const start = (position % BLOCK_BYTES) + LENGTH_BYTES;
    const text = block.toString('utf8', start, start + block.readUInt32LE(start - LENGTH_BYTES));
    this.#numberAtHand[place] = number;
    this.#atHand[place] = text;
    return text;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #blockAt(index: number): Buffer {
    const held = this.#blocks[index] ?? this.#readAgain.get(index);
    if (held !== undefined) return held;
    const path = this.#path ?? '';
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    try {
      this.#descriptor ??= openSync(path, 'r');
      const start = (index - this.#blocks.length) * BLOCK_BYTES;
      for (let read = 0; read < BLOCK_BYTES; ) {
        const bytes = readSync(this.#descriptor, block, read, BLOCK_BYTES - read, start + read);
        if (bytes === 0) throw new Error('the file with the texts of the workbook is shorter than it was');
        read += bytes;
      }
    } catch (thrown) {
      throw toFileError(thrown, path);
    }
    const [oldest] = this.#readAgain.keys();
    if (oldest !== undefined && this.#readAgain.size >= BLOCKS_READ_AGAIN) this.#readAgain.delete(oldest);
    this.#readAgain.set(index, block);
    return block;
  }
}
