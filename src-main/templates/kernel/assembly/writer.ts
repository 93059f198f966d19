/**
 * @file What the template makes of the cells of a record, as value-writer.ts, entity-writer.ts, additional-fields.ts and
 * row-mapper.ts have it. Each function returns the end of what it wrote, which is `to` where there is no value; 0 where the
 * host must write the row, or say what is wrong with it.
 */

import { scratchFilled, setScratchFilled } from './cells';
import { Empty, Kind, Letters, Node, NONE, Others, Sign, Source, Test } from './layout';
import { cells, notes } from './state';
import { areSame, copy, isBlank, setText, signOfNumber, textAt, textEnd, trim, writeText } from './texts';
import { nameAt, writeUuid } from './uuids';
import { hasLostDigits, writeDate, writeGivenUuid, writeNumber } from './values';

const HASH: u8 = 0x23;
const EQUALS: u8 = 0x3d;

/** Takes the cell in hand. A column that the table lacks is empty. */
@inline function take(place: u32): void {
  if (place == NONE) setText(0, 0);
  else {
    const cell = cells + (<usize>place << 3);
    setText(load<u32>(cell), load<u32>(cell, 4));
  }
}

/** Whether one of the texts is that in hand. Returns the entry, of so many bytes; 0 where there is none. */
@inline function entryOf(table: usize, count: u32, entryBytes: usize): usize {
  const bytes = textEnd - textAt;
  for (let at = table, end = table + <usize>count * entryBytes; at < end; at += entryBytes) {
    if (<usize>load<u32>(at, 4) == bytes && areSame(load<u32>(at), textAt, bytes)) return at;
  }
  return 0;
}

/** Whether the text in hand has one of the forms, in which # stands for a digit. */
function hasForm(table: usize, count: u32): bool {
  const bytes = textEnd - textAt;
  for (let left = count, entry = table; left > 0; left--, entry += 8) {
    if (<usize>load<u32>(entry, 4) != bytes) continue;
    const form = <usize>load<u32>(entry);
    let at: usize = 0;
    while (at < bytes) {
      const byte = load<u8>(textAt + at);
      if (load<u8>(form + at) != (byte - 0x30 < 10 ? HASH : byte)) break;
      at++;
    }
    if (at == bytes) return true;
  }
  return false;
}

export function holds(condition: usize): bool {
  take(load<u32>(condition, 4));
  switch (load<u32>(condition)) {
    case Test.Filled:
      return !isBlank(textAt, textEnd);
    case Test.Empty:
      return isBlank(textAt, textEnd);
    case Test.OfForm:
      trim();
      return hasForm(condition + 12, load<u32>(condition, 8));
    case Test.Negative:
      return signOfNumber() < 0;
    case Test.Positive:
      return signOfNumber() > 0;
    default: {
      trim();
      const isAmong = entryOf(condition + 12, load<u32>(condition, 8), 8) != 0;
      return isAmong == (load<u32>(condition) == Test.OneOf);
    }
  }
}

export function write(node: usize, to: usize): usize {
  switch (load<u32>(node)) {
    case Node.Constant: {
      const bytes = load<u32>(node, 8);
      copy(to, load<u32>(node, 4), bytes);
      return to + bytes;
    }
    case Node.Object:
      return writeObject(node, to);
    case Node.Entity:
      return writeEntity(node, to);
    case Node.Alternatives: {
      let one = node + 8;
      for (let left = load<u32>(node, 4); left > 0; left--) {
        const when = load<u32>(one);
        if (when == NONE || holds(when)) return write(load<u32>(one, 4), to);
        one += 8;
      }
      return to;
    }
    case Node.Value:
      return writeValue(node, to);
    case Node.Uuid:
      return writeUuidOfCells(node, to);
    case Node.OtherColumn: {
      take(load<u32>(node, 4));
      return isBlank(textAt, textEnd) ? to : writeText(textAt, textEnd, to);
    }
    default: {
      const end = write(load<u32>(node, 8), to);
      const note = notes + (<usize>load<u32>(node, 4) << 3);
      store<u32>(note, <u32>to);
      store<u32>(note, <u32>end, 4);
      return end;
    }
  }
}

