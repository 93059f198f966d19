/**
 * @file Collects the ids of a check for its index and puts them in order: by their first byte as they come, and within such
 * a part at the end. Enciphered ids are spread evenly, so that each is near its place at once. An id takes 12 bytes.
 */

import { FAULTY, WORDS_PER_ID } from '../modification-id-list.ts';
import { type IdKey, KeyedIds } from './keyed-ids.ts';
import { WORDS_PER_RECORD } from './layout.ts';

const PARTS = 256;
const LINE = 4;

export class IdIndexBuilder {
  readonly #keyed: KeyedIds;
  readonly #parts = Array.from({ length: PARTS }, () => new Part());

  constructor(key: IdKey) {
    this.#keyed = new KeyedIds(key);
  }

  /** Adds ids that are laid out as in a ModificationIdList, with lines of the whole file. */
  add(ids: Uint32Array): void {
    if (ids.length === 0) return;
    const enciphered = this.#keyed.encipher(ids);
    for (let at = 0, from = 0; at < ids.length; at += WORDS_PER_ID, from += 2) {
      const first = enciphered[from] ?? 0;
      this.#parts[first >>> 24]?.add(first, enciphered[from + 1] ?? 0, (ids[at + LINE] ?? 0) & ~FAULTY);
    }
  }

  get ids(): number {
    return this.#parts.reduce((sum, { count }) => sum + count, 0);
  }

  /** The records in order, a part at a time. Gives up the ids: none can be added afterwards. */
  *sorted(): Generator<Uint32Array<ArrayBuffer>> {
    for (const part of this.#parts) {
      const records = part.takeSorted();
      yield records;
      // Frees the memory at once instead of waiting for the garbage collector.
      records.buffer.transfer(0);
    }
  }
}

/** The records whose first byte is the same. */
class Part {
  #words = new Uint32Array(0);
  #filled = 0;

  get count(): number {
    return this.#filled / WORDS_PER_RECORD;
  }

  add(first: number, second: number, line: number): void {
    if (this.#filled === this.#words.length) this.#grow();
    this.#words[this.#filled] = first;
    this.#words[this.#filled + 1] = second;
    this.#words[this.#filled + 2] = line;
    this.#filled += WORDS_PER_RECORD;
  }

  takeSorted(): Uint32Array<ArrayBuffer> {
    const sorted = nearlySorted(this.#words.subarray(0, this.#filled));
    this.#words.buffer.transfer(0);
    this.#words = new Uint32Array(0);
    this.#filled = 0;
    insertInOrder(sorted);
    return sorted;
  }

  #grow(): void {
    // By half: what is left empty of 256 parts is memory that the check cannot use.
    const records = Math.max(16, Math.ceil(this.count * 1.5));
    const larger = new Uint32Array(records * WORDS_PER_RECORD);
    larger.set(this.#words);
    this.#words.buffer.transfer(0);
    this.#words = larger;
  }
}

/** The records by as many of the bits after the first byte as there are records: about one to a place. */
function nearlySorted(records: Uint32Array): Uint32Array<ArrayBuffer> {
  const count = records.length / WORDS_PER_RECORD;
  const bits = Math.min(24, Math.ceil(Math.log2(count + 1)));
  const placeOf = (first: number) => ((first << 8) >>> 8) >>> (24 - bits);
  const starts = new Uint32Array(2 ** bits + 1);
  for (let at = 0; at < records.length; at += WORDS_PER_RECORD) {
    const next = placeOf(records[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let place = 1; place < starts.length; place++) starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const placed = new Uint32Array(records.length);
  for (let at = 0; at < records.length; at += WORDS_PER_RECORD) {
    const place = placeOf(records[at] ?? 0);
    const to = (starts[place] ?? 0) * WORDS_PER_RECORD;
    starts[place] = (starts[place] ?? 0) + 1;
    placed[to] = records[at] ?? 0;
    placed[to + 1] = records[at + 1] ?? 0;
    placed[to + 2] = records[at + 2] ?? 0;
  }
  return placed;
}

/** Moves each record back past the greater ones. Equal ids stay as they are, however many lines share one. */
function insertInOrder(records: Uint32Array): void {
  for (let at = WORDS_PER_RECORD; at < records.length; at += WORDS_PER_RECORD) {
    const first = records[at] ?? 0;
    const second = records[at + 1] ?? 0;
    const line = records[at + 2] ?? 0;
    let to = at;
    while (to > 0 && isGreater(records, to - WORDS_PER_RECORD, first, second)) {
      records.copyWithin(to, to - WORDS_PER_RECORD, to);
      to -= WORDS_PER_RECORD;
    }
    if (to === at) continue;
    records[to] = first;
    records[to + 1] = second;
    records[to + 2] = line;
  }
}

function isGreater(records: Uint32Array, at: number, first: number, second: number): boolean {
  const own = records[at] ?? 0;
  return own > first || (own === first && (records[at + 1] ?? 0) > second);
}
