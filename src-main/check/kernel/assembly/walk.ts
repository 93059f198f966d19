/**
 * @file The walk through the lines of a chunk: decides each line by its bytes, in one pass, without learning. It accepts a
 * line only if the judge would have no complaint about it; every other line is for the judge.
 */

import { addKey, beginLine, closeKeys, decodedKey, decodedLimit, hash, isSame, KEYS_BYTES, keepDecoded, lastStamp, openKeys } from './keys';
import { hasKnownError, KNOWN_BYTES, knownLine, patternOfKnown } from './known';
import {
  AMOUNT_BYTES,
  DECIMALS_OF_SUMS,
  ENTRY_BIT,
  ENTRY_BYTES,
  ENTRY_DETAIL,
  ENTRY_IS_REQUIRED,
  ENTRY_KEY,
  ENTRY_KEY_BYTES,
  ENTRY_KIND,
  ENTRY_NEXT,
  FAULTY,
  ID_BYTES,
  Kind,
  LIST_ENTRY_BYTES,
  LIST_TEXTS,
  MOST_NOTES,
  NOTE_BYTES,
  PLACE_COMBINATIONS,
  PLACE_ENTRIES, PLACE_FIRST,
  PLACE_IS_OPEN,
  PLACE_MARK,
  PLACE_MARKING_KEYS,
  PLACE_REQUIRED,
  PLACE_SEEN,
  PLACE_SLOT_MASK,
  PLACE_SLOTS,
  RESULT_ACCEPTED,
  RESULT_AMOUNT_AT,
  RESULT_AMOUNTS,
  RESULT_CURRENCY,
  RESULT_DAYS,
  RESULT_IDS,
  RESULT_KNOWN,
  RESULT_KNOWN_VALID,
  RESULT_LINE,
  RESULT_NEXT,
  RESULT_NOTES,
  RESULT_ROWS,
  RESULT_STOP,
  RESULT_SUMMED,
  RESULT_SUMS,
  ROW_BYTES,
  Stop,
  SUM_BYTES,
} from './layout';
import { allowedMarks, amounts, amountsEnd, dayBits, days, ids, idsEnd, isUtf8, needsEncoding, notes, result, root, rows, rowsEnd, setEncoding, sums, touchedSums } from './state';
import { BACKSLASH, decode, decodedEnd, endOfPlain, endOfText, QUOTE } from './text';
import {
  amountDecimals,
  amountDigits,
  currencyAt,
  day,
  endOfAmount,
  endOfCountry,
  endOfDateTime,
  endOfNumber,
  endOfUuid,
  isAmountLong,
} from './values';

export { forget, learn } from './known';
export { setUp, setUpOutput } from './state';

const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const OPEN_LIST: u8 = 0x5b;
const CLOSE_LIST: u8 = 0x5d;
const OPEN_OBJECT: u8 = 0x7b;
const CLOSE_OBJECT: u8 = 0x7d;
const NEWLINE: u8 = 0x0a;

/** Deeper values are for the judge, which does not recurse. */
const MOST_LEVELS: u32 = 100;
/** Longer keys are always looked up. */
const MOST_GUESSED_BYTES: usize = 32;
/** As MAX_LINE_BYTES of the judge. */
const MOST_LINE_BYTES: usize = 16 * 1024 * 1024;

/** What the line has so far. */
let hasId: bool = false;
let currency: u32 = 0;
let amountAt: usize = 0;
let amountEnd: usize = 0;
let hasDay: bool = false;
let level: u32 = 0;
/** The marks of the places that the line has. */
let marks: u32 = 0;
/** Whether the line has a fault that the host can explain, and how many notes there are about it. */
let isFaulty: bool = false;
let noted: u32 = 0;

export function keysBytes(): usize {
  return KEYS_BYTES;
}

export function knownBytes(): usize {
  return KNOWN_BYTES;
}

export function hashOf(at: usize, bytes: usize): u32 {
  return hash(at, bytes);
}

/**
 * Walks from the line at `start` on; the byte at `limit` must be a line feed. Returns the position of the line at which
 * it stopped, or `limit`; why is in the result.
 */
