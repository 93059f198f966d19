/**
 * @file Finds modification ids that several transactions of a preparation share (§2.6.2), in whichever files they are: laid
 * on the disk in parts by what the ids are, and compared a part at a time, so that the memory does not grow with them.
 */

import { randomInt } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hashAt } from '../checking/modification-ids.ts';
import { toWriteError } from '../files/file-errors.ts';
import { PRIVATE_FILE } from '../files/own-folder.ts';

/** A row whose transaction shares its id with others. */
export interface SharingRow {
  table: number;
  row: number;
}

export interface SharedIdsFound {
  /** Different ids that more than one transaction has. */
  ids: number;
  /** Transactions that have one of them. */
  transactions: number;
  /** The rows of the first of these ids. */
  first: SharingRow[][];
}

const PARTS = 256;
/** The highest bits of a hash choose the part, the lowest the slot. */
const PART_SHIFT = 24;
/** A file cannot be made to collide under a seed that its maker does not know. */
const HASH_SEED = randomInt(2 ** 32);
/** Four words of the id, its table, and its row in two halves. */
const WORDS = 7;
const RECORDS_A_BLOCK = 512;
const BLOCK_BYTES = WORDS * RECORDS_A_BLOCK * Uint32Array.BYTES_PER_ELEMENT;
const HALF = 2 ** 32;
const MOST_FIRST = 100;
const MOST_ROWS = 10;

interface Part {
  block: Uint32Array<ArrayBuffer>;
  filled: number;
  /** Where its full blocks are in the file. */
  offsets: number[];
}

export class SharedIds {
  readonly #path: string;
  readonly #parts = Array.from(
    { length: PARTS },
    (): Part => ({ block: new Uint32Array(WORDS * RECORDS_A_BLOCK), filled: 0, offsets: [] }),
  );
  #file: number | undefined;
  #end = 0;

  /** @param folder in which the ids are laid; its owner empties it */
  constructor(folder: string) {
    this.#path = join(folder, 'modification-ids');
  }

  /** @param words four for each id, in the order of the rows; @param rows of them. @throws AppError disk.full, file.cannot-write */
  add(table: number, words: Uint32Array, rows: Float64Array): void {
    for (const [at, row] of rows.entries()) {
      const from = at * 4;
      const part = this.#parts[hashAt(words, from, HASH_SEED) >>> PART_SHIFT];
      if (part === undefined) continue;
      part.block.set(words.subarray(from, from + 4), part.filled);
      part.block[part.filled + 4] = table;
      part.block[part.filled + 5] = row % HALF;
      part.block[part.filled + 6] = Math.floor(row / HALF);
      part.filled += WORDS;
      if (part.filled === part.block.length) this.#write(part);
    }
  }

  /** Gives up what was laid on the disk. @throws AppError disk.full, file.cannot-write */
  finish(): SharedIdsFound {
    const found: SharedIdsFound = { ids: 0, transactions: 0, first: [] };
    let words = new Uint32Array(0);
    let slots = new Uint32Array(0);
    for (const part of this.#parts) {
      const length = part.offsets.length * WORDS * RECORDS_A_BLOCK + part.filled;
      const capacity = 2 ** Math.ceil(Math.log2((length / WORDS) * 2 + 1));
      if (words.length < length) words = new Uint32Array(length);
      if (slots.length < capacity) slots = new Uint32Array(capacity);
      this.#readAll(part, words);
      const groups = groupsOf(words.subarray(0, length), slots.subarray(0, capacity).fill(0));
      for (const { count, rows } of groups) {
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

  /** The ids of a part in the order in which they came. */
  #readAll({ block, filled, offsets }: Part, into: Uint32Array): void {
    const bytes = new Uint8Array(into.buffer);
    let at = 0;
    for (const offset of offsets) {
      for (let read = 0; this.#file !== undefined && read < BLOCK_BYTES; ) {
        const more = readSync(this.#file, bytes, at + read, BLOCK_BYTES - read, offset + read);
        if (more === 0) throw new Error('The ids that were laid on the disk are not all there.');
        read += more;
      }
      at += BLOCK_BYTES;
    }
    into.set(block.subarray(0, filled), at / Uint32Array.BYTES_PER_ELEMENT);
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

interface Group {
  count: number;
  /** The first of them. */
  rows: SharingRow[];
}

/**
 * The ids that several transactions have, with their rows in order.
 * @param slots all free, at least one more than there are ids, and a power of two of them
 */
function groupsOf(ids: Uint32Array, slots: Uint32Array): Iterable<Group> {
  /** By where the first of its ids is. */
  const groups = new Map<number, Group>();
  for (let at = 0; at < ids.length; at += WORDS) {
    const slot = slotOf(ids, at, slots);
    const first = (slots[slot] ?? 0) - 1;
    if (first === -1) {
      slots[slot] = at + 1;
      continue;
    }
    const group = groups.get(first) ?? { count: 1, rows: [rowAt(ids, first)] };
    groups.set(first, group);
    group.count += 1;
    if (group.rows.length < MOST_ROWS) group.rows.push(rowAt(ids, at));
  }
  return groups.values();
}

/** The slot of the id at `at`, or the free one where it belongs. */
function slotOf(ids: Uint32Array, at: number, slots: Uint32Array): number {
  const last = slots.length - 1;
  const [k0, k1, k2, k3] = [ids[at], ids[at + 1], ids[at + 2], ids[at + 3]];
  let slot = hashAt(ids, at, HASH_SEED) & last;
  for (let holder = slots[slot] ?? 0; holder !== 0; holder = slots[slot] ?? 0) {
    const own = holder - 1;
    if (ids[own] === k0 && ids[own + 1] === k1 && ids[own + 2] === k2 && ids[own + 3] === k3) break;
    slot = (slot + 1) & last;
  }
  return slot;
}

function rowAt(ids: Uint32Array, at: number): SharingRow {
  return { table: ids[at + 4] ?? 0, row: (ids[at + 5] ?? 0) + (ids[at + 6] ?? 0) * HALF };
}

function byFirstRow([one]: readonly SharingRow[], [other]: readonly SharingRow[]): number {
  if (one === undefined || other === undefined) return 0;
  return one.table - other.table || one.row - other.row;
}
