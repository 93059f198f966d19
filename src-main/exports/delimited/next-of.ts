/** @file Finds the next one of a few bytes: by the search of the engine, which takes many bytes at once. Pure. */

export class NextOf {
  readonly #wanted: readonly number[];
  #bytes: Uint8Array = new Uint8Array();
  /** Of each byte wanted, the place found last: the length of the bytes where there is none. */
  readonly #found: number[];
  #last = 0;

  constructor(wanted: readonly number[]) {
    this.#wanted = wanted;
    this.#found = wanted.map(() => -1);
  }

  /** From now on, these are looked through. */
  search(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#found.fill(-1);
  }

  /**
   * The place of the first of them at `from` or behind; the length of the bytes where there is none. Continuing from where the
   * last one was is quick; going back is right, but what was found is searched for again.
   */
  next(from: number): number {
    if (from < this.#last) this.#found.fill(-1);
    this.#last = from;
    let first = this.#bytes.length;
    for (let which = 0; which < this.#wanted.length; which++) {
      let at = this.#found[which] ?? -1;
      if (at < from) {
        const next = this.#bytes.indexOf(this.#wanted[which] ?? 0, from);
        at = next === -1 ? this.#bytes.length : next;
        this.#found[which] = at;
      }
      if (at < first) first = at;
    }
    return first;
  }
}
