/**
 * @file The walk through the records of a piece of delimited text: writes the line of each row in one pass, as the template
 * has it. It writes a row only if the host would write the same bytes; every other row is for the host.
 */

import { endOfUuid } from '../../../check/kernel/assembly/values';
import { beginAt, splitRecord } from './cells';
import {
  LINE_AMOUNT,
  LINE_AMOUNT_BYTES,
  LINE_BYTES,
  LINE_COUNTRIES,
  LINE_CURRENCY,
  LINE_DAY,
  LINE_END,
  LINE_HAS_ID,
  LINE_ID,
  LINE_INCOMING,
  LINE_PAYMENT,
  LINE_PAYMENT_BYTES,
  LINE_RECORD,
  LINE_ROW,
  NOTE_AMOUNT,
  NOTE_CREATED_AT,
  NOTE_CURRENCY,
  NOTE_INCOMING,
  NOTE_MODIFICATION,
  NOTE_PAYMENT,
  NOTE_SOURCE_COUNTRY,
  NOTE_TARGET_COUNTRY,
  NOTES_BYTES,
} from './layout';
import { cells, columns, leftOut, lines, linesEnd, mostFixed, mostForEach, notes, output, outputEnd, result, root, scratch, scratchEnd } from './state';
import { isBlank } from './texts';
import { holds, write } from './writer';

export { setUp } from './state';

const END_OF_FILE: u8 = 0x1a;
/** A word for a total has at most so many bytes. */
const MOST_OF_TOTAL: usize = 160;
/** A row with the number of rows has at most so many cells. */
const CELLS_OF_COUNT: u32 = 2;

/**
 * Walks from the record at `start`, which is this row, on; the byte at `limit` must be a line feed. Returns the position of
 * the record at which it stopped, or `limit`. What was made is counted in the result: lines, and bytes of the output.
 */
export function walk(start: usize, limit: usize, firstRow: u32): usize {
  let line = lines + <usize>load<u32>(result) * LINE_BYTES;
  let to = output + <usize>load<u32>(result, 4);
  let at = start;
  let row = firstRow;
  beginAt(at);
  while (at < limit && line < linesEnd) {
    const next = splitRecord(at, limit);
    if (next == 0) break;
    const most = mostFixed + mostForEach * (next - at);
    if (most > (scratchEnd - scratch) >> 1 || to + most > outputEnd || isForHost()) break;
    // Not every row writes every field, where sender and receiver change places.
    memory.fill(notes, 0, NOTES_BYTES);
    const end = write(root, to);
    if (end == 0 || end == to) break;
    store<u8>(end, 0x0a);
    tell(line);
    to = end + 1;
    store<u32>(line, <u32>(to - output), LINE_END);
    store<u32>(line, <u32>at, LINE_RECORD);
    store<u32>(line, row, LINE_ROW);
    line += LINE_BYTES;
    row++;
    at = next;
  }
  store<u32>(result, <u32>((line - lines) / LINE_BYTES));
  store<u32>(result, <u32>(to - output), 4);
  store<u32>(result, row, 8);
  return at;
}

/** The byte order mark, with which only a file begins. */
const FILE_MARK: u32 = 0xbfbbef;

/**
 * Whether the row has no content, is left out, begins another file, or may be a total of others: a word in a row that is
 * nearly empty.
 */
function isForHost(): bool {
  const start = load<u32>(cells);
  if (load<u32>(cells, 4) - start >= 3 && (load<u32>(start) & 0xffffff) == FILE_MARK) return true;
  let filled: u32 = 0;
  let first: usize = 0;
  const end = cells + (<usize>columns << 3);
  for (let cell = cells; cell < end; cell += 8) {
    const at = <usize>load<u32>(cell);
    if (isBlank(at, load<u32>(cell, 4))) continue;
    // What programs of DOS write behind the last line is no content.
    if (load<u8>(at) == END_OF_FILE && load<u32>(cell, 4) == <u32>(at + 1)) return true;
    if (filled++ == 0) first = cell;
  }
  if (filled == 0) return true;
  if ((filled * 2 <= columns || filled <= CELLS_OF_COUNT) && mayBeTotal(load<u32>(first), load<u32>(first, 4), filled)) return true;
  for (let left = load<u32>(leftOut), condition = leftOut + 4; left > 0; left--, condition += 4) {
    if (holds(load<u32>(condition))) return true;
  }
  return false;
}

function mayBeTotal(at: usize, end: usize, filled: u32): bool {
  if (end - at > MOST_OF_TOTAL) return false;
  if (filled <= CELLS_OF_COUNT) return true;
  // No word for a total has a digit.
  for (; at < end; at++) if (load<u8>(at) - 0x30 < 10) return false;
  return true;
}

@inline function noteAt(note: u32): usize {
  return load<u32>(notes + (<usize>note << 3));
}

@inline function bytesOfNote(note: u32): usize {
  return <usize>load<u32>(notes + (<usize>note << 3), 4) - noteAt(note);
}

/** What is needed of a line for splitting it off and adding it up. */
@inline function tell(line: usize): void {
  const id = noteAt(NOTE_MODIFICATION);
  const idBytes = bytesOfNote(NOTE_MODIFICATION);
  if (idBytes == 38 && endOfUuid(id + 1, line + LINE_ID) != 0) store<u32>(line, 1, LINE_HAS_ID);
  else {
    store<u32>(line, idBytes == 0 ? 0 : 2, LINE_HAS_ID);
    store<u32>(line, <u32>(id - output), LINE_ID);
    store<u32>(line, <u32>idBytes, LINE_ID + 4);
  }
  store<u32>(line, currency(), LINE_CURRENCY);
  store<u32>(line, day(), LINE_DAY);
  store<u32>(line, country(NOTE_SOURCE_COUNTRY) | (country(NOTE_TARGET_COUNTRY) << 16), LINE_COUNTRIES);
  store<u32>(line, <u32>(noteAt(NOTE_AMOUNT) - output), LINE_AMOUNT);
  store<u32>(line, <u32>bytesOfNote(NOTE_AMOUNT), LINE_AMOUNT_BYTES);
  store<u32>(line, <u32>(noteAt(NOTE_PAYMENT) - output), LINE_PAYMENT);
  store<u32>(line, <u32>bytesOfNote(NOTE_PAYMENT), LINE_PAYMENT_BYTES);
  store<u32>(line, <u32>bytesOfNote(NOTE_INCOMING), LINE_INCOMING);
}

@inline function isLetter(byte: u8): bool {
  return byte - 0x41 < 26;
}

@inline function currency(): u32 {
  const at = noteAt(NOTE_CURRENCY);
  if (bytesOfNote(NOTE_CURRENCY) != 5) return 0;
  const word = load<u32>(at + 1);
  return isLetter(<u8>word) && isLetter(<u8>(word >> 8)) && isLetter(<u8>(word >> 16)) ? word & 0xffffff : 0;
}

@inline function country(note: u32): u32 {
  const word = load<u16>(noteAt(note) + 1);
  return bytesOfNote(note) == 4 && isLetter(<u8>word) && isLetter(<u8>(word >> 8)) ? word : 0;
}

@inline function digitsAt(at: usize): u32 {
  return <u32>load<u8>(at) * 10 + <u32>load<u8>(at + 1) - 11 * 0x30;
}

@inline function day(): u32 {
  if (bytesOfNote(NOTE_CREATED_AT) == 0) return 0;
  const at = noteAt(NOTE_CREATED_AT) + 1;
  return ((digitsAt(at) * 100 + digitsAt(at + 2)) << 9) | (digitsAt(at + 5) << 5) | digitsAt(at + 8);
}
