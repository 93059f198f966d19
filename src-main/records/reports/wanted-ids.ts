/**
 * @file The identifiers that a report asks for, as hashes: a million of them in 16 MB. A hit must be compared with the
 * identifier itself.
 */

const FEWEST = 1024;

export class WantedIds {
  #slots = new Uint32Array(2 * FEWEST);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  add(id: string): void {
    if (this.#count * 2 >= this.#slots.length / 2) this.#grow();
    if (insert(this.#slots, ...hashOf(id))) this.#count += 1;
  }

  /** False is certain. */
  mayHave(id: string): boolean {
    const [high, low] = hashOf(id);
    const slots = this.#slots;
    for (let at = slotOf(slots, high); ; at = nextSlot(slots, at)) {
      if (slots[at] === 0 && slots[at + 1] === 0) return false;
      if (slots[at] === high && slots[at + 1] === low) return true;
    }
  }

  #grow(): void {
    const grown = new Uint32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const [high = 0, low = 0] = [this.#slots[at], this.#slots[at + 1]];
      if (high !== 0 || low !== 0) insert(grown, high, low);
    }
    this.#slots = grown;
  }
}

function insert(slots: Uint32Array, high: number, low: number): boolean {
  for (let at = slotOf(slots, high); ; at = nextSlot(slots, at)) {
    if (slots[at] === high && slots[at + 1] === low) return false;
    if (slots[at] !== 0 || slots[at + 1] !== 0) continue;
    slots[at] = high;
    slots[at + 1] = low;
    return true;
  }
}

/** Two halves of a slot; the number of slots is a power of two. */
function slotOf(slots: Uint32Array, high: number): number {
  return (high & (slots.length / 2 - 1)) * 2;
}

function nextSlot(slots: Uint32Array, at: number): number {
  return (at + 2) & (slots.length - 1);
}

/** 64 bits: FNV-1a with two offsets, stirred. Never both 0, which is an empty slot. */
function hashOf(id: string): [high: number, low: number] {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 15;
  }
  high ^= high >>> 16;
  return [high >>> 0, (low | 1) >>> 0];
}
