/**
 * @file The cells of a record, as record-cells.ts reads them: what stands between the separators, or in quotes, in which
 * two quotes are one. What is neither is for the host.
 */

import { cells, columns, delimiter, scratch } from './state';

export const QUOTE: u8 = 0x22;
const LINE_FEED: u8 = 0x0a;
const CARRIAGE_RETURN: u8 = 0x0d;

/** Sixteen bytes that are looked at, and a bit for each mark in them that was not taken yet. */
let base: usize = 0;
let marks: i32 = 0;

/** Up to where the texts are filled that are made of cells. */
export let scratchFilled: usize = 0;

export function setScratchFilled(to: usize): void {
  scratchFilled = to;
}

export function beginAt(at: usize): void {
  base = at;
  marks = marksAt(at);
}

@inline function marksAt(at: usize): i32 {
  const bytes = v128.load(at);
  const ofCells = v128.or(i8x16.eq(bytes, i8x16.splat(delimiter)), i8x16.eq(bytes, i8x16.splat(QUOTE)));
  const ofLines = v128.or(i8x16.eq(bytes, i8x16.splat(LINE_FEED)), i8x16.eq(bytes, i8x16.splat(CARRIAGE_RETURN)));
  return i8x16.bitmask(v128.or(ofCells, ofLines));
}

/** The next separator, quote, CR or LF. There is an LF behind the last record. */
@inline function nextMark(): usize {
  while (marks == 0) {
    base += 16;
    marks = marksAt(base);
  }
  const at = base + ctz(marks);
  marks &= marks - 1;
  return at;
}

/** Finds the cells of the record at `start`. Returns where the next one begins; 0 where the host must read this one. */
export function splitRecord(start: usize, limit: usize): usize {
  scratchFilled = scratch;
  let cell = start;
  let to = cells;
  const cellsEnd = cells + (<usize>columns << 3);
  while (true) {
    if (to == cellsEnd) return 0;
    let at: usize;
    if (load<u8>(cell) == QUOTE) {
      at = endOfQuoted(cell, limit, to);
      if (at == 0) return 0;
    } else {
      at = nextMark();
      while (load<u8>(at) == QUOTE) at = nextMark();
      store<u32>(to, <u32>cell);
      store<u32>(to, <u32>at, 4);
    }
    to += 8;
    if (load<u8>(at) != delimiter) {
      if (to != cellsEnd) return 0;
      if (at == limit) return limit;
      const isPair = load<u8>(at) == CARRIAGE_RETURN && at + 1 != limit && load<u8>(at + 1) == LINE_FEED;
      return isPair ? nextMark() + 1 : at + 1;
    }
    cell = at + 1;
  }
}

/** The mark behind the closing quote of the cell whose opening quote is at `open`; 0 where there is none. */
function endOfQuoted(open: usize, limit: usize, to: usize): usize {
  nextMark();
  let hasQuotes = false;
  let close: usize;
  while (true) {
    close = nextMark();
    if (close >= limit) return 0;
    if (load<u8>(close) != QUOTE) continue;
    if (load<u8>(close + 1) != QUOTE) break;
    nextMark();
    hasQuotes = true;
  }
  const at = nextMark();
  if (at != close + 1) return 0;
  if (hasQuotes) {
    store<u32>(to, <u32>scratchFilled);
    for (let from = open + 1; from < close; from++) {
      const byte = load<u8>(from);
      store<u8>(scratchFilled++, byte);
      if (byte == QUOTE) from++;
    }
    store<u32>(to, <u32>scratchFilled, 4);
  } else {
    store<u32>(to, <u32>(open + 1));
    store<u32>(to, <u32>close, 4);
  }
  return at;
}
