/** @file The rows that were refused, written with the header of their table, so that they can be corrected and prepared again. */

import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { REFUSED } from '../exports/output-folder.ts';
import type { Row } from '../exports/rows.ts';
import { NewFile } from '../ground/files/new-file.ts';
import type { RefusedText } from './refused-rows-text.ts';

const BUFFER_BYTES = 64 * 1024;

interface TableFile {
  name: string;
  file: NewFile;
  hash: Hash;
  text: RefusedText;
}

export class RefusedRows {
  readonly #folder: string;
  readonly #textOf: (table: number) => RefusedText;
  readonly #files = new Map<number, TableFile>();

  constructor(folder: string, textOf: (table: number) => RefusedText) {
    this.#folder = folder;
    this.#textOf = textOf;
  }

  /** @throws AppError file.cannot-write, disk.full, as do the other methods */
  add(table: number, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    let target = this.#files.get(table);
    if (target === undefined) {
      target = this.#open(table);
      this.#files.set(table, target);
      write(target, target.text.header);
    }
    const { line } = target.text;
    write(target, rows.map((row) => line(row)).join(''));
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
    const text = this.#textOf(table);
    const name = `${REFUSED}-${String(table + 1).padStart(3, '0')}.${text.ending}`;
    return { name, file: new NewFile(join(this.#folder, name), BUFFER_BYTES), hash: createHash('sha256'), text };
  }
}

function write({ file, hash, text }: TableFile, lines: string): void {
  const bytes = text.encode(lines);
  hash.update(bytes);
  file.write(bytes);
}
