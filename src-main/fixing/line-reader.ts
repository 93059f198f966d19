/** @file Reads a file line by line, each byte once and in order, without ever holding a line that is too long. */

import { Buffer } from 'node:buffer';
import { NEWLINE } from '../check/line-ends.ts';
import { LINE_END_BYTES, MAX_LINE_BYTES } from '../check/line-limit.ts';
import type { ByteSource } from '../check/source-file.ts';

const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLOCK_BYTES = 1024 * 1024;

export interface SourceLine {
  /** Counted from 1, as the check counts. */
  number: number;
  /** The position of its first byte in the file. */
  offset: number;
  /** Without its end, and valid until the next line is read. Undefined for a line that is too long to be held. */
  text: Buffer | undefined;
  /** All of its bytes, its end included, in pieces: each is valid until the next one. */
  pieces: Iterable<Buffer>;
}

export interface ReaderOptions {
  /** Hears of each byte. */
  onBytes?: (bytes: Buffer) => void;
  maxLineBytes?: number;
  blockBytes?: number;
}

export class LineReader {
  /** The bytes of a byte order mark at the start, which belong to no line; none where there is no mark. */
  readonly mark: Buffer;
  readonly #source: ByteSource;
  readonly #onBytes: (bytes: Buffer) => void;
  readonly #mostHeld: number;
  readonly #maxLineBytes: number;
  #buffer: Buffer;
  /** What has been read and not handed on: [begin, end) of the buffer. */
  #begin = 0;
  #end = 0;
  #position = 0;

  /** Throws AppError `file.*`, as does `lines`. */
  constructor(source: ByteSource, options: ReaderOptions = {}) {
    const { onBytes = () => {}, maxLineBytes = MAX_LINE_BYTES, blockBytes = BLOCK_BYTES } = options;
    this.#source = source;
    this.#onBytes = onBytes;
    this.#maxLineBytes = maxLineBytes;
    this.#mostHeld = maxLineBytes + LINE_END_BYTES;
    this.#buffer = Buffer.allocUnsafe(Math.max(BYTE_ORDER_MARK.length, Math.min(blockBytes, source.bytes)));
    this.#refill();
    const head = this.#buffer.subarray(0, Math.min(BYTE_ORDER_MARK.length, this.#end));
    const hasMark = head.equals(BYTE_ORDER_MARK);
    this.mark = hasMark ? BYTE_ORDER_MARK : Buffer.alloc(0);
    if (hasMark) this.#begin = BYTE_ORDER_MARK.length;
  }

  /** How many bytes have been read. */
  get position(): number {
    return this.#position;
  }

  /** The lines, one after the other: each must be done with before the next is asked for. */
  *lines(): Generator<SourceLine> {
    for (let number = 1; ; number += 1) {
      const bytes = this.#lengthOfLine();
      if (bytes === 0) return;
      const offset = this.#position - (this.#end - this.#begin);
      if (bytes === undefined) {
        const pieces = this.#restOfLine();
        yield { number, offset, text: undefined, pieces };
        // What was not asked for is skipped.
        for (const _ of pieces);
        continue;
      }
      const line = this.#take(bytes);
      const end = endOfText(line);
      yield { number, offset, text: end > this.#maxLineBytes ? undefined : line.subarray(0, end), pieces: [line] };
    }
  }

  /** With its end; 0 at the end of the file, and undefined where the line is too long to be held. */
  #lengthOfLine(): number | undefined {
    for (let searched = 0; ; ) {
      const newline = this.#buffer.subarray(this.#begin + searched, this.#end).indexOf(NEWLINE);
      if (newline !== -1) return searched + newline + 1;
      searched = this.#end - this.#begin;
      if (this.#position === this.#source.bytes) return searched;
      if (searched > this.#mostHeld) return undefined;
      this.#refill();
    }
  }

  *#restOfLine(): Generator<Buffer> {
    for (;;) {
      const newline = this.#buffer.subarray(this.#begin, this.#end).indexOf(NEWLINE);
      yield this.#take(newline === -1 ? this.#end - this.#begin : newline + 1);
      if (newline !== -1 || this.#position === this.#source.bytes) return;
      this.#refill();
    }
  }

  #take(bytes: number): Buffer {
    this.#begin += bytes;
    return this.#buffer.subarray(this.#begin - bytes, this.#begin);
  }

  /** Reads on behind what is held; the buffer grows where a line fills all of it. */
  #refill(): void {
    const held = this.#buffer.subarray(this.#begin, this.#end);
    if (held.length === this.#buffer.length) this.#buffer = Buffer.concat([held], 2 * held.length);
    else held.copy(this.#buffer);
    const bytes = Math.min(this.#buffer.length - held.length, this.#source.bytes - this.#position);
    const read = this.#buffer.subarray(held.length, held.length + bytes);
    this.#source.read(read, this.#position);
    this.#onBytes(read);
    this.#position += bytes;
    this.#begin = 0;
    this.#end = held.length + bytes;
  }
}

function endOfText(line: Buffer): number {
  const end = line.at(-1) === NEWLINE ? line.length - 1 : line.length;
  return line[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}
