/**
 * @file Which lines share a modification id (§2.6). An open-addressing table in typed arrays: some 40 bytes an id
 * where a Set of strings would take 150, and nothing for the garbage collector to walk through.
 */

/** Lines that are named in full for one line that shares its id. */
const NAMED_LINES = 5;
const WORDS_PER_KEY = 4;
const MOST_FILLED = 0.7;

const HEX = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

export interface SharedId {
  line: number;
  /** The first other lines with this id, at most five. */
  otherLines: readonly number[];
  /** All other lines with this id, also those not among `otherLines`. */
  otherCount: number;
}

/** Lines by modification id. Lines are counted from 1 and stay below 2^32; they may come in any order. */
export class ModificationIds {
  #capacity: number;
  #filled = 0;
  #keys: Uint32Array;
  /** By slot: the line an id was first added with; 0 in a free slot. */
  #firstLine: Uint32Array;
  /** By slot: the group of an id that was added more than once; 0 before that. */
  #group: Uint32Array;
  #groups = 0;
  /** Pairs of group and line, so that read as 64-bit little-endian integers they sort by line. */
  #shared = new Uint32Array(64);
  #sharedCount = 0;
  readonly #key = new Uint32Array(WORDS_PER_KEY);

  constructor(capacity = 1 << 16) {
    this.#capacity = capacity;
    this.#keys = new Uint32Array(capacity * WORDS_PER_KEY);
    this.#firstLine = new Uint32Array(capacity);
    this.#group = new Uint32Array(capacity);
  }

  /** Notes a line's id in any letter case. Returns false, and notes nothing, when it is not a UUID. */
  add(id: string, line: number): boolean {
    const key = this.#key;
    if (!parseUuid(id, key)) return false;
    const slot = this.#slotOf(key, 0);
    const firstLine = this.#firstLine[slot] ?? 0;
    if (firstLine === 0) {
      this.#keys.set(key, slot * WORDS_PER_KEY);
      this.#firstLine[slot] = line;
      this.#filled++;
      if (this.#filled > this.#capacity * MOST_FILLED) this.#grow();
      return true;
    }
    let group = this.#group[slot] ?? 0;
    if (group === 0) {
      group = ++this.#groups;
      this.#group[slot] = group;
      this.#share(group, firstLine);
    }
    this.#share(group, line);
    return true;
  }

  /** Every line that shares its id with another one, ordered by line. */
  *shared(): Generator<SharedId> {
    const pairs = this.#shared.subarray(0, this.#sharedCount * 2);
    new BigUint64Array(pairs.buffer, pairs.byteOffset, this.#sharedCount).sort();

    const sizes = new Uint32Array(this.#groups + 1);
    // One more than is named, since a line does not name itself.
    const leading = new Uint32Array((this.#groups + 1) * (NAMED_LINES + 1));
    for (let at = 0; at < pairs.length; at += 2) {
      const group = pairs[at] ?? 0;
      const size = sizes[group] ?? 0;
      if (size <= NAMED_LINES) leading[group * (NAMED_LINES + 1) + size] = pairs[at + 1] ?? 0;
      sizes[group] = size + 1;
    }
    for (let at = 0; at < pairs.length; at += 2) {
      const group = pairs[at] ?? 0;
      const line = pairs[at + 1] ?? 0;
      const size = sizes[group] ?? 0;
      const start = group * (NAMED_LINES + 1);
      const lines = leading.subarray(start, start + Math.min(size, NAMED_LINES + 1));
      const otherLines = [...lines].filter((other) => other !== line).slice(0, NAMED_LINES);
      yield { line, otherLines, otherCount: size - 1 };
    }
  }

  /** The slot that holds the key at `offset` of `keys`, or the free one where it belongs. */
  #slotOf(keys: Uint32Array, offset: number): number {
    const mask = this.#capacity - 1;
    const table = this.#keys;
    const k0 = keys[offset] ?? 0;
    const k1 = keys[offset + 1] ?? 0;
    const k2 = keys[offset + 2] ?? 0;
    const k3 = keys[offset + 3] ?? 0;
    let slot = mix(k0, k1, k2, k3) & mask;
    while (this.#firstLine[slot] !== 0) {
      const at = slot * WORDS_PER_KEY;
      if (table[at] === k0 && table[at + 1] === k1 && table[at + 2] === k2 && table[at + 3] === k3) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #share(group: number, line: number): void {
    if (this.#sharedCount * 2 === this.#shared.length) {
      const larger = new Uint32Array(this.#shared.length * 2);
      larger.set(this.#shared);
      this.#shared = larger;
    }
    this.#shared[this.#sharedCount * 2] = group;
    this.#shared[this.#sharedCount * 2 + 1] = line;
    this.#sharedCount++;
  }

  #grow(): void {
    const keys = this.#keys;
    const firstLine = this.#firstLine;
    const group = this.#group;
    this.#capacity *= 2;
    this.#keys = new Uint32Array(this.#capacity * WORDS_PER_KEY);
    this.#firstLine = new Uint32Array(this.#capacity);
    this.#group = new Uint32Array(this.#capacity);
    for (let old = 0; old < firstLine.length; old++) {
      if (firstLine[old] === 0) continue;
      const at = old * WORDS_PER_KEY;
      const slot = this.#slotOf(keys, at);
      for (let word = 0; word < WORDS_PER_KEY; word++) this.#keys[slot * WORDS_PER_KEY + word] = keys[at + word] ?? 0;
      this.#firstLine[slot] = firstLine[old] ?? 0;
      this.#group[slot] = group[old] ?? 0;
    }
  }
}

/** Spreads ids that were counted up, or made from the time, evenly over the table. */
function mix(k0: number, k1: number, k2: number, k3: number): number {
  let hash = Math.imul(k0 ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ k1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ k2, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16) ^ k3, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

/** Writes the 128 bits of a UUID into `key`; false when the text is none (8-4-4-4-12 hexadecimal digits). */
function parseUuid(text: string, key: Uint32Array): boolean {
  if (text.length !== 36) return false;
  let word = 0;
  let digits = 0;
  for (let at = 0; at < 36; at++) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 0x2d) return false;
      continue;
    }
    const value = code < 128 ? (HEX[code] ?? -1) : -1;
    if (value < 0) return false;
    word = (word << 4) | value;
    digits++;
    if (digits % 8 === 0) key[digits / 8 - 1] = word;
  }
  return true;
}
