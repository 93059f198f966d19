/**
 * @file Finds modification ids that several transactions of a preparation share (§2.6.2), in whichever files they are: laid
 * on the disk in parts by what the ids are, and compared a part at a time, so that the memory does not grow with them.
 */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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
      const part = this.#parts[partOf(words, from)];
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
    for (const part of this.#parts) {
      const rowsOf = new Map<string, SharingRow[]>();
      const counts = new Map<string, number>();
      for (const block of this.#blocksOf(part)) {
        for (let at = 0; at < block.length; at += WORDS) {
          const id = block.subarray(at, at + 4).join();
          counts.set(id, (counts.get(id) ?? 0) + 1);
          const rows = rowsOf.get(id) ?? [];
          const row = (block[at + 5] ?? 0) + (block[at + 6] ?? 0) * HALF;
          if (rows.length < MOST_ROWS) rows.push({ table: block[at + 4] ?? 0, row });
          rowsOf.set(id, rows);
        }
      }
      for (const [id, count] of counts) {
        if (count < 2) continue;
        found.ids += 1;
        found.transactions += count;
        found.first.push(rowsOf.get(id) ?? []);
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

  *#blocksOf({ block, filled, offsets }: Part): Generator<Uint32Array> {
    const read = new Uint32Array(WORDS * RECORDS_A_BLOCK);
    for (const offset of offsets) {
      if (this.#file !== undefined) readSync(this.#file, read, 0, BLOCK_BYTES, offset);
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

/** Ids that were counted up must be spread, too. */
function partOf(words: Uint32Array, from: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + 4; at++) hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193) ^ (hash >>> 15);
  return (hash >>> 24) % PARTS;
}

function byFirstRow([one]: readonly SharingRow[], [other]: readonly SharingRow[]): number {
  if (one === undefined || other === undefined) return 0;
  return one.table - other.table || one.row - other.row;
}
