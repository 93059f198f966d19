/**
 * @file The faults of lines that the host has explained before. What it says of a line depends on the notes about it, with
 * the bytes that they are about, and on which keys its objects have; a line that is the same in all this is counted here.
 */

import { hash, isSame } from './keys';
import { NOTE_BYTES, PLACE_SEEN, WATCHED_BYTES } from './layout';
import { known, notes, watched, watchedEnd } from './state';

/** A search table of addresses; then the remembered lines; then the line at hand. */
const SLOTS: u32 = 1 << 13;
const SLOT_MASK: u32 = SLOTS - 1;
const MOST_REMEMBERED: u32 = SLOTS >> 1;
const LINES: usize = <usize>SLOTS << 2;
const LINES_BYTES: usize = 1 << 20;
const OWN: usize = LINES + LINES_BYTES;
/** A line with longer faults is explained each time. */
const MOST_BYTES: usize = 2048;
/** The bytes that the host must provide, zeroed. The last ones are for reading beyond the end. */
export const KNOWN_BYTES: usize = OWN + MOST_BYTES + 64;

// A remembered line: its hash, its length in bytes, the pattern of its findings, whether one is an error; then itself.
@inline const HASH: usize = 0;
@inline const BYTES: usize = 4;
@inline const PATTERN: usize = 8;
@inline const HAS_ERROR: usize = 12;
@inline const CONTENT: usize = 16;

let remembered: u32 = 0;
let filled: usize = 0;
/** Of the line at hand; no bytes where it is too long. */
let ownBytes: usize = 0;
let ownHash: u32 = 0;
/** The remembered line that was found last. */
let last: usize = 0;

export function patternOfKnown(line: usize): u32 {
  return load<u32>(line, PATTERN);
}

export function hasKnownError(line: usize): bool {
  return load<u32>(line, HAS_ERROR) != 0;
}

/** The remembered line that has the same faults; 0 if there is none. */
export function knownLine(noted: u32): usize {
  // Mostly those of the line before; without notes there is nothing to write down for that.
  if (noted == 0 && last != 0 && hasKeysOfLast()) return last;
  ownBytes = compose(noted);
  if (ownBytes == 0) return 0;
  if (last != 0 && load<u32>(last, BYTES) == <u32>ownBytes && isSame(last + CONTENT, known + OWN, ownBytes)) return last;
  ownHash = hash(known + OWN, ownBytes);
  last = <usize>load<u32>(known + (<usize>slotOf() << 2));
  return last;
}

/** Whether the line at hand has the same keys as the one that was found last, and that one has no notes either. */
@inline function hasKeysOfLast(): bool {
  let at = last + CONTENT;
  for (let place = watched; place < watchedEnd; place += WATCHED_BYTES) {
    if (load<u32>(at) != keysOf(place)) return false;
    at += 4;
  }
  return at == last + CONTENT + <usize>load<u32>(last, BYTES);
}

/** Which of the keys on which findings depend the last object of a watched place had. */
@inline function keysOf(place: usize): u32 {
  return load<u32>(load<u32>(place), PLACE_SEEN) & load<u32>(place, 4);
}

/** The slot of the line at hand, or the free one where it belongs. */
function slotOf(): u32 {
  let slot = ownHash & SLOT_MASK;
  while (true) {
    const line = <usize>load<u32>(known + (<usize>slot << 2));
    if (line == 0) return slot;
    const isOwn =
      load<u32>(line, HASH) == ownHash &&
      load<u32>(line, BYTES) == <u32>ownBytes &&
      isSame(line + CONTENT, known + OWN, ownBytes);
    if (isOwn) return slot;
    slot = (slot + 1) & SLOT_MASK;
  }
}

/** Remembers the line at which the walk stopped as faulty, while there is room. */
export function learn(pattern: u32, hasError: bool): void {
  if (ownBytes == 0 || remembered == MOST_REMEMBERED || filled + CONTENT + ownBytes > LINES_BYTES) return;
  const line = known + LINES + filled;
  store<u32>(line, ownHash, HASH);
  store<u32>(line, <u32>ownBytes, BYTES);
  store<u32>(line, pattern, PATTERN);
  store<u32>(line, hasError ? 1 : 0, HAS_ERROR);
  memory.copy(line + CONTENT, known + OWN, ownBytes);
  store<u32>(known + (<usize>slotOf() << 2), <u32>line);
  filled += CONTENT + ownBytes;
  remembered++;
}

/** Forgets all lines. */
export function forget(): void {
  memory.fill(known, 0, LINES);
  remembered = 0;
  filled = 0;
  last = 0;
}

/** Writes down all on which the findings of the line at hand depend; returns its length, 0 where that is too much. */
function compose(noted: u32): usize {
  const start = known + OWN;
  const limit = start + MOST_BYTES;
  let to = start;
  for (let place = watched; place < watchedEnd; place += WATCHED_BYTES) {
    store<u32>(to, keysOf(place));
    to += 4;
  }
  const end = notes + <usize>noted * NOTE_BYTES;
  for (let note = notes; note < end; note += NOTE_BYTES) {
    const from = <usize>load<u32>(note, 4);
    const bytes = <usize>load<u32>(note, 8) - from;
    const padded = (bytes + 7) & ~7;
    if (to + 8 + padded > limit) return 0;
    store<u32>(to, load<u32>(note));
    store<u32>(to, <u32>bytes, 4);
    to += 8;
    // Zeros behind the bytes, so that only they are compared.
    if (padded != 0) store<u64>(to + padded - 8, 0);
    memory.copy(to, from, bytes);
    to += padded;
  }
  return to - start;
}
