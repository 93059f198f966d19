/**
 * @file The keys of the open objects of a line, to find one that comes twice. A few are compared with each other; beyond
 * that, a table finds them.
 */

import { keys } from './state';

/** Keys of one line. */
const MOST_KEYS: u32 = 1 << 16;
/** Up to here, the keys of one object are compared one by one, four at a time. */
const FEW_KEYS: u32 = 32;
const TABLE_BITS: u32 = 17;
const TABLE_MASK: u32 = (1 << TABLE_BITS) - 1;
/** Longer searches mean keys made to collide. */
const MOST_STEPS: u32 = 64;

/** Hashes, 4 bytes each; then places (start and length), 8 bytes; then the table, 8 bytes a slot: stamp and key. */
const PLACES: usize = MOST_KEYS * 4 + 16;
const TABLE: usize = PLACES + MOST_KEYS * 8;
const DECODED: usize = TABLE + (1 << TABLE_BITS) * 8;
const DECODED_BYTES: usize = 1 << 20;
/** The bytes that the host must provide, zeroed. */
export const KEYS_BYTES: usize = DECODED + DECODED_BYTES;

/** How many keys of the line's open objects are on the stack. */
let top: u32 = 0;
/** How many entries the table has for this line. */
let inTable: u32 = 0;
/** The stamp of the object before the line's first: older entries are free. */
let lineStamp: u32 = 0;
let stamp: u32 = 0;
/** Where the next decoded key may be written. */
let decoded: usize = 0;

/** Forgets the keys of the last line. */
@inline export function beginLine(): void {
  top = 0;
  inTable = 0;
  decoded = keys + DECODED;
  // Stamps would repeat after four thousand million objects.
  if (stamp > 0xf000_0000) clearTable();
  lineStamp = stamp;
}

function clearTable(): void {
  memory.fill(keys + TABLE, 0, (1 << TABLE_BITS) * 8);
  stamp = 0;
}

/** Where a decoded key may be written, up to `decodedLimit`. */
@inline export function decodedKey(): usize {
  return decoded;
}
@inline export function decodedLimit(): usize {
  return keys + DECODED + DECODED_BYTES;
}
/** Keeps a decoded key until the line ends. */
@inline export function keepDecoded(end: usize): void {
  decoded = end;
}

/** Spreads the bytes of a key over 32 bits, the upper ones best. The bytes after it may have any value. */
@inline export function hash(at: usize, bytes: usize): u32 {
  let value: u64 = (<u64>bytes) * 0x9e37_79b9_7f4a_7c15;
  const end = at + bytes;
  while (at + 8 <= end) {
    const product = (value ^ load<u64>(at)) * 0xff51_afd7_ed55_8ccd;
    value = product ^ (product >> 32);
    at += 8;
  }
  const left = end - at;
  const word = left == 0 ? 0 : load<u64>(at) & ((<u64>-1) >> (<u64>(8 - left) << 3));
  // The upper bits of a product depend on all bits of its factors.
  return <u32>(((value ^ word) * 0xc4ce_b9fe_1a85_ec53) >> 32);
}

/** Begins an object; its keys are those from the returned number on. */
@inline export function openKeys(): u32 {
  stamp++;
  return top;
}

/** Ends the object. */
@inline export function closeKeys(first: u32): void {
  top = first;
}

/** Adds a key of the innermost object; false if it came before, or cannot be remembered. */
export function addKey(first: u32, ownStamp: u32, at: usize, bytes: usize, hashed: u32): bool {
  if (top == MOST_KEYS) return false;
  const count = top - first;
  if (count < FEW_KEYS) {
    const wanted = i32x4.splat(hashed);
    const hashes = keys + (<usize>first << 2);
    for (let index: u32 = 0; index < count; index += 4) {
      const found = i32x4.bitmask(i32x4.eq(v128.load(hashes + (<usize>index << 2)), wanted));
      if (found != 0 && isAmong(first, index, count, found, at, bytes)) return false;
    }
  } else {
    if (count == FEW_KEYS) {
      for (let index = first; index < top; index++) if (!intoTable(ownStamp, index)) return false;
    }
  }
  store<u32>(keys + (<usize>top << 2), hashed);
  store<u32>(keys + PLACES + (<usize>top << 3), <u32>at);
  store<u32>(keys + PLACES + (<usize>top << 3), <u32>bytes, 4);
  if (count >= FEW_KEYS && !intoTable(ownStamp, top)) return false;
  top++;
  return true;
}

/** The stamp of the object that was opened last. */
@inline export function lastStamp(): u32 {
  return stamp;
}

function isAmong(first: u32, index: u32, count: u32, found: i32, at: usize, bytes: usize): bool {
  for (let lane: u32 = 0; lane < 4 && index + lane < count; lane++) {
    if (((found >> lane) & 1) != 0 && isSameKey(first + index + lane, at, bytes)) return true;
  }
  return false;
}

@inline function isSameKey(index: u32, at: usize, bytes: usize): bool {
  const place = keys + PLACES + (<usize>index << 3);
  return load<u32>(place, 4) == <u32>bytes && isSame(load<u32>(place), at, bytes);
}

/** Whether two ranges hold the same bytes. */
export function isSame(one: usize, other: usize, bytes: usize): bool {
  let left = bytes;
  while (left >= 8) {
    if (load<u64>(one) != load<u64>(other)) return false;
    one += 8;
    other += 8;
    left -= 8;
  }
  return left == 0 || (load<u64>(one) ^ load<u64>(other)) << ((8 - left) << 3) == 0;
}

/** Puts a key on the stack into the table; false if it is there already, or has no room. */
function intoTable(ownStamp: u32, index: u32): bool {
  if (inTable > TABLE_MASK >> 1) return false;
  const short = load<u32>(keys + (<usize>index << 2));
  const place = keys + PLACES + (<usize>index << 3);
  let slot = (short ^ (ownStamp * 0x9e37_79b1)) >> (32 - TABLE_BITS);
  for (let step: u32 = 0; step < MOST_STEPS; step++) {
    const entry = keys + TABLE + (<usize>slot << 3);
    const owner = load<u32>(entry);
    // Entries of closed objects of this line stay, because others may have been put behind them.
    if (owner <= lineStamp) {
      store<u32>(entry, ownStamp);
      store<u32>(entry, index, 4);
      inTable++;
      return true;
    }
    if (owner == ownStamp) {
      const other = load<u32>(entry, 4);
      if (load<u32>(keys + (<usize>other << 2)) == short && isSameKey(other, load<u32>(place), load<u32>(place, 4))) {
        return false;
      }
    }
    slot = (slot + 1) & TABLE_MASK;
  }
  return false;
}