export function walk(start: usize, limit: usize, isKnownUtf8: bool): usize {
  setEncoding(isKnownUtf8);
  let line = load<u32>(result, RESULT_LINE);
  let accepted = load<u32>(result, RESULT_ACCEPTED);
  let at = start;
  let stop: Stop = Stop.Done;
  let idAt = ids + <usize>load<u32>(result, RESULT_IDS) * ID_BYTES;
  let rowAt = rows + <usize>load<u32>(result, RESULT_ROWS) * ROW_BYTES;
  while (at < limit) {
    const longAt = amounts + <usize>load<u32>(result, RESULT_AMOUNTS) * AMOUNT_BYTES;
    if (idAt >= idsEnd || longAt >= amountsEnd || rowAt >= rowsEnd) {
      stop = Stop.Full;
      break;
    }
    const next = endOfLine(at, idAt);
    if (next == 0) {
      stop = needsEncoding && !isUtf8 ? Stop.Encoding : Stop.Judge;
      break;
    }
    line++;
    let mark: u32 = 0;
    if (isFaulty) {
      const known = knownLine(noted);
      if (known == 0) {
        line--;
        stop = Stop.Faulty;
        tellFaulty(next);
        break;
      }
      if (hasKnownError(known)) mark = FAULTY;
      rowAt = addKnown(line, known, rowAt);
    } else accepted++;
    if (hasId) {
      store<u32>(idAt, line | mark, 16);
      idAt += ID_BYTES;
    }
    addFigures(longAt);
    at = next;
  }
  store<u32>(result, <u32>((idAt - ids) / ID_BYTES), RESULT_IDS);
  store<u32>(result, <u32>((rowAt - rows) / ROW_BYTES), RESULT_ROWS);
  store<u32>(result, line, RESULT_LINE);
  store<u32>(result, accepted, RESULT_ACCEPTED);
  store<u32>(result, stop, RESULT_STOP);
  return at < limit ? at : limit;
}

/** Counts a line with the faults of a known one; returns where the next row goes. */
function addKnown(line: u32, known: usize, rowAt: usize): usize {
  store<u32>(result, load<u32>(result, RESULT_KNOWN) + 1, RESULT_KNOWN);
  if (!hasKnownError(known)) store<u32>(result, load<u32>(result, RESULT_KNOWN_VALID) + 1, RESULT_KNOWN_VALID);
  const pattern = patternOfKnown(known);
  if (pattern == 0) return rowAt;
  store<u32>(rowAt, line);
  store<u32>(rowAt, pattern, 4);
  return rowAt + ROW_BYTES;
}

function tellFaulty(next: usize): void {
  store<u32>(result, <u32>next, RESULT_NEXT);
  store<u32>(result, noted, RESULT_NOTES);
  store<u32>(result, <u32>amountAt, RESULT_AMOUNT_AT);
  store<u32>(result, currency, RESULT_CURRENCY);
}

/** Counts the faulty line at which the walk stopped, with what is right in it. */
export function keepFaulty(hasError: bool): void {
  const line = load<u32>(result, RESULT_LINE) + 1;
  store<u32>(result, line, RESULT_LINE);
  if (hasId) {
    const count = load<u32>(result, RESULT_IDS);
    store<u32>(ids + <usize>count * ID_BYTES, hasError ? line | FAULTY : line, 16);
    store<u32>(result, count + 1, RESULT_IDS);
  }
  addFigures(amounts + <usize>load<u32>(result, RESULT_AMOUNTS) * AMOUNT_BYTES);
}

@inline function addFigures(longAt: usize): void {
  if (hasDay) addDay();
  if (currency != 0 && amountAt != 0) {
    store<u32>(result, load<u32>(result, RESULT_SUMMED) + 1, RESULT_SUMMED);
    if (amountEnd != 0) addLong(longAt);
    else addSum();
  }
}

/** The position after the line's newline if it was walked to its end, else 0. */
@inline function endOfLine(start: usize, idAt: usize): usize {
  hasId = false;
  hasDay = false;
  currency = 0;
  amountAt = 0;
  level = 0;
  marks = 0;
  isFaulty = false;
  noted = 0;
  pendingId = idAt;
  beginLine();
  let at = afterBlanks(start);
  if (load<u8>(at) != OPEN_OBJECT) return 0;
  at = endOfPlace(root, at + 1);
  if (at == 0) return 0;
  if (((allowedMarks >> marks) & 1) == 0) isFaulty = true;
  at = afterBlanks(at);
  return load<u8>(at) == NEWLINE && at - start <= MOST_LINE_BYTES ? at + 1 : 0;
}

let pendingId: usize = 0;
let pendingDigits: u64 = 0;
let pendingDecimals: u32 = 0;
let pendingDay: u32 = 0;

