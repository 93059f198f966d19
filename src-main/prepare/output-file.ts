/** @file One file of a preparation while it is written: its lines, its digest, its sums, and the map of its rows. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FilePlace } from '../exports/output-folder.ts';
import { RowMapWriter } from '../exports/row-map.ts';
import { NewFile } from '../ground/files/new-file.ts';
import { type CurrencySum, type DaySum, Sums } from './sums.ts';

/** A finished file. */
export interface PreparedFile {
  /** Within the folder of the preparation. */
  name: string;
  bytes: number;
  lines: number;
  /** In hexadecimal; of a plan that writes nothing, too. */
  sha256: string;
  /** Where the map of its rows is, within the folder. */
  rows: string;
  rowsSha256: string;
  byCurrency: CurrencySum[];
  byDay: DaySum[];
}

/** How the lines reach the disk: not at all where the file is only planned, or was finished before. */
export type Writing = 'written' | 'only-counted';

const MAP_BUFFER_BYTES = 16 * 1024;

export class OutputFile {
  bytes = 0;
  lines = 0;
  readonly sums = new Sums();
  readonly #place: FilePlace;
  readonly #hash = createHash('sha256');
  readonly #file: NewFile | undefined;
  readonly #mapFile: NewFile | undefined;
  readonly #mapHash = createHash('sha256');
  readonly #rowMap: RowMapWriter;

  /** @throws AppError file.cannot-write, disk.full, as do the other methods */
  constructor(place: FilePlace, writing: Writing, bufferBytes: number) {
    this.#place = place;
    if (writing === 'written') {
      this.#file = new NewFile(place.path, bufferBytes);
      this.#mapFile = new NewFile(place.rowsPath, MAP_BUFFER_BYTES);
    }
    this.#rowMap = new RowMapWriter((text) => {
      const bytes = Buffer.from(text);
      this.#mapHash.update(bytes);
      this.#mapFile?.write(bytes);
    });
  }

  /** Whole lines; their sums and rows are added by their own methods. */
  write(bytes: Uint8Array, lines: number): void {
    this.#file?.write(bytes);
    this.#hash.update(bytes);
    this.bytes += bytes.length;
    this.lines += lines;
  }

  addRows(table: number, row: number, count: number): void {
    this.#rowMap.add(table, row, count);
  }

  layAside(): void {
    this.#file?.layAside();
    this.#mapFile?.layAside();
  }

  /** All of it is on the disk, still under other names. */
  finish(): PreparedFile {
    this.#rowMap.finish();
    this.#mapFile?.finish();
    this.#file?.finish();
    const { bytes, lines, sums } = this;
    const { name, rows } = this.#place;
    const sha256 = this.#hash.digest('hex');
    const rowsSha256 = this.#mapHash.digest('hex');
    return { name, bytes, lines, sha256, rows, rowsSha256, byCurrency: sums.byCurrency(), byDay: sums.byDay() };
  }

  /** Gives the finished file its name; the map first, since without it the file would be of no use. */
  publish(): void {
    this.#mapFile?.publish();
    this.#file?.publish();
  }

  /** Leaves nothing of it. Does not throw. */
  discard(): void {
    this.#file?.discard();
    this.#mapFile?.discard();
  }
}
