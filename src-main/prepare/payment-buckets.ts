/**
 * @file Which payments go into which file, where all lines of a payment must be in one. Payments are counted in a fixed
 * number of buckets, by a hash of their id, so that the memory does not grow with their number: payments that share a
 * bucket go into the same file, which harms none of them. Pure.
 */

import type { FileLimits } from './split.ts';

/** 16 bytes each while they are measured. */
const BUCKETS = 2 ** 22;

const NONE = 0xffffffff;

/** The bucket of a payment; of the row where the transaction has no payment. FNV-1a, mixed; the same on every system. */
export function bucketOf(payment: string, row: number): number {
  const text = payment === '' ? `row ${row}` : payment;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}

/** A file that payments were given to. */
export interface AssignedFile {
  key: string;
  /** From 1, for each key. */
  number: number;
}

export interface Assignment {
  files: AssignedFile[];
  /** By bucket. */
  fileOf: Uint32Array<SharedArrayBuffer>;
}

/** A payment that no file can hold. */
export interface TooLarge {
  table: number;
  row: number;
  bytes: number;
  lines: number;
}

export class PaymentSizes {
  readonly #bytes = new Float64Array(BUCKETS);
  readonly #lines = new Uint32Array(BUCKETS);
  /** The buckets in the order of their first lines, with what they are named by and where they began. */
  readonly #keys: string[] = [];
  readonly #keyNumbers = new Map<string, number>();
  #order = new Uint32Array(1024);
  #keyOfBucket = new Uint32Array(1024);
  #firstRows = new Float64Array(1024);
  #firstTables = new Uint32Array(1024);
  #count = 0;

  add(bucket: number, key: string, bytes: number, table: number, row: number): void {
    if (this.#lines[bucket] === 0) this.#begin(bucket, key, table, row);
    this.#lines[bucket] = (this.#lines[bucket] ?? 0) + 1;
    this.#bytes[bucket] = (this.#bytes[bucket] ?? 0) + bytes;
  }

  /** Fills the files in the order in which the payments begin. */
  assign(limits: FileLimits): Assignment | TooLarge {
    const fileOf = new Uint32Array(new SharedArrayBuffer(BUCKETS * Uint32Array.BYTES_PER_ELEMENT)).fill(NONE);
    const files: AssignedFile[] = [];
    const open = new Map<number, { file: number; number: number; bytes: number; lines: number }>();
    for (let at = 0; at < this.#count; at++) {
      const bucket = this.#order[at] ?? 0;
      const [bytes, lines] = [this.#bytes[bucket] ?? 0, this.#lines[bucket] ?? 0];
      if (bytes > limits.bytes || lines > limits.lines)
        return { table: this.#firstTables[at] ?? 0, row: this.#firstRows[at] ?? 0, bytes, lines };
      const key = this.#keyOfBucket[at] ?? 0;
      let current = open.get(key);
      if (current === undefined || current.bytes + bytes > limits.bytes || current.lines + lines > limits.lines) {
        current = { file: files.length, number: (current?.number ?? 0) + 1, bytes: 0, lines: 0 };
        open.set(key, current);
        files.push({ key: this.#keys[key] ?? '', number: current.number });
      }
      current.bytes += bytes;
      current.lines += lines;
      fileOf[bucket] = current.file;
    }
    return { files, fileOf };
  }

  #begin(bucket: number, key: string, table: number, row: number): void {
    if (this.#count === this.#order.length) this.#grow();
    const known = this.#keyNumbers.get(key);
    const number = known ?? this.#keys.push(key) - 1;
    if (known === undefined) this.#keyNumbers.set(key, number);
    this.#order[this.#count] = bucket;
    this.#keyOfBucket[this.#count] = number;
    this.#firstRows[this.#count] = row;
    this.#firstTables[this.#count] = table;
    this.#count += 1;
  }

  #grow(): void {
    const length = this.#count * 2;
    const grown = (from: Uint32Array<ArrayBuffer>) => {
      const to = new Uint32Array(length);
      to.set(from);
      return to;
    };
    this.#order = grown(this.#order);
    this.#keyOfBucket = grown(this.#keyOfBucket);
    this.#firstTables = grown(this.#firstTables);
    const rows = new Float64Array(length);
    rows.set(this.#firstRows);
    this.#firstRows = rows;
  }
}
