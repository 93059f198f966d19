/**
 * @file The walk of a preparation, loaded: writes the lines of the rows of delimited text, as rowMapper does, and reads on
 * the way what is needed of them. What it does not write is for rowMapper.
 */

import { Buffer } from 'node:buffer';
import type { Template } from '../../../src-shared/template-shapes.ts';
import { KernelMemory } from '../../check/kernel/kernel-memory.ts';
import type { Delimiter } from '../../exports/delimited/record-cells.ts';
import { ROW_NAMESPACE } from '../row-uuid.ts';
import { LINE, NOTES, PADDING, RESULT, SCHEDULE_BYTES } from './layout.ts';
import { templateProgram } from './template-program.ts';
import { walkBytes } from './walk-bytes.ts';
import { WalkedLines } from './walked-lines.ts';

/** What the compiled walk exports. */
interface Walk {
  walk(start: number, limit: number, row: number): number;
  setUp(...addresses: number[]): void;
}

/** Larger pieces have rows that are larger than rows should be. */
const MOST_PIECE_BYTES = 1024 * 1024;
/** What one row may take, of texts as of its line. */
const MOST_ROW_BYTES = 1024 * 1024;
/** Only what is touched takes real memory. What goes beyond is mapped row by row. */
const OUTPUT_BYTES = 32 * 1024 * 1024;
const MOST_LINES = 64 * 1024;
const LINE_FEED = 0x0a;
const WORD = Uint32Array.BYTES_PER_ELEMENT;
const NAMESPACE = Buffer.from(ROW_NAMESPACE.replaceAll('-', ''), 'hex');

let compiled: WebAssembly.Module | undefined;

/** One for each thread, for one table after the other. */
export class RowWalk {
  readonly #template: Template;
  readonly #memory = new KernelMemory();
  readonly #walk: Walk;
  readonly #input = this.#memory.reserve(MOST_PIECE_BYTES + PADDING);
  readonly #output = this.#memory.reserve(OUTPUT_BYTES);
  readonly #lines = this.#memory.reserve(MOST_LINES * LINE.words * WORD);
  readonly #scratch = this.#memory.reserve(2 * MOST_ROW_BYTES);
  readonly #names = this.#memory.reserve(SCHEDULE_BYTES + MOST_ROW_BYTES + PADDING);
  readonly #result = this.#memory.words(this.#memory.reserve(RESULT.words * WORD), RESULT.words);
  #columns: readonly string[] | undefined;
  #delimiter: Delimiter = ',';
  #canWrite = false;
  #inputBytes = 0;
  /** Of the piece, what was taken. */
  #taken = { lines: 0, bytes: 0 };
  #firstRow = 0;

  /** Throws where WebAssembly or its vector instructions are missing. */
  constructor(template: Template) {
    this.#template = template;
    compiled ??= new WebAssembly.Module(Buffer.from(walkBytes, 'base64'));
    // What the compiled source exports.
    this.#walk = new WebAssembly.Instance(compiled, { env: { memory: this.#memory.shared } }).exports as Walk;
    const namespace = this.#names + SCHEDULE_BYTES;
    this.#memory.bytes(namespace, namespace + NAMESPACE.length).set(NAMESPACE);
  }

  /** From now on, rows have these columns. @returns whether it can write any of them */
  turnTo(columns: readonly string[], delimiter: Delimiter): boolean {
    if (this.#columns === columns && this.#delimiter === delimiter) return this.#canWrite;
    this.#columns = columns;
    this.#delimiter = delimiter;
    // What was written for the table before is of no more use.
    const memory = new KernelMemory(this.#memory.shared, this.#memory.end);
    const program = templateProgram(memory, this.#template, columns);
    this.#canWrite = program !== undefined;
    if (program === undefined) return false;
    const { root, leftOut, mostFixed, mostForEach } = program;
    const cells = memory.reserve(columns.length * 2 * WORD);
    const notes = memory.write(new Uint8Array(NOTES * 2 * WORD));
    this.#walk.setUp(
      ...[cells, columns.length, delimiter.charCodeAt(0), leftOut, root, mostFixed, mostForEach],
      ...[this.#lines, this.#lines + MOST_LINES * LINE.words * WORD, this.#output, this.#output + OUTPUT_BYTES],
      ...[this.#scratch, this.#scratch + 2 * MOST_ROW_BYTES, notes, this.#names, this.#result.byteOffset],
    );
    return true;
  }

  /** Forgets what was written before. @param bytes of UTF-8 that begin with the record of this row */
  begin(bytes: Uint8Array, firstRow: number): void {
    this.#result.fill(0);
    this.#taken = { lines: 0, bytes: 0 };
    this.#firstRow = firstRow;
    this.#inputBytes = bytes.length <= MOST_PIECE_BYTES ? bytes.length : 0;
    const [from, to] = [this.#input, this.#input + this.#inputBytes];
    this.#memory.bytes(from, to).set(bytes.subarray(0, this.#inputBytes));
    this.#memory.bytes(to, to + PADDING).fill(LINE_FEED);
  }

  /** Walks from the record at `at` on, as far as it can. @returns where it stopped, and the number of the row there */
  walk(at: number, row: number): { at: number; row: number } {
    if (at >= this.#inputBytes) return { at, row };
    const stopped = this.#walk.walk(this.#input + at, this.#input + this.#inputBytes, row - this.#firstRow);
    return { at: stopped - this.#input, row: this.#firstRow + (this.#result[RESULT.row] ?? 0) };
  }

  /** What was written since the last call. It lies in the memory of the walk until the next piece begins; undefined for nothing. */
  take(): WalkedLines | undefined {
    const { lines, bytes } = this.#taken;
    const [allLines = 0, allBytes = 0] = this.#result;
    if (allLines === lines) return undefined;
    this.#taken = { lines: allLines, bytes: allBytes };
    const records = this.#memory.bytes(this.#input, this.#input + this.#inputBytes);
    return new WalkedLines(
      this.#memory.bytes(this.#output + bytes, this.#output + allBytes),
      bytes,
      this.#memory.words(this.#lines + lines * LINE.words * WORD, (allLines - lines) * LINE.words),
      { bytes: records, at: this.#input, row: this.#firstRow, delimiter: this.#delimiter },
    );
  }
}
