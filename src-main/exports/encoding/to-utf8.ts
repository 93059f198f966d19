/**
 * @file Text of any encoding as UTF-8, chunk by chunk. What is no character in its encoding becomes a byte that UTF-8 does
 * not have either, so that the readers of rows find it: TextDecoder would hide it behind a replacement character, or end
 * the whole text there. Pure.
 */

import { Buffer, isAscii } from 'node:buffer';
import { assertNever } from '../../../src-shared/errors.ts';
import type { Encoding } from '../../../src-shared/template-shapes.ts';
import { characterOf, type OneByteEncoding } from './one-byte-tables.ts';

/** A byte that is nowhere in UTF-8. */
const NO_CHARACTER = 0xff;
/** Takes the chunks in their order. What it returns may be the chunk itself. */
export interface Utf8Converter {
  push(chunk: Uint8Array): Uint8Array;
  /** What is left at the end. */
  end(): Uint8Array;
}

/** A converter for the text after a byte order mark. */
export function utf8Converter(encoding: Encoding): Utf8Converter {
  switch (encoding) {
    case 'utf-8':
      return { push: (chunk) => chunk, end: () => new Uint8Array() };
    case 'utf-16le':
      return new Utf16Converter(0);
    case 'utf-16be':
      return new Utf16Converter(1);
    case 'windows-1252':
    case 'iso-8859-15':
    case 'iso-8859-2':
    case 'cp437': {
      const table = tableOf(encoding);
      return { push: (chunk) => fromTable(chunk, table), end: () => new Uint8Array() };
    }
    default:
      return assertNever(encoding);
  }
}

/** UTF-8 for each byte from 0x80 on. */
function tableOf(encoding: OneByteEncoding): readonly Uint8Array[] {
  return Array.from({ length: 128 }, (_, at) => {
    const character = characterOf(0x80 + at, encoding);
    return character === undefined ? Uint8Array.of(NO_CHARACTER) : Buffer.from(character);
  });
}

function fromTable(chunk: Uint8Array, table: readonly Uint8Array[]): Uint8Array {
  if (isAscii(chunk)) return chunk;
  // No character of these encodings needs more than three bytes.
  const utf8 = new Uint8Array(chunk.length * 3);
  let filled = 0;
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (byte < 0x80) {
      utf8[filled++] = byte;
      continue;
    }
    const character = table[byte - 0x80];
    if (character === undefined) continue;
    for (let part = 0; part < character.length; part++) utf8[filled++] = character[part] ?? 0;
  }
  return utf8.subarray(0, filled);
}

class Utf16Converter implements Utf8Converter {
  readonly #high: 0 | 1;
  /** The first byte of a unit of which the second is in the next chunk. */
  #byte: number | undefined;
  /** The first of two units that make one character. */
  #surrogate: number | undefined;

  /** @param order 0: the lower byte of a unit comes first; 1: the higher one does */
  constructor(order: 0 | 1) {
    this.#high = order;
  }

  push(chunk: Uint8Array): Uint8Array {
    const utf8 = new Uint8Array(chunk.length * 2 + 8);
    let filled = 0;
    let at = 0;
    while (at < chunk.length) {
      const first = this.#byte ?? chunk[at++] ?? 0;
      if (at === chunk.length) {
        this.#byte = first;
        break;
      }
      this.#byte = undefined;
      const second = chunk[at++] ?? 0;
      const unit = this.#high === 1 ? (first << 8) | second : (second << 8) | first;
      filled = this.#add(unit, utf8, filled);
    }
    return utf8.subarray(0, filled);
  }

  end(): Uint8Array {
    const isCut = this.#byte !== undefined || this.#surrogate !== undefined;
    return isCut ? Uint8Array.of(NO_CHARACTER) : new Uint8Array();
  }

  /** @returns how much is filled then */
  #add(unit: number, utf8: Uint8Array, filled: number): number {
    let at = filled;
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff;
    if (this.#surrogate !== undefined) {
      const first = this.#surrogate;
      this.#surrogate = undefined;
      if (isSecond) {
        const character = 0x10000 + ((first - 0xd800) << 10) + (unit - 0xdc00);
        utf8[at++] = 0xf0 | (character >> 18);
        utf8[at++] = 0x80 | ((character >> 12) & 0x3f);
        utf8[at++] = 0x80 | ((character >> 6) & 0x3f);
        utf8[at++] = 0x80 | (character & 0x3f);
        return at;
      }
      utf8[at++] = NO_CHARACTER;
    }
    if (unit < 0x80) {
      utf8[at++] = unit;
    } else if (unit < 0x800) {
      utf8[at++] = 0xc0 | (unit >> 6);
      utf8[at++] = 0x80 | (unit & 0x3f);
    } else if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#surrogate = unit;
    } else if (isSecond) {
      utf8[at++] = NO_CHARACTER;
    } else {
      utf8[at++] = 0xe0 | (unit >> 12);
      utf8[at++] = 0x80 | ((unit >> 6) & 0x3f);
      utf8[at++] = 0x80 | (unit & 0x3f);
    }
    return at;
  }
}