/** An object that is written as soon as one of its fields has a value. */
function writeObject(node: usize, to: usize): usize {
  let end = to;
  let field = node + 8;
  for (let left = load<u32>(node, 4); left > 0; left--, field += 12) {
    store<u8>(end, end == to ? 0x7b : 0x2c);
    const value = writeKey(field, end + 1);
    const valueEnd = write(load<u32>(field, 8), value);
    if (valueEnd == 0) return 0;
    if (valueEnd != value) end = valueEnd;
  }
  if (end == to) return to;
  store<u8>(end, 0x7d);
  return end + 1;
}

@inline function writeKey(field: usize, to: usize): usize {
  const bytes = load<u32>(field, 4);
  copy(to, load<u32>(field), bytes);
  return to + bytes;
}

// An entity: condition of known ones, known form, type, then three texts with their bytes: before the type, where there is
// none, behind it; whether all details are constant, their count.
@inline const ENTITY_KNOWN_WHEN: usize = 4;
@inline const ENTITY_KNOWN: usize = 8;
@inline const ENTITY_TYPE: usize = 12;
@inline const ENTITY_OPEN: usize = 16;
@inline const ENTITY_NO_TYPE: usize = 24;
@inline const ENTITY_BEHIND_TYPE: usize = 32;
@inline const ENTITY_IS_CONSTANT: usize = 40;
@inline const ENTITY_COUNT: usize = 44;
@inline const ENTITY_DETAILS: usize = 48;

// A detail: key, its bytes, value, whether it is constant, and the cells of a UUID: count, or NONE, and places.
@inline const DETAIL_BYTES: usize = 24;
@inline const DETAIL_VALUE: usize = 8;
@inline const DETAIL_IS_CONSTANT: usize = 12;
@inline const DETAIL_KEYS: usize = 16;
@inline const DETAIL_PLACES: usize = 20;

function writeEntity(node: usize, to: usize): usize {
  const knownWhen = load<u32>(node, ENTITY_KNOWN_WHEN);
  const known = load<u32>(node, ENTITY_KNOWN);
  if (knownWhen != NONE) {
    if (!holds(knownWhen)) return writeUnknown(node, to);
    const end = known == NONE ? to : write(known, to);
    return end == to ? 0 : end;
  }
  const end = known == NONE ? to : write(known, to);
  return end == to ? writeUnknown(node, to) : end;
}

function writeUnknown(node: usize, to: usize): usize {
  let end = writeKey(node + ENTITY_OPEN, to);
  const type = load<u32>(node, ENTITY_TYPE);
  const typeEnd = type == NONE ? end : write(type, end);
  if (typeEnd == 0) return 0;
  end = writeKey(node + ENTITY_BEHIND_TYPE, typeEnd == end ? writeKey(node + ENTITY_NO_TYPE, end) : typeEnd);
  const inner = end;
  let isPresent = load<u32>(node, ENTITY_IS_CONSTANT) != 0;
  let isKeyMissing = false;
  let detail = node + ENTITY_DETAILS;
  for (let left = load<u32>(node, ENTITY_COUNT); left > 0; left--, detail += DETAIL_BYTES) {
    const isOfKeys = load<u32>(detail, DETAIL_KEYS) != NONE;
    if (isOfKeys && !hasKey(detail)) {
      isKeyMissing = true;
      continue;
    }
    if (end != inner) store<u8>(end, 0x2c);
    const value = writeKey(detail, end == inner ? end : end + 1);
    const valueEnd = write(load<u32>(detail, DETAIL_VALUE), value);
    if (valueEnd == 0) return 0;
    if (isOfKeys || (load<u32>(detail, DETAIL_IS_CONSTANT) == 0 && valueEnd != value)) isPresent = true;
    if (valueEnd != value) end = valueEnd;
  }
  if (!isPresent || end == inner) return isPresent && isKeyMissing ? 0 : to;
  if (isKeyMissing) return 0;
  store<u16>(end, 0x7d7d);
  return end + 2;
}

/** Whether any of the cells is filled of which the UUID is made. */
function hasKey(detail: usize): bool {
  const places = <usize>load<u32>(detail, DETAIL_PLACES);
  for (let at: u32 = 0; at < load<u32>(detail, DETAIL_KEYS); at++) {
    take(load<u32>(places + (<usize>at << 2)));
    if (!isBlank(textAt, textEnd)) return true;
  }
  return false;
}