function addDay(): void {
  const bits = dayBits + (pendingDay >> 3);
  const before = load<u8>(bits);
  const bit = <u8>((<u32>1) << (pendingDay & 7));
  if ((before & bit) != 0) return;
  store<u8>(bits, before | bit);
  const count = load<u32>(result, RESULT_DAYS);
  store<u32>(days + (<usize>count << 2), pendingDay);
  store<u32>(result, count + 1, RESULT_DAYS);
}

/** Set in the upper word of a sum that has been noted. */
const NOTED: u64 = 1 << 63;

@inline function addSum(): void {
  const index = currency * DECIMALS_OF_SUMS + pendingDecimals;
  const sum = sums + <usize>index * SUM_BYTES;
  const low = load<u64>(sum);
  const high = load<u64>(sum, 8);
  const added = low + pendingDigits;
  store<u64>(sum, added);
  if (high == 0) note(index);
  if (high == 0 || added < low) store<u64>(sum, (high | NOTED) + (added < low ? 1 : 0), 8);
}

function note(index: u32): void {
  const count = load<u32>(result, RESULT_SUMS);
  store<u32>(touchedSums + (<usize>count << 2), index);
  store<u32>(result, count + 1, RESULT_SUMS);
}

function addLong(to: usize): void {
  store<u32>(to, currency);
  store<u32>(to, <u32>amountAt, 4);
  store<u32>(to, <u32>amountEnd, 8);
  store<u32>(result, load<u32>(result, RESULT_AMOUNTS) + 1, RESULT_AMOUNTS);
}

@inline function afterBlanks(at: usize): usize {
  if (load<u8>(at) > 0x20) return at;
  return afterMoreBlanks(at);
}

function afterMoreBlanks(at: usize): usize {
  let byte = load<u8>(at);
  while (byte == 0x20 || byte == 0x09 || byte == 0x0d) byte = load<u8>(++at);
  return at;
}

/** Where the key at `start` is, decoded if it has escapes, and where it ends in the line. */
let keyAt: usize = 0;
let keyBytes: usize = 0;

/** The position after the closing quote of the key whose first character is at `start`. */
@inline function endOfKey(start: usize): usize {
  const end = endOfPlain(start);
  if (load<u8>(end) == QUOTE) {
    keyAt = start;
    keyBytes = end - start;
    return end + 1;
  }
  return endOfEscapedKey(start);
}

function endOfEscapedKey(start: usize): usize {
  const to = decodedKey();
  const after = decode(start, to, decodedLimit());
  if (after == 0) return 0;
  keyAt = to;
  keyBytes = decodedEnd - to;
  keepDecoded(decodedEnd);
  return after;
}

/** After the colon and the blanks around it; 0 if there is none. */
@inline function afterColon(at: usize): usize {
  at = afterBlanks(at);
  return load<u8>(at) == COLON ? afterBlanks(at + 1) : 0;
}

/** The entry of the current key in a place; 0 if the place does not describe it. */
@inline function entryOf(place: usize, hashed: u32): usize {
  const slots = <usize>load<u32>(place, PLACE_SLOTS);
  const mask = load<u32>(place, PLACE_SLOT_MASK);
  let slot = hashed & mask;
  while (true) {
    const number = <usize>load<u16>(slots + (<usize>slot << 1));
    if (number == 0) return 0;
    const entry = <usize>load<u32>(place, PLACE_ENTRIES) + (number - 1) * ENTRY_BYTES;
    if (load<u32>(entry, ENTRY_KEY_BYTES) == <u32>keyBytes && isSame(load<u32>(entry, ENTRY_KEY), keyAt, keyBytes)) return entry;
    slot = (slot + 1) & mask;
  }
}

/** The position after the key that begins at `start`, if it is that of the entry; else 0. */
@inline function endOfKeyIfOf(entry: usize, start: usize): usize {
  const bytes = <usize>load<u32>(entry, ENTRY_KEY_BYTES);
  if (load<u8>(start + bytes) != QUOTE || !isSame(load<u32>(entry, ENTRY_KEY), start, bytes)) return 0;
  keyAt = start;
  keyBytes = bytes;
  return start + bytes + 1;
}

