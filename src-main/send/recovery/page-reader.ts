/**
 * @file Reads the rows of a damaged SQLite file from its pages (https://sqlite.org/fileformat2.html), without the trees
 * above them and without SQLite, which refuses a table as soon as one page of its tree is broken. A damaged page
 * therefore costs only its own rows. Committed pages of the write-ahead log replace those of the file.
 */

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { readWriteAheadLog } from './write-ahead-log.ts';

/** A row as it is stored. An INTEGER PRIMARY KEY is null among the values; its value is the rowid. */
export interface StoredRow {
  rowid: number;
  values: (string | number | null | Uint8Array)[];
}

const USUAL_PAGE_SIZE = 4096;
const HEADER_TEXT = 'SQLite format 3\0';
const TABLE_LEAF = 0x0d;
const LEAF_HEADER_BYTES = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class PageReader {
  /**
   * Whether the list of free pages is known. If not, deleted rows may come back, and older versions of rows may appear
   * beside the newer ones.
   */
  readonly knowsFreePages: boolean;
  /** Undefined when only the log is left. */
  readonly #file: number | undefined;
  readonly #log: { file: number; pages: ReadonlyMap<number, number> } | undefined;
  readonly #pageSize: number;
  readonly #pageCount: number;
  readonly #freePages: ReadonlySet<number>;

  /** @throws what node:fs throws when the files cannot be opened */
  constructor(path: string) {
    const logPath = `${path}-wal`;
    const log = existsSync(logPath) ? readWriteAheadLog(logPath) : undefined;
    this.#file = existsSync(path) ? openSync(path, 'r') : undefined;
    this.#log = log && { file: openSync(logPath, 'r'), pages: log.pages };
    this.#pageSize = log?.pageSize ?? this.#statedPageSize() ?? USUAL_PAGE_SIZE;
    const inFile = this.#file === undefined ? 0 : Math.ceil(fstatSync(this.#file).size / this.#pageSize);
    this.#pageCount = (log ? [...log.pages.keys()] : []).reduce((most, page) => Math.max(most, page), inFile);
    const freePages = this.#readFreePages();
    this.knowsFreePages = freePages !== undefined;
    this.#freePages = freePages ?? new Set();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#log !== undefined) closeSync(this.#log.file);
  }

  /** Every row of every table that can still be read. The caller tells the table by the values. */
  *rows(): Generator<StoredRow> {
    // The first page holds the schema.
    for (let number = 2; number <= this.#pageCount; number++) {
      if (this.#freePages.has(number)) continue;
      const page = this.#page(number);
      if (page?.[0] !== TABLE_LEAF) continue;
      const view = viewOf(page);
      const cells = Math.min(view.getUint16(3), Math.floor((page.length - LEAF_HEADER_BYTES) / 2));
      for (let cell = 0; cell < cells; cell++) {
        const row = this.#row(page, view.getUint16(LEAF_HEADER_BYTES + 2 * cell));
        if (row !== undefined) yield row;
      }
    }
  }

  #row(page: Uint8Array, offset: number): StoredRow | undefined {
    try {
      const [payloadBytes, afterBytes] = variableInteger(page, offset);
      const [rowid, afterRowid] = variableInteger(page, afterBytes);
      return { rowid, values: recordValues(this.#payload(page, afterRowid, payloadBytes)) };
    } catch {
      return undefined;
    }
  }

  #payload(page: Uint8Array, start: number, bytes: number): Uint8Array {
    const usable = this.#pageSize;
    const most = usable - 35;
    if (bytes <= most) return slice(page, start, bytes);
    if (bytes > this.#pageCount * usable) throw new Unreadable();
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((bytes - least) % (usable - 4));
    const local = wanted <= most ? wanted : least;
    const payload = new Uint8Array(bytes);
    payload.set(slice(page, start, local));
    let next = viewOf(page).getUint32(start + local);
    for (let filled = local; filled < bytes; ) {
      const overflow = this.#freePages.has(next) ? undefined : this.#page(next);
      if (overflow === undefined) throw new Unreadable();
      const part = overflow.subarray(4, 4 + Math.min(usable - 4, bytes - filled));
      payload.set(part, filled);
      filled += part.length;
      next = viewOf(overflow).getUint32(0);
    }
    return payload;
  }

  /** The content of a page; undefined where it is missing or unreadable. */
  #page(number: number): Uint8Array | undefined {
    const inLog = this.#log?.pages.get(number);
    const [file, at] =
      this.#log === undefined || inLog === undefined
        ? [this.#file, (number - 1) * this.#pageSize]
        : [this.#log.file, inLog];
    return number > 0 && file !== undefined ? read(file, this.#pageSize, at) : undefined;
  }

  #statedPageSize(): number | undefined {
    const header = this.#file === undefined ? undefined : read(this.#file, 100, 0);
    if (header === undefined || !startsAsDatabase(header)) return undefined;
    const stated = viewOf(header).getUint16(16);
    const size = stated === 1 ? 65_536 : stated;
    return size >= 512 && (size & (size - 1)) === 0 ? size : undefined;
  }

  /** Undefined when the list of free pages is damaged. */
  #readFreePages(): ReadonlySet<number> | undefined {
    const first = this.#page(1);
    if (first === undefined || !startsAsDatabase(first)) return undefined;
    const free = new Set<number>();
    const header = viewOf(first);
    const count = header.getUint32(36);
    let trunk = header.getUint32(32);
    while (trunk !== 0) {
      const page = this.#page(trunk);
      if (page === undefined || free.has(trunk)) return undefined;
      free.add(trunk);
      const view = viewOf(page);
      const leaves = view.getUint32(4);
      if (leaves > this.#pageSize / 4 - 2) return undefined;
      for (let leaf = 0; leaf < leaves; leaf++) free.add(view.getUint32(8 + 4 * leaf));
      trunk = view.getUint32(0);
    }
    return free.size === count ? free : undefined;
  }
}

/** Undefined where the file ends earlier, or the disk cannot read it. */
function read(file: number, bytes: number, at: number): Uint8Array | undefined {
  const content = new Uint8Array(bytes);
  try {
    return readSync(file, content, 0, bytes, at) === bytes ? content : undefined;
  } catch {
    return undefined;
  }
}

class Unreadable extends Error {}

function recordValues(payload: Uint8Array): StoredRow['values'] {
  const values: StoredRow['values'] = [];
  const [headerBytes, afterHeaderBytes] = variableInteger(payload, 0);
  let value = headerBytes;
  let type = afterHeaderBytes;
  while (type < headerBytes) {
    const [serialType, next] = variableInteger(payload, type);
    const bytes = bytesOf(serialType);
    values.push(decoded(serialType, slice(payload, value, bytes)));
    value += bytes;
    type = next;
  }
  if (type !== headerBytes || value !== payload.length) throw new Unreadable();
  return values;
}

function bytesOf(serialType: number): number {
  if (serialType >= 12) return Math.floor((serialType - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][serialType] ?? unreadable();
}

function decoded(serialType: number, bytes: Uint8Array): StoredRow['values'][number] {
  if (serialType >= 12) return serialType % 2 === 1 ? utf8.decode(bytes) : bytes;
  if (serialType === 0) return null;
  if (serialType <= 6) return bytes.reduce((value, byte) => value * 256 + byte, (bytes[0] ?? 0) >= 128 ? -1 : 0);
  if (serialType === 7) return viewOf(bytes).getFloat64(0);
  if (serialType === 8 || serialType === 9) return serialType - 8;
  return unreadable();
}

/** Decodes a variable-length integer; returns it with the position of its end. */
function variableInteger(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes[at] ?? unreadable();
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  // A ninth byte means more than 2^56: the queue stores no such number.
  return unreadable();
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : unreadable();
}

function unreadable(): never {
  throw new Unreadable();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function startsAsDatabase(page: Uint8Array): boolean {
  return Buffer.from(page.buffer, page.byteOffset, HEADER_TEXT.length).toString('latin1') === HEADER_TEXT;
}