// A value: source (a cell: place; cells: count, places, separator, bytes; a part: place, number, separator, bytes; an IBAN: place), kind,
// recoding (count or NONE, entries: text, bytes, JSON, bytes), what happens to other texts and without any, letters.
@inline const VALUE_SOURCE: usize = 4;
@inline const VALUE_PLACE: usize = 8;
@inline const VALUE_NUMBER: usize = 12;
@inline const VALUE_SEPARATOR: usize = 16;
@inline const VALUE_SEPARATOR_BYTES: usize = 20;
@inline const VALUE_KIND: usize = 24;
@inline const VALUE_RECODINGS: usize = 28;
@inline const VALUE_ENTRIES: usize = 32;
@inline const VALUE_OTHERS: usize = 36;
@inline const VALUE_EMPTY: usize = 40;
@inline const VALUE_LETTERS: usize = 44;
/** What the kind needs: a number its marks, its sign and the condition of negative ones; a date its formats; a boolean its words. */
@inline const VALUE_DETAIL: usize = 48;
@inline const VALUE_THOUSANDS: usize = 52;
@inline const VALUE_WORDS: usize = 52;
@inline const VALUE_SIGN: usize = 56;
@inline const VALUE_NEGATIVE: usize = 60;

function writeValue(node: usize, to: usize): usize {
  const source = load<u32>(node, VALUE_SOURCE);
  if (source == Source.Cell) take(load<u32>(node, VALUE_PLACE));
  else if (source == Source.Cells) takeJoined(node);
  else if (source == Source.Part) takePart(node);
  else takeCountryOfIban(load<u32>(node, VALUE_PLACE));
  const kind = load<u32>(node, VALUE_KIND);
  if (kind != Kind.Text) trim();
  const empty = load<u32>(node, VALUE_EMPTY) == Empty.LeaveOut ? to : 0;
  const recodings = load<u32>(node, VALUE_RECODINGS);
  if (recodings != NONE) {
    const at = textAt;
    const end = textEnd;
    trim();
    const entry = entryOf(load<u32>(node, VALUE_ENTRIES), recodings, 16);
    if (entry != 0) return load<u32>(entry, 12) == 0 ? empty : writeKey(entry + 8, to);
    if (textAt != textEnd && load<u32>(node, VALUE_OTHERS) != Others.Keep)
      return load<u32>(node, VALUE_OTHERS) == Others.LeaveOut ? empty : 0;
    setText(at, end);
  }
  if (isBlank(textAt, textEnd)) return empty;
  if (kind == Kind.Number) {
    const sign = load<u32>(node, VALUE_SIGN);
    let isNegated = false;
    if (sign == Sign.ByColumn) {
      const at = textAt;
      const end = textEnd;
      isNegated = holds(load<u32>(node, VALUE_NEGATIVE));
      setText(at, end);
    }
    const decimal = <u8>load<u32>(node, VALUE_DETAIL);
    return writeNumber(decimal, <u8>load<u32>(node, VALUE_THOUSANDS), sign, isNegated, to);
  }
  const letters = load<u32>(node, VALUE_LETTERS);
  if (letters != Letters.AsWritten && !changeLetters(letters)) return 0;
  if (kind == Kind.Boolean) {
    if (!changeLetters(Letters.Lower)) return 0;
    const entry = entryOf(load<u32>(node, VALUE_WORDS), load<u32>(node, VALUE_DETAIL), 16);
    return entry == 0 ? 0 : writeKey(entry + 8, to);
  }
  if (kind == Kind.DateTime) return writeDate(load<u32>(node, VALUE_DETAIL), to);
  if (kind == Kind.Uuid) return writeGivenUuid(to);
  const first = load<u8>(textAt);
  if (first == HASH || first == EQUALS) return 0;
  if (kind == Kind.Identifier && hasLostDigits(textAt, textEnd)) return 0;
  return writeText(textAt, textEnd, to);
}