/** An object that the tables describe; `start` is after its brace. */
function endOfPlace(place: usize, start: usize): usize {
  const isOpen = load<u32>(place, PLACE_IS_OPEN) != 0;
  const firstKey = isOpen ? openKeys() : 0;
  const stamp = isOpen ? lastStamp() : 0;
  let seen: u32 = 0;
  let required: u32 = 0;
  // Keys mostly come in the order of the line before, so that one comparison finds them.
  let guess = place + PLACE_FIRST;
  let at = afterBlanks(start);
  if (load<u8>(at) != CLOSE_OBJECT) {
    while (true) {
      if (load<u8>(at) != QUOTE) return 0;
      const start = at + 1;
      let entry = <usize>load<u32>(guess);
      let hashed: u32 = 0;
      at = entry == 0 ? 0 : endOfKeyIfOf(entry, start);
      if (at == 0) {
        at = endOfKey(start);
        if (at == 0) return 0;
        hashed = hash(keyAt, keyBytes);
        entry = entryOf(place, hashed);
        // A longer key could be compared with bytes beyond the block.
        store<u32>(guess, keyBytes <= MOST_GUESSED_BYTES ? <u32>entry : 0);
      } else if (isOpen) hashed = hash(keyAt, keyBytes);
      if (entry != 0) guess = entry + ENTRY_NEXT;
      if (isOpen && !addKey(firstKey, stamp, keyAt, keyBytes, hashed)) return 0;
      const keyEnd = at;
      at = afterColon(at);
      if (at == 0) return 0;
      if (entry != 0) {
        const bit = load<u32>(entry, ENTRY_BIT);
        if ((seen & bit) != 0) return 0;
        seen |= bit;
        required += load<u32>(entry, ENTRY_IS_REQUIRED);
        const valueAt = at;
        at = endOfDescribed(entry, at);
        if (at == 0) at = endOfFaulty(entry, valueAt);
      } else {
        at = endOfValue(at);
        if (!isOpen && !noteFault(place, start - 1, keyEnd)) return 0;
      }
      if (at == 0) return 0;
      at = afterBlanks(at);
      const byte = load<u8>(at);
      if (byte != COMMA) {
        if (byte != CLOSE_OBJECT) return 0;
        break;
      }
      at = afterBlanks(at + 1);
    }
  }
  store<u32>(place, seen, PLACE_SEEN);
  if (required != load<u32>(place, PLACE_REQUIRED)) isFaulty = true;
  const combinations = <usize>load<u32>(place, PLACE_COMBINATIONS);
  if (combinations != 0 && (load<u8>(combinations + (seen >> 3)) & (1 << (seen & 7))) == 0) isFaulty = true;
  if ((seen & load<u32>(place, PLACE_MARKING_KEYS)) != 0) marks |= load<u32>(place, PLACE_MARK);
  if (isOpen) closeKeys(firstKey);
  return at + 1;
}

/** Notes a fault of the line; false if there is no room. */
function noteFault(about: usize, start: usize, end: usize): bool {
  if (noted == MOST_NOTES) return false;
  const to = notes + <usize>noted * NOTE_BYTES;
  store<u32>(to, <u32>about);
  store<u32>(to, <u32>start, 4);
  store<u32>(to, <u32>end, 8);
  noted++;
  isFaulty = true;
  return true;
}

/** The value at `at`, which the entry does not allow, if it is JSON at all; else 0. */
function endOfFaulty(entry: usize, at: usize): usize {
  const kind: Kind = load<u32>(entry, ENTRY_KIND);
  // Bytes that may not be UTF-8, and an object that was walked up to something that is no JSON.
  if (needsEncoding) return 0;
  if (load<u8>(at) == OPEN_OBJECT && (kind == Kind.Place || kind == Kind.OpenPlace || kind == Kind.OpenObject || kind == Kind.Open)) return 0;
  const end = endOfValue(at);
  if (end == 0 || !noteFault(entry, at, end)) return 0;
  if (kind == Kind.ModificationId) hasId = false;
  else if (kind == Kind.DateTime) hasDay = false;
  else if (kind == Kind.ModificationCurrency) currency = 0;
  else if (kind == Kind.ModificationAmount) amountAt = 0;
  return end;
}

/** The value of a described field, where a value begins at `at`. */
@inline function endOfDescribed(entry: usize, at: usize): usize {
  const kind: Kind = load<u32>(entry, ENTRY_KIND);
  const byte = load<u8>(at);
  if (byte == QUOTE) return endOfDescribedText(kind, entry, at + 1);
  if (byte == OPEN_OBJECT) {
    if (kind == Kind.Place || kind == Kind.OpenPlace) return endOfPlace(load<u32>(entry, ENTRY_DETAIL), at + 1);
    return kind == Kind.OpenObject || kind == Kind.Open ? endOfOpenObject(at + 1) : 0;
  }
  if (kind == Kind.ModificationAmount) return endOfModificationAmount(at);
  if (kind == Kind.Amount) return endOfAmount(at);
  return kind == Kind.Open || kind == Kind.OpenPlace ? endOfValue(at) : 0;
}

