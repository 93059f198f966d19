/** @file Lays out bytes one after the other in the memory of the walk. */

import { Buffer } from 'node:buffer';

/** Everything begins at a multiple of this, which suits every number. */
const ALIGNMENT = 16;

export class TableMemory {
  readonly #memory: WebAssembly.Memory;
  /** The hash that the walk itself computes. */
  readonly hashOf: (at: number, bytes: number) => number;
  #next: number;

  /** @param start the first free address; never 0, which stands for nothing */
  constructor(memory: WebAssembly.Memory, start: number, hashOf: (at: number, bytes: number) => number) {
    this.#memory = memory;
    this.#next = start;
    this.hashOf = hashOf;
  }

  /** The first address after all that was laid out. */
  get end(): number {
    return this.#next;
  }

  /** Sets bytes aside, zeroed; returns their address. */
  reserve(bytes: number): number {
    const at = this.#next;
    this.#next = Math.ceil((at + bytes + ALIGNMENT) / ALIGNMENT) * ALIGNMENT;
    const missing = this.#next - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  write(bytes: Uint8Array): number {
    const at = this.reserve(bytes.length);
    new Uint8Array(this.#memory.buffer).set(bytes, at);
    return at;
  }

  writeWords(words: readonly number[]): number {
    return this.write(new Uint8Array(Uint32Array.from(words).buffer));
  }

  /** The text as the walk decodes texts: UTF-8, in which half of a character pair has three bytes. */
  writeText(text: string): { at: number; bytes: number } {
    const bytes = encoded(text);
    return { at: this.write(bytes), bytes: bytes.length };
  }
}

const PAGE = 64 * 1024;

function encoded(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    [...text].map((character) => (character.isWellFormed() ? Buffer.from(character) : half(character))),
  );
}

function half(character: string): Uint8Array {
  const unit = character.charCodeAt(0);
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
