/** @file A set of line numbers as a growing bit field: one bit a line. */

export class LineSet {
  #bits = new Uint8Array(1 << 16);

  add(line: number): void {
    const index = Math.floor(line / 8);
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (line % 8));
  }

  has(line: number): boolean {
    return ((this.#bits[Math.floor(line / 8)] ?? 0) & (1 << (line % 8))) !== 0;
  }
}