/** Takes the cells in hand that are filled, joined. */
function takeJoined(node: usize): void {
  const start = scratchFilled;
  let filled = start;
  const separator = load<u32>(node, VALUE_SEPARATOR);
  const separatorBytes = load<u32>(node, VALUE_SEPARATOR_BYTES);
  const places = <usize>load<u32>(node, VALUE_PLACE);
  for (let at: u32 = 0; at < load<u32>(node, VALUE_NUMBER); at++) {
    take(load<u32>(places + (<usize>at << 2)));
    trim();
    if (textAt == textEnd) continue;
    if (filled != start) {
      copy(filled, separator, separatorBytes);
      filled += separatorBytes;
    }
    copy(filled, textAt, textEnd - textAt);
    filled += textEnd - textAt;
  }
  setScratchFilled(filled);
  setText(start, filled);
}

/** Takes the two letters with which an IBAN begins; another cell as it is. As iban.ts has it. */
function takeCountryOfIban(place: u32): void {
  take(place);
  const at = textAt;
  const end = textEnd;
  trim();
  if (isIban()) setText(textAt, textAt + 2);
  else setText(at, end);
}

function isIban(): bool {
  const bytes = textEnd - textAt;
  if (bytes < 15 || bytes > 42) return false;
  for (let place: usize = 0; place < bytes; place++) {
    const byte = load<u8>(textAt + place);
    const isLetter = byte - 0x41 < 26;
    const isDigit = byte - 0x30 < 10;
    if (place < 2 ? !isLetter : place < 4 ? !isDigit : !isLetter && !isDigit && byte != 0x20) return false;
  }
  return true;
}

/** Takes a part of the cell in hand: 1 is the first one, -1 the last one; nothing where there is no such part. */
function takePart(node: usize): void {
  take(load<u32>(node, VALUE_PLACE));
  const separator = <usize>load<u32>(node, VALUE_SEPARATOR);
  const bytes = <usize>load<u32>(node, VALUE_SEPARATOR_BYTES);
  const number = <i32>load<u32>(node, VALUE_NUMBER);
  let wanted = number > 0 ? number - 1 : number;
  if (wanted < 0) {
    let parts: i32 = 1;
    for (let at = nextPart(textAt, separator, bytes); at != 0; at = nextPart(at, separator, bytes)) parts++;
    wanted += parts;
    if (wanted < 0) return setText(textAt, textAt);
  }
  let from = textAt;
  for (; wanted > 0; wanted--) {
    from = nextPart(from, separator, bytes);
    if (from == 0) return setText(textAt, textAt);
  }
  const next = nextPart(from, separator, bytes);
  setText(from, next == 0 ? textEnd : next - bytes);
}

/** Behind the first separator at `from` or later; 0 where there is none. */
function nextPart(from: usize, separator: usize, bytes: usize): usize {
  for (let at = from; at + bytes <= textEnd; at++) if (areSame(at, separator, bytes)) return at + bytes;
  return 0;
}

/** Only letters that everyone changes alike. */
function changeLetters(letters: u32): bool {
  const start = scratchFilled;
  let to = start;
  for (let at = textAt; at < textEnd; at++) {
    const byte = load<u8>(at);
    if (byte >= 0x80) return false;
    const isLower = byte - 0x61 < 26;
    const isUpper = byte - 0x41 < 26;
    const isOther = letters == Letters.Upper ? isLower : isUpper;
    store<u8>(to++, isOther ? byte ^ 0x20 : byte);
  }
  setScratchFilled(to);
  setText(start, to);
  return true;
}

/** A UUID of cells: count, places, what happens without any. */
function writeUuidOfCells(node: usize, to: usize): usize {
  const count = load<u32>(node, 4);
  const places = <usize>load<u32>(node, 8);
  let isEmpty = true;
  let end = nameAt();
  for (let at: u32 = 0; at < count; at++) {
    take(load<u32>(places + (<usize>at << 2)));
    trim();
    if (textAt != textEnd) {
      isEmpty = false;
      const first = load<u8>(textAt);
      if (count == 1 && (first == HASH || first == EQUALS)) return 0;
      if (hasLostDigits(textAt, textEnd)) return 0;
    }
    store<u8>(end, at == 0 ? 0x5b : 0x2c);
    end = writeText(textAt, textEnd, end + 1);
  }
  if (isEmpty) return load<u32>(node, 12) == Empty.LeaveOut ? to : 0;
  store<u8>(end, 0x5d);
  return writeUuid(end + 1, to);
}
