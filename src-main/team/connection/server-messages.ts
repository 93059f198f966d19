/**
 * @file The messages of a PostgreSQL server, whole ones out of the pieces in which they arrive, and whether each has the shape
 * that the protocol gives it. The library that reads them afterwards believes every length in them. Pure.
 */

import { Buffer } from 'node:buffer';

/** The type, and the length, which counts itself. */
const HEADER_BYTES = 5;
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

export interface ServerMessage {
  /** The letter by which the protocol names it. */
  type: string;
  bytes: Buffer;
}

/** Puts messages together. What has arrived of one takes no more memory than twice its length. */
export class MessageAssembly {
  readonly #permit: (type: string, length: number) => void;
  /** The beginning of a message. */
  #held = Buffer.allocUnsafe(HEADER_BYTES);
  #filled = 0;
  /** How long that message is; its head until that is known. */
  #wanted = HEADER_BYTES;

  /** @param permit throws where a message of this type and length, with its type, must not come */
  constructor(permit: (type: string, length: number) => void) {
    this.#permit = permit;
  }

  /** The messages that these bytes complete. */
  *add(bytes: Buffer): Generator<ServerMessage> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === 0 && bytes.length - at >= HEADER_BYTES) {
        this.#wanted = this.#lengthAt(bytes, at);
        const whole = bytes.subarray(at, at + this.#wanted);
        if (whole.length === this.#wanted) {
          at += this.#wanted;
          this.#wanted = HEADER_BYTES;
          yield { type: typeAt(whole), bytes: whole };
          continue;
        }
      }
      at += this.#hold(bytes.subarray(at, at + this.#wanted - this.#filled));
      if (this.#filled === HEADER_BYTES && this.#wanted === HEADER_BYTES) this.#wanted = this.#lengthAt(this.#held);
      if (this.#filled === this.#wanted) yield this.#whole();
    }
  }

  #lengthAt(bytes: Buffer, at = 0): number {
    // Without a sign: what was meant as less than nothing is far too much.
    const length = TYPE_BYTES + bytes.readUInt32BE(at + TYPE_BYTES);
    this.#permit(typeAt(bytes, at), length);
    return length;
  }

  #hold(part: Buffer): number {
    const filled = this.#filled + part.length;
    if (filled > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#wanted, Math.max(filled, 2 * this.#held.length)));
      this.#held.copy(larger, 0, 0, this.#filled);
      this.#held = larger;
    }
    part.copy(this.#held, this.#filled);
    this.#filled = filled;
    return part.length;
  }

  #whole(): ServerMessage {
    const bytes = this.#held;
    this.#held = Buffer.allocUnsafe(HEADER_BYTES);
    this.#filled = 0;
    this.#wanted = HEADER_BYTES;
    return { type: typeAt(bytes), bytes };
  }
}

function typeAt(bytes: Buffer, at = 0): string {
  return String.fromCharCode(bytes[at] ?? 0);
}

/** @throws RangeError where a message ends before what it announces */
export class MessageReader {
  readonly #bytes: Buffer;
  #at = HEADER_BYTES;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#moved(1));
  }

  count(): number {
    return this.#bytes.readUInt16BE(this.#moved(2));
  }

  number(): number {
    return this.#bytes.readInt32BE(this.#moved(LENGTH_BYTES));
  }

  /** Up to its zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('A text does not end.');
    return this.#bytes.toString('utf8', this.#moved(end + 1 - this.#at), end);
  }

  rest(): string {
    return this.#bytes.toString('utf8', this.#moved(this.#bytes.length - this.#at));
  }

  skip(bytes: number): void {
    if (bytes < 0) throw new RangeError('A length is less than nothing.');
    this.#moved(bytes);
  }

  skipText(): void {
    this.skip(this.#bytes.indexOf(0, this.#at) + 1 - this.#at);
  }

  #moved(by: number): number {
    const from = this.#at;
    if (from + by > this.#bytes.length) throw new RangeError('The message ends too early.');
    this.#at += by;
    return from;
  }
}

const NULL = -1;
/** Of a column, besides its name. */
const COLUMN_BYTES = 18;

/** What each kind of message consists of, each after sign-in. What is not listed is nothing that a desk asks for. */
const shapes: Readonly<Record<string, (read: MessageReader) => void>> = {
  '1': () => {},
  '2': () => {},
  '3': () => {},
  n: () => {},
  I: () => {},
  Z: (read) => read.skip(1),
  K: (read) => read.skip(8),
  C: (read) => read.skipText(),
  S: (read) => {
    read.skipText();
    read.skipText();
  },
  E: skipFields,
  N: skipFields,
  T: (read) => {
    for (let left = read.count(); left > 0; left -= 1) {
      read.skipText();
      read.skip(COLUMN_BYTES);
    }
  },
  D: (read) => {
    for (let left = read.count(); left > 0; left -= 1) {
      const length = read.number();
      if (length !== NULL) read.skip(length);
    }
  },
};

function skipFields(read: MessageReader): void {
  while (read.byte() !== 0) read.skipText();
}

/** Whether a desk can make use of a message of this type after sign-in. */
export function isAskedFor(type: string): boolean {
  return Object.hasOwn(shapes, type);
}

/** Whether the message consists of what it has to, and of nothing else. */
export function isWellFormed({ type, bytes }: ServerMessage): boolean {
  const read = new MessageReader(bytes);
  try {
    shapes[type]?.(read);
    return read.isAtEnd;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** Of a row, or of what describes the rows. */
export function columnsOf({ bytes }: ServerMessage): number {
  return new MessageReader(bytes).count();
}
