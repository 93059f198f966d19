/**
 * @file Finds where records of delimited text end, as RecordSplitter does, for records as they usually are: each cell in
 * quotes is closed on its line, and a separator or a line end follows. At any other record it stops.
 */

const QUOTE: u8 = 0x22;
const LINE_FEED: u8 = 0x0a;
const CARRIAGE_RETURN: u8 = 0x0d;

/** How many records the last call has gone past. */
let count: u32 = 0;

/** Sixteen bytes that are looked at, and a bit for each quote and line end in them that was not taken yet. */
let base: usize = 0;
let marks: i32 = 0;

export function records(): u32 {
  return count;
}

@inline function marksAt(at: usize): i32 {
  const bytes = v128.load(at);
  const ofLines = v128.or(i8x16.eq(bytes, i8x16.splat(LINE_FEED)), i8x16.eq(bytes, i8x16.splat(CARRIAGE_RETURN)));
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), ofLines));
}

@inline function nextMark(): usize {
  while (marks == 0) {
    base += 16;
    marks = marksAt(base);
  }
  const at = base + ctz(marks);
  marks &= marks - 1;
  return at;
}

/**
 * Goes past whole records, until they have come to so many bytes. Line feeds must stand behind `end`.
 * @param most bytes of a record
 * @returns where the record begins at which it stopped
 */
export function pass(start: usize, end: usize, delimiter: u32, enough: usize, most: usize): usize {
  count = 0;
  base = start;
  marks = marksAt(start);
  let record = start;
  while (record - start < enough) {
    const at = endOfLine(record, end, <u8>delimiter);
    if (at >= end) break;
    let next = at + 1;
    if (load<u8>(at) == CARRIAGE_RETURN) {
      // LF may still come.
      if (next == end) break;
      if (load<u8>(next) == LINE_FEED) {
        nextMark();
        next++;
      }
    }
    if (next - record > most) break;
    record = next;
    count++;
  }
  return record;
}

/** The first line end outside of quotes; `end` where there is none, or the record is another than usual. */
@inline function endOfLine(record: usize, end: usize, delimiter: u8): usize {
  while (true) {
    let at = nextMark();
    if (at >= end || load<u8>(at) != QUOTE) return at;
    // Within a cell without quotes around it, a quote is a character.
    if (at != record && load<u8>(at - 1) != delimiter) continue;
    while (true) {
      at = nextMark();
      if (at + 1 >= end || load<u8>(at) != QUOTE) return end;
      const next = load<u8>(at + 1);
      if (next == QUOTE) {
        nextMark();
        continue;
      }
      if (next != delimiter && next != LINE_FEED && next != CARRIAGE_RETURN) return end;
      break;
    }
  }
}
