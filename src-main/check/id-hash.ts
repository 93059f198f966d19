/** @file A hash of the 128 bits of a modification id, as a ModificationIdList lays them out. */

/** Spreads the id at `at`, sequential or time-based, evenly over 32 bits: the highest choose the part, the lowest the slot. */
export function hashAt(ids: Uint32Array, at: number, seed: number): number {
  let hash = Math.imul((ids[at] ?? 0) ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ (ids[at + 1] ?? 0), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ (ids[at + 2] ?? 0), 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16) ^ (ids[at + 3] ?? 0), 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
