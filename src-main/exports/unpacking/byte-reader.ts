/** @file Takes bytes off a source by number. */

import { Buffer } from 'node:buffer';

export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.peek(1)).length === 0;
  }

  /** The next bytes, which stay; fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    while (this.#buffered.length < count && !this.#hasEnded) await this.#fill();
    return this.#buffered.subarray(0, count);
  }

  /** The next bytes, which are gone then; fewer at the end. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0) {
      if (await this.isAtEnd()) return;
      const part = this.#buffered.subarray(0, left);
      this.#buffered = this.#buffered.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done === true) this.#hasEnded = true;
    else
      this.#buffered =
        this.#buffered.length === 0
          ? Buffer.from(value.buffer, value.byteOffset, value.length)
          : Buffer.concat([this.#buffered, value]);
  }
}
