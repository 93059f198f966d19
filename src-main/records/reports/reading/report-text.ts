/**
 * @file The text of a report file, piece by piece: unpacked if it is a gzip file, decoded by its byte order mark. Bounded,
 * whatever the file claims to be.
 */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';

const MB = 1000 * 1000;
/** A report of 256 MB that came packed, four times over: a small file can unpack to a thousand times its size. */
export const LARGEST_UNPACKED = 1000 * MB;
const PIECE = 256 * 1024;

/** Why the text ends before the report does. */
export type CutOff = 'broken-gzip' | 'too-large';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export class ReportText {
  readonly #path: string;
  readonly #largest: number;
  isPacked = false;
  cutOff: CutOff | undefined;

  constructor(path: string, largest = LARGEST_UNPACKED) {
    this.#path = path;
    this.#largest = largest;
  }

  /** The text from the beginning; can be read again. @throws what node:fs throws */
  async *pieces(): AsyncGenerator<string> {
    this.cutOff = undefined;
    let decoder: TextDecoder | undefined;
    for await (const bytes of this.#bytes()) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') yield rest;
  }

  /** The beginning of the text, at least so many characters if it has them. */
  async head(characters: number): Promise<string> {
    let head = '';
    for await (const piece of this.pieces()) {
      head += piece;
      if (head.length >= characters) break;
    }
    return head.slice(0, characters);
  }

  async *#bytes(): AsyncGenerator<Buffer> {
    const first = await firstBytes(this.#path);
    this.isPacked = first[0] === 0x1f && first[1] === 0x8b;
    const file = createReadStream(this.#path, { highWaterMark: PIECE });
    const source = this.isPacked ? this.#unpacked(file) : file;
    let bytes = 0;
    try {
      for await (const piece of source) {
        const part: Buffer = piece;
        bytes += part.length;
        if (bytes > this.#largest) {
          this.cutOff = 'too-large';
          return;
        }
        yield part;
      }
    } finally {
      file.destroy();
    }
  }

  /** What could be unpacked counts, also of a file that breaks off. */
  #unpacked(file: Readable): Readable {
    const unpacked = new PassThrough({ highWaterMark: PIECE });
    const gunzip = createGunzip({ chunkSize: PIECE });
    gunzip.on('data', (piece: Buffer) => {
      if (!unpacked.write(piece)) {
        gunzip.pause();
        unpacked.once('drain', () => gunzip.resume());
      }
    });
    gunzip.once('end', () => unpacked.end());
    gunzip.once('error', () => {
      this.cutOff = 'broken-gzip';
      unpacked.end();
    });
    file.once('error', (thrown) => unpacked.destroy(thrown));
    file.pipe(gunzip);
    unpacked.on('close', () => gunzip.destroy());
    return unpacked;
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By the byte order mark; without one, UTF-16 shows in the zeros between the letters. */
function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && first !== 0 && bytes[3] === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && bytes[2] === 0) return 'utf-16be';
  return 'utf-8';
}
