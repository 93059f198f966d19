/** @file The memory that the host and the walk share: how tables and results are laid out. Mirrored by ../layout.ts. */

// A place: an object of a transaction, such as sender.unknown.
/** Whether keys may come that the place does not describe. */
@inline export const PLACE_IS_OPEN: usize = 0;
/** How many of its keys must come. */
@inline export const PLACE_REQUIRED: usize = 4;
/** A bit for each combination of its first eight keys that may come together; 0 where all may. */
@inline export const PLACE_COMBINATIONS: usize = 8;
/** Open addressing over the keys: an entry's number, counted from 1, as 16 bits. */
@inline export const PLACE_SLOTS: usize = 12;
@inline export const PLACE_SLOT_MASK: usize = 16;
@inline export const PLACE_ENTRIES: usize = 20;
/** Which of its keys, if one of them comes, mark the line, and the mark. */
@inline export const PLACE_MARKING_KEYS: usize = 24;
@inline export const PLACE_MARK: usize = 28;
/** The entry of the key that came first in the last object of this place; 0 before. */
@inline export const PLACE_FIRST: usize = 32;
/** The bits of the keys that the last object of this place had. */
@inline export const PLACE_SEEN: usize = 36;

// An entry: one key of a place.
@inline export const ENTRY_BYTES: usize = 28;
@inline export const ENTRY_KEY: usize = 0;
@inline export const ENTRY_KEY_BYTES: usize = 4;
@inline export const ENTRY_KIND: usize = 8;
/** A place, or a list of allowed texts, as the kind demands. */
@inline export const ENTRY_DETAIL: usize = 12;
/** The bit of the key in its object. */
@inline export const ENTRY_BIT: usize = 16;
@inline export const ENTRY_IS_REQUIRED: usize = 20;
/** The entry of the key that came after this one the last time; 0 before. */
@inline export const ENTRY_NEXT: usize = 24;

// The kinds of values.
export enum Kind {
  Place,
  OpenPlace,
  Open,
  OpenObject,
  Uuid,
  ModificationId,
  Text,
  FilledText,
  AnyText,
  Listed,
  Country,
  Currency,
  ModificationCurrency,
  Amount,
  ModificationAmount,
  DateTime,
}

// A list of allowed texts: their number, then start and length of each.
@inline export const LIST_TEXTS: usize = 4;
@inline export const LIST_ENTRY_BYTES: usize = 8;

// What one walk tells the host, and what it collects until the host takes it.
@inline export const RESULT_STOP: usize = 0;
/** The number of the last line that was walked, counted from 1. */
@inline export const RESULT_LINE: usize = 4;
@inline export const RESULT_ACCEPTED: usize = 8;
@inline export const RESULT_IDS: usize = 12;
@inline export const RESULT_SUMS: usize = 16;
@inline export const RESULT_DAYS: usize = 20;
@inline export const RESULT_AMOUNTS: usize = 24;
// Of a faulty line: where the next one begins, its notes, where its amount begins (0 for none), and its currency.
@inline export const RESULT_NEXT: usize = 28;
@inline export const RESULT_NOTES: usize = 32;
@inline export const RESULT_AMOUNT_AT: usize = 36;
@inline export const RESULT_CURRENCY: usize = 40;
// How many rows there are about faulty lines; and of lines with known faults, how many there were, and without an error.
@inline export const RESULT_ROWS: usize = 44;
@inline export const RESULT_KNOWN: usize = 48;
@inline export const RESULT_KNOWN_VALID: usize = 52;
/** How many lines are in a sum, or have an amount that the host must read. */
@inline export const RESULT_SUMMED: usize = 56;

export enum Stop {
  /** The limit is reached. */
  Done,
  /** The line at the returned position is for the judge. */
  Judge,
  /** The line at the returned position has characters outside ASCII, and was not known to be UTF-8. */
  Encoding,
  /** The host must take the results before the walk continues. */
  Full,
  /** The line at the returned position was walked to its end, and has faults: the host explains them from the notes. */
  Faulty,
}

/** One id: its 128 bits, and the number of its line. */
@inline export const ID_BYTES: usize = 20;
/** An amount that the host must read: its currency, and where it begins and ends. */
@inline export const AMOUNT_BYTES: usize = 12;
/** Of one currency and one number of decimals: 128 bits. */
@inline export const SUM_BYTES: usize = 16;
@inline export const DECIMALS_OF_SUMS: u32 = 32;

/** A note: the entry whose value is faulty, or the place of a key that it does not describe; start and end of either. */
@inline export const NOTE_BYTES: usize = 12;
/** A row: the number of a faulty line, and the pattern of its findings. */
@inline export const ROW_BYTES: usize = 8;
/** A place, and the bits of those of its keys on which findings depend. */
@inline export const WATCHED_BYTES: usize = 8;
/** A line with more faults is for the judge. */
@inline export const MOST_NOTES: u32 = 8;
/** In the line of an id: the line has an error. */
@inline export const FAULTY: u32 = 0x8000_0000;
