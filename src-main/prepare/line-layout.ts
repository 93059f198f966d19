/**
 * @file The lines of a piece as UTF-8, laid out one after the other as they come: as a text, a line would outlive its row,
 * and keeping texts costs more than writing them. Runs on any thread.
 */

import { Buffer } from 'node:buffer';
import type { WalkedLines } from '../templates/kernel/walked-lines.ts';

const NEWLINE = 0x0a;
const FIRST_BYTES = 1024 * 1024;

/** Used by one piece after the other. */
let laidOut = Buffer.allocUnsafeSlow(FIRST_BYTES);

/** The layout of one piece; it is over when another one is made in the same thread. */
export class LineLayout {
  #end = 0;
  /** Of each line, behind its line end. */
  readonly #ends: number[] = [];

  /** @returns the number of the line, from 0 */
  add(line: string): number {
    // A character takes three bytes at most; the line end takes one.
    this.#makeRoom(line.length * 3 + 1);
    this.#end += laidOut.write(line, this.#end);
    laidOut[this.#end] = NEWLINE;
    this.#end += 1;
    return this.#ends.push(this.#end) - 1;
  }

  /** @returns the number of the first of these lines */
  addAll(lines: Pick<WalkedLines, 'bytes' | 'count' | 'endOf'>): number {
    this.#makeRoom(lines.bytes.length);
    laidOut.set(lines.bytes, this.#end);
    const first = this.#ends.length;
    for (let line = 0; line < lines.count; line++) this.#ends.push(this.#end + lines.endOf(line));
    this.#end += lines.bytes.length;
    return first;
  }

  /** All lines so far, as they lie here, and where each ends. They are not to be kept. */
  all(): [bytes: Uint8Array, ends: readonly number[]] {
    return [laidOut.subarray(0, this.#end), this.#ends];
  }

  /** Copies these lines, given in their order, into array buffers of their own, which can go to another thread. */
  taken(lines: readonly number[]): { bytes: Uint8Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer> } {
    if (lines.length === this.#ends.length)
      return { bytes: new Uint8Array(laidOut.subarray(0, this.#end)), ends: Uint32Array.from(this.#ends) };
    const bytes = new Uint8Array(lines.reduce((sum, line) => sum + this.#endOf(line) - this.#endOf(line - 1), 0));
    const ends = new Uint32Array(lines.length);
    let end = 0;
    for (const [at, line] of lines.entries()) {
      const [from, to] = [this.#endOf(line - 1), this.#endOf(line)];
      bytes.set(laidOut.subarray(from, to), end);
      end += to - from;
      ends[at] = end;
    }
    return { bytes, ends };
  }

  #endOf(line: number): number {
    return this.#ends[line] ?? 0;
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= laidOut.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(laidOut.length * 2, this.#end + bytes));
    larger.set(laidOut.subarray(0, this.#end));
    laidOut = larger;
  }
}
