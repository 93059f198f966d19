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

/** Puts messages together. A message takes no more memory than twice what has arrived of it. */
export class MessageAssembly {
  readonly #permit: (type: string, length: number) => void;
  #arrived = Buffer.alloc(HEADER_BYTES);
  #filled = 0;
  #wanted = HEADER_BYTES;

  /** @param permit throws where a message of this type and length, with its type, must not come */
  constructor(permit: (type: string, length: number) => void) {
    this.#permit = permit;
  }

  /** The messages that these bytes complete. */
  *add(bytes: Buffer): Generator<ServerMessage> {
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, this.#wanted - this.#filled);
      rest = rest.subarray(part.length);
      this.#fill(part);
      if (this.#filled === HEADER_BYTES && this.#wanted === HEADER_BYTES) this.#readHeader();
      if (this.#filled === this.#wanted) yield this.#whole();
    }
  }

  #fill(part: Buffer): void {
    const filled = this.#filled + part.length;
    if (filled > this.#arrived.length) {
      const larger = Buffer.alloc(Math.min(this.#wanted, Math.max(filled, 2 * this.#arrived.length)));
      this.#arrived.copy(larger, 0, 0, this.#filled);
      this.#arrived = larger;
    }
    part.copy(this.#arrived, this.#filled);
    this.#filled = filled;
  }

  #readHeader(): void {
    // Without a sign: what was meant as less than nothing is far too much.
    const length = TYPE_BYTES + this.#arrived.readUInt32BE(TYPE_BYTES);
    this.#permit(typeOf(this.#arrived), length);
    this.#wanted = Math.max(HEADER_BYTES, length);
  }

  #whole(): ServerMessage {
    const bytes = this.#arrived;
    this.#arrived = Buffer.alloc(HEADER_BYTES);
    this.#filled = 0;
    this.#wanted = HEADER_BYTES;
    return { type: typeOf(bytes), bytes };
  }
}

function typeOf(bytes: Buffer): string {
  return String.fromCharCode(bytes[0] ?? 0);
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
