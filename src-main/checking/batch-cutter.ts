/**
 * @file Cuts a file into the byte ranges that become batches: each as large as the limit allows, each ending at a
 * line end, each with its SHA-256. Hashes as the file streams by, since nothing is read twice.
 */

import { createHash } from 'node:crypto';
import { AppError } from '../../src-preload/errors.ts';
import type { Block } from './line-reader.ts';

/** One batch to be: the bytes [start, end) of the file. */
export interface CheckedRange {
  start: number;
  end: number;
  lines: number;
  sha256: string;
}

const sha256 = () => createHash('sha256');

export class BatchCutter {
  readonly #maxBatchBytes: number;
  /** Where the file fits into one batch, the hash of the whole serves it too. */
  readonly #isOneBatch: boolean;
  readonly #ranges: CheckedRange[] = [];
  #whole = sha256();
  /** File offset of the next byte to come. */
  #position = 0;
  #lines = 0;

  #rangeStart = 0;
  #rangeLines = 0;
  /** Hash of the range so far, up to the start of the open line. */
  #range = sha256();

  /** The line whose end is still to come may yet go into this range or open the next one: both hashes are kept. */
  #lineStart = 0;
  #rangeWithLine = sha256();
  #lineAlone = sha256();

  constructor(fileBytes: number, maxBatchBytes: number) {
    this.#maxBatchBytes = maxBatchBytes;
    this.#isOneBatch = fileBytes <= maxBatchBytes;
  }

  /** Takes the next block. Throws AppError `file.line-over-limit` for a line that is larger than a whole batch. */
  add({ bytes, carried, lineEnds }: Block): void {
    const fresh = bytes.subarray(carried);
    this.#whole.update(fresh);
    this.#lines += lineEnds.length;
    if (this.#isOneBatch) this.#rangeLines += lineEnds.length;
    else this.#cut(fresh, lineEnds, carried);
    this.#position += fresh.length;
  }

  /** The ranges and the SHA-256 of the whole, once every block has been added. */
  finish(): { sha256: string; ranges: CheckedRange[] } {
    const whole = this.#whole.digest('hex');
    if (this.#position > this.#rangeStart) {
      this.#closeRange(this.#position, this.#isOneBatch ? whole : this.#range.digest('hex'));
    }
    return { sha256: whole, ranges: this.#ranges };
  }

  #cut(fresh: Uint8Array, lineEnds: readonly number[], carried: number): void {
    const position = this.#position;
    const linesBefore = this.#lines - lineEnds.length;
    /** What of `fresh` is in the hash of the range already. */
    let hashed = 0;
    for (const [index, lineEnd] of lineEnds.entries()) {
      const end = position + lineEnd - carried;
      const lineBytes = end - this.#lineStart;
      const beganEarlier = this.#lineStart < position;
      if (lineBytes > this.#maxBatchBytes) {
        const line = linesBefore + index + 1;
        throw new AppError('file.line-over-limit', { line, bytes: lineBytes, limit: this.#maxBatchBytes });
      }
      if (end - this.#rangeStart > this.#maxBatchBytes) {
        const start = beganEarlier ? 0 : this.#lineStart - position;
        this.#range.update(fresh.subarray(hashed, start));
        this.#closeRange(this.#lineStart, this.#range.digest('hex'));
        this.#range = beganEarlier ? this.#lineAlone : sha256();
        hashed = start;
      } else if (beganEarlier) {
        this.#range = this.#rangeWithLine;
      }
      this.#lineStart = end;
      this.#rangeLines++;
    }
    if (this.#lineStart >= position) {
      const start = this.#lineStart - position;
      this.#range.update(fresh.subarray(hashed, start));
      this.#rangeWithLine = this.#range.copy();
      this.#lineAlone = sha256();
      hashed = start;
    }
    this.#rangeWithLine.update(fresh.subarray(hashed));
    this.#lineAlone.update(fresh.subarray(hashed));
  }

  #closeRange(end: number, digest: string): void {
    this.#ranges.push({ start: this.#rangeStart, end, lines: this.#rangeLines, sha256: digest });
    this.#rangeStart = end;
    this.#rangeLines = 0;
  }
}
