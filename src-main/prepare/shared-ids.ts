/**
 * @file Finds modification ids that several transactions of a preparation share (§2.6.2), in whichever files they are: laid
 * on the disk in parts by what the ids are, and compared a part at a time, so that the memory does not grow with them.
 */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type IdKey, KeyedIds } from '../check/id-index/keyed-ids.ts';
import { PossibleRepeats } from '../check/possible-repeats.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { RECORD_WORDS, RepeatedIds, rowAt, type SharingRow, spread } from './repeated-ids.ts';

export interface SharedIdsFound {
  /** Different ids that more than one transaction has. */
  ids: number;
  /** Transactions that have one of them. */
  transactions: number;
  /** The rows of the first of these ids. */
  first: SharingRow[][];
  /** All of these ids. */
  repeats: PossibleRepeats;
}

/** Some ids of a part, as they lie on the disk. */
export interface LaidIds {
  /** Enciphered, two words each, in the order of the rows. */
  ids: Uint32Array;
  rowOf(at: number): SharingRow;
}

const PARTS = 256;
/** The highest bits choose the part. */
const PART_SHIFT = 24;
const RECORDS_A_BLOCK = 512;
const BLOCK_BYTES = RECORD_WORDS * RECORDS_A_BLOCK * Uint32Array.BYTES_PER_ELEMENT;
const HALF = 2 ** 32;
const NONE = new Uint32Array(0);
const MOST_FIRST = 100;
/** Ids that are handed over at once: however many rows have the same one, they are no more. */
const BLOCKS_AT_ONCE = 128;

interface Part {
  block: Uint32Array<ArrayBuffer>;
  filled: number;
  /** Where its full blocks are in the file. */
  offsets: number[];
}

export class SharedIds {
  readonly #path: string;
  readonly #keyed: KeyedIds | undefined;
  readonly #parts = Array.from(
    { length: PARTS },
    (): Part => ({ block: new Uint32Array(RECORD_WORDS * RECORDS_A_BLOCK), filled: 0, offsets: [] }),
  );
  #file: number | undefined;
  #end = 0;

  /**
   * @param folder in which the ids are laid; its owner empties it
   * @param key that of the indexes they are compared with: under it, a part of the ids is a part of the index
   */
  constructor(folder: string, key?: Pick<IdKey, 'key'>) {
    this.#path = join(folder, 'modification-ids');
    this.#keyed = key && new KeyedIds(key);
  }

  /** @param words four for each id, in the order of the rows; @param rows of them. @throws AppError disk.full, file.cannot-write */
  add(table: number, words: Uint32Array, rows: Float64Array): void {
    const enciphered = this.#keyed?.encipherBits(words);
    for (let at = 0; at < rows.length; at++) {
      const [row, from] = [rows[at] ?? 0, at * 4];
      // Ids that were counted up are spread as well.
      const place = enciphered === undefined ? spread(words, from) : (enciphered[at * 2] ?? 0);
      const part = this.#parts[place >>> PART_SHIFT];
      if (part === undefined) continue;
      const { block, filled } = part;
      // A view of four words would cost more than they do.
      for (let word = 0; word < 4; word++) block[filled + word] = words[from + word] ?? 0;
      block[filled + 4] = table;
      block[filled + 5] = row % HALF;
      block[filled + 6] = Math.floor(row / HALF);
      part.filled += RECORD_WORDS;
      if (part.filled === part.block.length) this.#write(part);
    }
  }

  /**
   * Gives up what was laid on the disk.
   * @param onLaid receives all ids before, some of a part at a time, where there is a key
   * @throws AppError disk.full, file.cannot-write, and what `onLaid` throws
   */
  finish(onLaid?: (laid: LaidIds) => void): SharedIdsFound {
    const found: SharedIdsFound = { ids: 0, transactions: 0, first: [], repeats: new PossibleRepeats() };
    const ids = new RepeatedIds();
    const keyed = this.#keyed;
    for (const part of this.#parts) {
      if (onLaid !== undefined && keyed !== undefined) for (const laid of this.#laidOf(part, keyed)) onLaid(laid);
      for (const block of this.#blocksOf(part)) ids.add(block);
      for (const { id, count, rows } of ids.take()) {
        found.repeats.add(id, 0);
        found.ids += 1;
        found.transactions += count;
        found.first.push(rows);
      }
      // Of all parts, the first by their rows.
      found.first = found.first.sort(byFirstRow).slice(0, MOST_FIRST);
    }
    this.discard();
    return found;
  }

  /** Does not throw. */
  discard(): void {
    if (this.#file === undefined) return;
    try {
      closeSync(this.#file);
      rmSync(this.#path, { force: true });
    } catch {
      // The folder is removed as a whole.
    }
    this.#file = undefined;
  }

  *#laidOf(part: Part, keyed: KeyedIds): Generator<LaidIds> {
    let blocks: Uint32Array[] = [];
    for (const block of this.#blocksOf(part)) {
      blocks.push(block.slice());
      if (blocks.length < BLOCKS_AT_ONCE) continue;
      yield laidIn(blocks, keyed);
      blocks = [];
    }
    if (blocks.length > 0) yield laidIn(blocks, keyed);
  }

  *#blocksOf({ block, filled, offsets }: Part): Generator<Uint32Array> {
    const read = new Uint32Array(RECORD_WORDS * RECORDS_A_BLOCK);
    const bytes = new Uint8Array(read.buffer);
    for (const offset of offsets) {
      for (let filled = 0; this.#file !== undefined && filled < BLOCK_BYTES; ) {
        const more = readSync(this.#file, bytes, filled, BLOCK_BYTES - filled, offset + filled);
        if (more === 0) throw new Error('The ids that were laid on the disk are not all there.');
        filled += more;
      }
      yield read;
    }
    yield block.subarray(0, filled);
  }

  #write(part: Part): void {
    try {
      this.#file ??= openSync(this.#path, 'w+', PRIVATE_FILE);
      const bytes = new Uint8Array(part.block.buffer);
      for (let written = 0; written < bytes.length; )
        written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
    part.offsets.push(this.#end);
    this.#end += BLOCK_BYTES;
    part.filled = 0;
  }
}

function laidIn(blocks: readonly Uint32Array[], keyed: KeyedIds): LaidIds {
  const records = blocks.reduce((sum, { length }) => sum + length / RECORD_WORDS, 0);
  const plain = new Uint32Array(records * 4);
  let to = 0;
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += RECORD_WORDS, to += 4) plain.set(block.subarray(at, at + 4), to);
  }
  return {
    ids: keyed.encipherBits(plain),
    // All blocks but the last one are full.
    rowOf: (at) => rowAt(blocks[Math.floor(at / RECORDS_A_BLOCK)] ?? NONE, (at % RECORDS_A_BLOCK) * RECORD_WORDS),
  };
}

function byFirstRow([one]: readonly SharingRow[], [other]: readonly SharingRow[]): number {
  if (one === undefined || other === undefined) return 0;
  return one.table - other.table || one.row - other.row;
}
