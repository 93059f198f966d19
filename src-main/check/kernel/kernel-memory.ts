/** @file The memory of a check, which its threads share: laid out from front to back, before the threads start. */
/// <reference path="./web-assembly.d.ts" />

import { Buffer } from 'node:buffer';
import type { CheckMemory } from './check-memory.ts';

/** Everything begins at a multiple of this, which suits every number. */
const ALIGNMENT = 64;
/** Never 0, which stands for nothing. */
const FIRST_ADDRESS = 4096;
const PAGE = 64 * 1024;
/** 1 GiB: only what is touched takes real memory. */
const MOST_PAGES = 16_384;

export class KernelMemory implements CheckMemory {
  readonly shared: WebAssembly.Memory;
  #next: number;

  /** @param from an address in a memory that another thread has laid out up to the end of what is needed here */
  constructor(
    shared = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true }),
    from: number = FIRST_ADDRESS,
  ) {
    this.shared = shared;
    this.#next = from;
  }

  /** The first address after all that was laid out. */
  get end(): number {
    return this.#next;
  }

  /** Gives back all that was laid out behind an address; what is laid out there next is not zeroed. */
  giveBackFrom(address: number): void {
    this.#next = address;
  }

  reserve(bytes: number): number {
    const at = this.#next;
    this.#next = Math.ceil((at + bytes + ALIGNMENT) / ALIGNMENT) * ALIGNMENT;
    const missing = this.#next - this.shared.buffer.byteLength;
    if (missing > 0) this.shared.grow(Math.ceil(missing / PAGE));
    return at;
  }

  write(bytes: Uint8Array): number {
    const at = this.reserve(bytes.length);
    this.bytes(at, at + bytes.length).set(bytes);
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

  bytes(from: number, to: number): Buffer {
    return Buffer.from(this.shared.buffer, from, to - from);
  }

  /** A view of words of four bytes. */
  words(at: number, count: number): Uint32Array {
    return new Uint32Array(this.shared.buffer, at, count);
  }
}

function encoded(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text);
  const characters = [...text].map((character) =>
    character.isWellFormed() ? Buffer.from(character) : half(character),
  );
  return Buffer.concat(characters);
}

function half(character: string): Uint8Array {
  const unit = character.charCodeAt(0);
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
