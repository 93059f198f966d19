/**
 * @file Enciphered ids in memory, each with the numbers of the files that have it. They are spread evenly, so that their own bits are
 * the hash by which they are found. Pure.
 */

/** Of the places, at most so many are taken, so that a look-up ends after a few. */
const MOST_TAKEN = 0.6;
const FIRST_PLACES = 2 ** 12;
/** An id of more files takes a look-up too long. */
export const MOST_FILES_OF_ID = 8;

export class IdTable {
  #places = FIRST_PLACES;
  /** Two words of each id, and the number of its file; 0 where a place is free. */
  #ids = new Uint32Array(2 * FIRST_PLACES);
  #files = new Uint32Array(FIRST_PLACES);
  #size = 0;

  /** How many pairs of an id and a file it has. */
  get size(): number {
    return this.#size;
  }

  /** @param file from 1 on @returns false where so many other files have the id that it was not added */
  add(first: number, second: number, file: number): boolean {
    if (this.#size >= this.#places * MOST_TAKEN) this.#grow();
    let others = 0;
    let place = this.#placeOf(second);
    for (; this.#files[place] !== 0; place = this.#after(place)) {
      if (!this.#isAt(place, first, second)) continue;
      if (this.#files[place] === file) return true;
      others += 1;
      if (others === MOST_FILES_OF_ID) return false;
    }
    this.#put(place, first, second, file);
    this.#size += 1;
    return true;
  }

  /** Calls with each file that has the id. */
  each(first: number, second: number, found: (file: number) => void): void {
    for (let place = this.#placeOf(second); this.#files[place] !== 0; place = this.#after(place))
      if (this.#isAt(place, first, second)) found(this.#files[place] ?? 0);
  }

  /** An index is read in the order of the first words: the second ones lead to places all over the table. */
  #placeOf(second: number): number {
    return second & (this.#places - 1);
  }

  #after(place: number): number {
    return (place + 1) & (this.#places - 1);
  }

  #isAt(place: number, first: number, second: number): boolean {
    return this.#ids[2 * place] === first && this.#ids[2 * place + 1] === second;
  }

  #put(place: number, first: number, second: number, file: number): void {
    this.#ids[2 * place] = first;
    this.#ids[2 * place + 1] = second;
    this.#files[place] = file;
  }

  #grow(): void {
    const [ids, files] = [this.#ids, this.#files];
    this.#places *= 2;
    this.#ids = new Uint32Array(2 * this.#places);
    this.#files = new Uint32Array(this.#places);
    for (const [from, file] of files.entries()) {
      if (file === 0) continue;
      const [first = 0, second = 0] = ids.subarray(2 * from, 2 * from + 2);
      let place = this.#placeOf(second);
      while (this.#files[place] !== 0) place = this.#after(place);
      this.#put(place, first, second, file);
    }
  }
}
