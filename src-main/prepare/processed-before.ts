/**
 * @file Which rows of a preparation went to the service before, by the modification ids of their transactions: compared with
 * the indexes that sending compares with (check/id-index), a part at a time, so that the memory does not grow with them.
 */

import { createHash } from 'node:crypto';
import { sortIds } from '../check/id-index/id-matches.ts';
import type { IdKey } from '../check/id-index/keyed-ids.ts';
import { eachShared, type OtherIndex } from '../check/id-index/shared-ids.ts';
import type { SharingRow } from './repeated-ids.ts';
import type { LaidIds } from './shared-ids.ts';

/** What went to the service before. */
export interface EarlierIds {
  /** With which all of these indexes were made. */
  key: IdKey;
  others: readonly OtherIndex[];
  /** Whether such rows become no lines. */
  isLeftOut: boolean;
}

/** What of a preparation is in one of the indexes. */
export interface FoundInIndex {
  transactions: number;
  /** The first of their rows, in order. */
  first: SharingRow[];
  /** False where the index, or a part of it, cannot be read: there may be more. */
  isWhole: boolean;
}

export interface ProcessedFound {
  /** Transactions whose ids are in any of them. */
  transactions: number;
  /** For each index, in the order in which they were named. */
  others: FoundInIndex[];
}

const MOST_ROWS = 10;
/** Rows that are kept before they are put in order, so that this is not done for each one. */
const MOST_KEPT = 1000;

export class ProcessedBefore {
  readonly #others: readonly OtherIndex[];
  readonly #found: ProcessedFound;
  readonly #rows = new RowSet();

  constructor({ others }: Pick<EarlierIds, 'others'>) {
    this.#others = others;
    this.#found = { transactions: 0, others: others.map(() => ({ transactions: 0, first: [], isWhole: true })) };
  }

  /** Compares some ids, in any order, which were enciphered with the key of the indexes. */
  compare({ ids, rowOf }: LaidIds): void {
    if (ids.length === 0 || this.#others.length === 0) return;
    const { sorted, before } = sortIds(ids);
    const isFound = new Uint8Array(before.length);
    for (const [at, other] of this.#others.entries()) {
      const found = this.#found.others[at];
      if (found?.isWhole !== true) continue;
      const isHere = new Uint8Array(before.length);
      found.isWhole = eachShared(sorted, other, (wanted) => {
        isHere[wanted] = 1;
      });
      for (const [wanted, is] of isHere.entries()) {
        if (is === 0) continue;
        isFound[wanted] = 1;
        found.transactions += 1;
        found.first.push(rowOf(before[wanted] ?? 0));
        if (found.first.length >= MOST_KEPT) found.first = firstOf(found.first);
      }
    }
    for (const [wanted, is] of isFound.entries()) {
      if (is === 0) continue;
      this.#found.transactions += 1;
      this.#rows.add(rowOf(before[wanted] ?? 0));
    }
  }

  found(): ProcessedFound {
    for (const other of this.#found.others) other.first = firstOf(other.first);
    return this.#found;
  }

  /** All the rows. */
  rows(): RowSet {
    return this.#rows;
  }
}

/** Rows of several tables: a bit for each, in memory that threads share. */
export class RowSet {
  /** By table; a table without such rows has none. */
  readonly #bits: Uint8Array<SharedArrayBuffer>[] = [];

  add({ table, row }: SharingRow): void {
    const byte = Math.floor(row / 8);
    const bits = withRoom(this.#bits[table], byte);
    for (let at = this.#bits.length; at < table; at++) this.#bits.push(noBits());
    this.#bits[table] = bits;
    bits[byte] = (bits[byte] ?? 0) | (1 << (row % 8));
  }

  /** To be handed to threads; see `isIn`. */
  shared(): SharedRows {
    return this.#bits;
  }

  /** By which two sets are known to be the same. */
  digest(): string {
    const hash = createHash('sha256');
    for (const [table, bits] of this.#bits.entries()) {
      let length = bits.length;
      while (length > 0 && bits[length - 1] === 0) length -= 1;
      hash.update(`${table} ${length}\n`).update(bits.subarray(0, length));
    }
    return hash.digest('hex');
  }
}

export type SharedRows = readonly Uint8Array<SharedArrayBuffer>[];

export function isIn(rows: SharedRows, table: number, row: number): boolean {
  return ((rows[table]?.[Math.floor(row / 8)] ?? 0) & (1 << (row % 8))) !== 0;
}

function firstOf(rows: readonly SharingRow[]): SharingRow[] {
  return rows.toSorted((one, other) => one.table - other.table || one.row - other.row).slice(0, MOST_ROWS);
}

const noBits = (): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(0));

function withRoom(bits: Uint8Array<SharedArrayBuffer> | undefined, byte: number): Uint8Array<SharedArrayBuffer> {
  if (bits !== undefined && byte < bits.length) return bits;
  const larger = new Uint8Array(new SharedArrayBuffer(Math.max(1024, (byte + 1) * 2)));
  if (bits !== undefined) larger.set(bits);
  return larger;
}
