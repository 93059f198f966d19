/** @file Distributes lines to the files of a preparation, in order, with a bounded number of them open. */

import { Buffer } from 'node:buffer';
import { AppError } from '../../src-shared/errors.ts';
import type { FilePlace } from '../exports/output-folder.ts';
import { firstPlace } from '../ground/binary-search.ts';
import { factsOfLine } from './line-facts.ts';
import { OutputFile, type PreparedFile, type Writing } from './output-file.ts';
import type { AssignedFile } from './payment-buckets.ts';
import type { Block } from './prepared-piece.ts';
import type { FileLimits } from './split.ts';

/** More would be no set of batches that a person oversees. */
export const MOST_FILES = 20_000;
const MOST_OPEN = 32;
const BUFFER_BYTES = 1024 * 1024;
/** Where many files are written to in turn. */
const SMALL_BUFFER_BYTES = 128 * 1024;

export interface FileSetOptions {
  limits: FileLimits;
  /** The place of a file with this key and number. */
  place(key: string, number: number): FilePlace;
  writing(place: FilePlace): Writing;
  /** The files by number where payments are kept together: the keys of blocks are then these numbers. */
  assigned?: readonly AssignedFile[] | undefined;
  /** Whether several files are written to in turn. */
  isInTurn: boolean;
  /** The file is whole, and gets its name once this returns. */
  onFinished(file: PreparedFile): void;
  /** What the table is called in an error. */
  tableName(table: number): string;
}

interface Slot {
  number: number;
  file: OutputFile | undefined;
}

export class FileSet {
  readonly #options: FileSetOptions;
  readonly #slots = new Map<string, Slot>();
  /** In the order of their last use. */
  readonly #open = new Set<OutputFile>();
  #files = 0;

  constructor(options: FileSetOptions) {
    this.#options = options;
  }

  /** @throws AppError preparation.too-many-files, preparation.line-too-large, file.cannot-write, disk.full */
  add(table: number, block: Block): void {
    const { limits } = this.#options;
    const { ends } = block;
    let [line, start] = [0, 0];
    const rows = new RowCursor(block.rows);
    while (line < ends.length) {
      let file = this.#fileFor(block.key);
      const fitting = linesThatFit(ends, line, start, limits.bytes - file.bytes, limits.lines - file.lines);
      if (fitting === 0) {
        if (file.lines === 0) {
          const [limit, bytes] = [limits.bytes, (ends[line] ?? 0) - start];
          const name = this.#options.tableName(table);
          throw new AppError('preparation.line-too-large', { table: name, row: rows.row, bytes, limit });
        }
        this.#finish(block.key);
        file = this.#fileFor(block.key);
        continue;
      }
      const end = ends[line + fitting - 1] ?? start;
      const part = block.bytes.subarray(start, end);
      file.write(part, fitting);
      if (fitting === ends.length) file.sums.addAll(block.sums);
      else for (const text of linesOf(part)) file.sums.addLine(factsOfLine(text));
      rows.take(fitting, (row, count) => file.addRows(table, row, count));
      [line, start] = [line + fitting, end];
    }
  }

  /** Finishes all files, in the order of their keys. */
  finish(): void {
    for (const key of [...this.#slots.keys()].sort()) this.#finish(key);
  }

  /** Leaves nothing of what is not finished. Does not throw. */
  discard(): void {
    for (const { file } of this.#slots.values()) file?.discard();
  }

  #fileFor(key: string): OutputFile {
    const { assigned, isInTurn } = this.#options;
    const slot = this.#slots.get(key) ?? { number: 0, file: undefined };
    this.#slots.set(key, slot);
    if (slot.file === undefined) {
      this.#files += 1;
      if (this.#files > MOST_FILES) throw new AppError('preparation.too-many-files', { most: MOST_FILES });
      slot.number += 1;
      const named = assigned?.[Number(key)] ?? { key, number: slot.number };
      const place = this.#options.place(named.key, named.number);
      slot.file = new OutputFile(place, this.#options.writing(place), isInTurn ? SMALL_BUFFER_BYTES : BUFFER_BYTES);
    }
    this.#use(slot.file);
    return slot.file;
  }

  #use(file: OutputFile): void {
    this.#open.delete(file);
    this.#open.add(file);
    if (this.#open.size <= MOST_OPEN) return;
    const [oldest] = this.#open;
    if (oldest === undefined) return;
    oldest.layAside();
    this.#open.delete(oldest);
  }

  #finish(key: string): void {
    const slot = this.#slots.get(key);
    const file = slot?.file;
    if (slot === undefined || file === undefined) return;
    slot.file = undefined;
    this.#open.delete(file);
    this.#options.onFinished(file.finish());
    file.publish();
  }
}

/** How many of the lines from this one on fit into so many bytes and lines. */
function linesThatFit(ends: Uint32Array, line: number, start: number, bytes: number, lines: number): number {
  const last = Math.min(ends.length, line + lines);
  if ((ends[last - 1] ?? 0) - start <= bytes) return last - line;
  return firstPlace(line, last, (at) => (ends[at] ?? 0) - start <= bytes) - line;
}

function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().trimEnd().split('\n');
}

/** Walks through the runs of rows of a block. */
class RowCursor {
  readonly #runs: Float64Array;
  #run = 0;
  #taken = 0;

  constructor(runs: Float64Array) {
    this.#runs = runs;
  }

  /** The row of the next line. */
  get row(): number {
    return (this.#runs[this.#run] ?? 0) + this.#taken;
  }

  take(lines: number, onRun: (row: number, count: number) => void): void {
    for (let left = lines; left > 0; ) {
      const count = Math.min(left, (this.#runs[this.#run + 1] ?? 0) - this.#taken);
      if (count <= 0) return;
      onRun(this.row, count);
      left -= count;
      this.#taken += count;
      if (this.#taken < (this.#runs[this.#run + 1] ?? 0)) continue;
      this.#run += 2;
      this.#taken = 0;
    }
  }
}
