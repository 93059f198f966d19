/** @file The rows that were refused, written with the header of their table, so that they can be corrected and prepared again. */

import { Buffer } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { NewFile } from '../files/new-file.ts';
import { REFUSED } from './output-folder.ts';
import type { Row } from './rows.ts';

const BUFFER_BYTES = 64 * 1024;
const DELIMITER = ',';

interface TableFile {
  name: string;
  file: NewFile;
  hash: Hash;
}

export class RefusedRows {
  readonly #folder: string;
  readonly #columnsOf: (table: number) => readonly string[];
  readonly #files = new Map<number, TableFile>();

  constructor(folder: string, columnsOf: (table: number) => readonly string[]) {
    this.#folder = folder;
    this.#columnsOf = columnsOf;
  }

  /** @throws AppError file.cannot-write, disk.full, as do the other methods */
  add(table: number, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    let target = this.#files.get(table);
    if (target === undefined) {
      target = this.#open(table);
      this.#files.set(table, target);
    }
    const bytes = Buffer.from(rows.map(({ cells }) => csvLine(cells)).join(''));
    target.hash.update(bytes);
    target.file.write(bytes);
    target.file.layAside();
  }

  /** All of it is on the disk, still under other names: the files, by table. */
  finish(): { table: number; name: string; sha256: string }[] {
    return [...this.#files].map(([table, { name, file, hash }]) => {
      file.finish();
      return { table, name, sha256: hash.digest('hex') };
    });
  }

  publish(): void {
    for (const { file } of this.#files.values()) file.publish();
  }

  /** Leaves nothing of what was not published. Does not throw. */
  discard(): void {
    for (const { file } of this.#files.values()) file.discard();
  }

  #open(table: number): TableFile {
    const name = `${REFUSED}-${String(table + 1).padStart(3, '0')}.csv`;
    const file = new NewFile(join(this.#folder, name), BUFFER_BYTES);
    const hash = createHash('sha256');
    const header = Buffer.from(csvLine(this.#columnsOf(table)));
    hash.update(header);
    file.write(header);
    return { name, file, hash };
  }
}

/** A row as CSV (RFC 4180, with LF): each cell as it was; missing ones at the end are left out. */
export function csvLine(cells: readonly (string | undefined)[]): string {
  const last = cells.findLastIndex((cell) => cell !== undefined);
  return `${cells
    .slice(0, last + 1)
    .map((cell) => quoted(cell ?? ''))
    .join(DELIMITER)}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