@inline function endOfDescribedText(kind: Kind, entry: usize, start: usize): usize {
  switch (kind) {
    case Kind.Uuid:
      return endOfUuid(start, 0);
    case Kind.ModificationId:
      hasId = true;
      return endOfUuid(start, pendingId);
    case Kind.Text:
      return endOfText(start, true);
    case Kind.FilledText:
      return load<u8>(start) == QUOTE ? 0 : endOfText(start, true);
    case Kind.AnyText:
    case Kind.Open:
    case Kind.OpenPlace:
      return endOfText(start, false);
    case Kind.Listed:
      return endOfListed(start, load<u32>(entry, ENTRY_DETAIL));
    case Kind.Country:
      return endOfCountry(start);
    case Kind.Currency:
      return currencyAt(start) != 0 ? start + 4 : 0;
    case Kind.ModificationCurrency:
      currency = currencyAt(start);
      return currency != 0 ? start + 4 : 0;
    case Kind.DateTime: {
      const end = endOfDateTime(start);
      hasDay = true;
      pendingDay = day;
      return end;
    }
    default:
      return 0;
  }
}

@inline function endOfModificationAmount(at: usize): usize {
  const end = endOfAmount(at);
  amountAt = at;
  amountEnd = isAmountLong ? end : 0;
  pendingDigits = amountDigits;
  pendingDecimals = amountDecimals;
  return end;
}

/** One of a few texts. */
function endOfListed(start: usize, list: usize): usize {
  let end = endOfPlain(start);
  let at = start;
  let bytes = end - start;
  if (load<u8>(end) == QUOTE) end++;
  else {
    at = decodedKey();
    end = decode(start, at, decodedLimit());
    if (end == 0) return 0;
    bytes = decodedEnd - at;
  }
  const count = load<u32>(list);
  let text = list + LIST_TEXTS;
  for (let index: u32 = 0; index < count; index++) {
    if (load<u32>(text, 4) == <u32>bytes && isSame(load<u32>(text), at, bytes)) return end;
    text += LIST_ENTRY_BYTES;
  }
  return 0;
}

/** Any JSON value, which begins at `at`. */
function endOfValue(at: usize): usize {
  const byte = load<u8>(at);
  if (byte == QUOTE) return endOfText(at + 1, false);
  if (byte == OPEN_OBJECT) return endOfOpenObject(at + 1);
  if (byte == OPEN_LIST) return endOfList(at + 1);
  if (byte == 0x74) return load<u32>(at) == 0x65757274 ? at + 4 : 0;
  if (byte == 0x66) return load<u32>(at + 1) == 0x65736c61 ? at + 5 : 0;
  if (byte == 0x6e) return load<u32>(at) == 0x6c6c756e ? at + 4 : 0;
  return endOfNumber(at);
}

/** An object whose keys are free; `start` is after its brace. */
function endOfOpenObject(start: usize): usize {
  if (++level > MOST_LEVELS) return 0;
  const firstKey = openKeys();
  const stamp = lastStamp();
  let at = afterBlanks(start);
  if (load<u8>(at) != CLOSE_OBJECT) {
    while (true) {
      if (load<u8>(at) != QUOTE) return 0;
      at = endOfKey(at + 1);
      if (at == 0 || !addKey(firstKey, stamp, keyAt, keyBytes, hash(keyAt, keyBytes))) return 0;
      at = afterColon(at);
      if (at == 0) return 0;
      at = endOfValue(at);
      if (at == 0) return 0;
      at = afterBlanks(at);
      const byte = load<u8>(at);
      if (byte != COMMA) {
        if (byte != CLOSE_OBJECT) return 0;
        break;
      }
      at = afterBlanks(at + 1);
    }
  }
  closeKeys(firstKey);
  level--;
  return at + 1;
}

/** A list of any values; `start` is after its bracket. */
function endOfList(start: usize): usize {
  if (++level > MOST_LEVELS) return 0;
  let at = afterBlanks(start);
  if (load<u8>(at) != CLOSE_LIST) {
    while (true) {
      at = endOfValue(at);
      if (at == 0) return 0;
      at = afterBlanks(at);
      const byte = load<u8>(at);
      if (byte != COMMA) {
        if (byte != CLOSE_LIST) return 0;
        break;
      }
      at = afterBlanks(at + 1);
    }
  }
  level--;
  return at + 1;
}
