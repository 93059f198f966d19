/** @file Collects lines of JSON, each with one row, into pieces for other threads. Pure. */

import type { AroundCell } from '../around-rows.ts';
import type { ProblemOfRow } from '../row-problems.ts';
import type { Piece } from '../rows.ts';

const BYTES_OF_PIECE = 512 * 1024;
const ROWS_OF_PIECE = 4000;
const LINE_FEED = 0x0a;

export class LinePieces {
  #bytes = new Uint8Array(BYTES_OF_PIECE);
  #filled = 0;
  #rows = 0;
  #firstRow = 1;
  #ready: Piece[] = [];
  #around: readonly AroundCell[] = [];

  /** The number of the row that comes next. */
  get nextRow(): number {
    return this.#firstRow + this.#rows;
  }

  /** Bytes of a line that has not ended. */
  append(part: Uint8Array): void {
    const needed = this.#filled + part.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#filled));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#filled);
    this.#filled = needed;
  }

  /** Where the next byte of the line will stand; for `replaceFrom` and `dropFrom`. */
  get position(): number {
    return this.#filled;
  }

  /** Writes another byte for each line feed and carriage return from a position on. */
  replaceLineEnds(from: number, byte: number): void {
    for (const end of [LINE_FEED, 0x0d]) {
      const written = this.#bytes.subarray(0, this.#filled);
      for (let at = written.indexOf(end, from); at !== -1; at = written.indexOf(end, at + 1)) written[at] = byte;
    }
  }

  dropFrom(position: number): void {
    this.#filled = position;
  }

  /** Ends the line, which is one row. */
  endLine(): void {
    this.append(LINE_END);
    this.#rows += 1;
    if (this.#filled >= BYTES_OF_PIECE || this.#rows >= ROWS_OF_PIECE) this.#finish();
  }

  /** A row that cannot be read, in place of a line. */
  addFault(problem: ProblemOfRow): void {
    const number = this.nextRow;
    this.#finish();
    this.#ready.push({ kind: 'rows', rows: [], faults: [{ number, message: problem({ row: number }) }] });
    this.#firstRow = number + 1;
  }

  /** What each row from the next one on has besides its own cells. */
  setAround(cells: readonly AroundCell[]): void {
    const isSame = JSON.stringify(cells) === JSON.stringify(this.#around);
    if (isSame) return;
    this.#finish();
    this.#around = cells;
  }

  takeReady(): Piece[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  takeRest(): Piece[] {
    this.#finish();
    return this.takeReady();
  }

  /** What has not ended as a line stays. */
  #finish(): void {
    if (this.#rows === 0) return;
    const firstRow = this.#firstRow;
    const rest = this.#bytes.subarray(0, this.#filled);
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    const bytes = rest.slice(0, end);
    const around = this.#around.length > 0 ? { around: this.#around } : {};
    this.#ready.push({ kind: 'bytes', bytes, firstRow, rows: this.#rows, ...around });
    this.#bytes.copyWithin(0, end, this.#filled);
    this.#filled -= end;
    this.#firstRow += this.#rows;
    this.#rows = 0;
  }
}

const LINE_END = Uint8Array.of(LINE_FEED);
