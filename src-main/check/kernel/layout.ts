/** @file The memory that the host and the walk share: how tables and results are laid out. Mirrors assembly/layout.ts. */

/** The kinds of values, by the number that the walk knows. */
export const kinds = [
  'place',
  'open-place',
  'open',
  'open-object',
  'uuid',
  'modification-id',
  'text',
  'filled-text',
  'any-text',
  'listed',
  'country',
  'currency',
  'modification-currency',
  'amount',
  'modification-amount',
  'date-time',
] as const;
export type Kind = (typeof kinds)[number];

/** Why the walk stopped, by its number. */
export const stops = ['done', 'judge', 'encoding', 'full', 'faulty'] as const;
export type Stop = (typeof stops)[number];

/** Words of the result, four bytes each. */
export const RESULT = {
  stop: 0,
  line: 1,
  accepted: 2,
  ids: 3,
  sums: 4,
  days: 5,
  amounts: 6,
  next: 7,
  notes: 8,
  amountAt: 9,
  currency: 10,
  rows: 11,
  known: 12,
  knownValid: 13,
  summed: 14,
  words: 16,
};

/** Words of a note: what it is about, and where that begins and ends. */
export const WORDS_PER_NOTE = 3;
export const MOST_NOTES = 8;
/** Where a place keeps the bits of the keys that its last object had. */
export const WORD_OF_SEEN = 9;
export const WORDS_PER_ENTRY = 7;
/** Words of a row: a faulty line, and the pattern of its findings. */
export const WORDS_PER_ROW = 2;

/** Words of an id: its 128 bits, and its line. */
export const WORDS_PER_ID = 5;
/** Words of an amount that the host must read: its currency, where it begins and where it ends. */
export const WORDS_PER_AMOUNT = 3;
export const DECIMALS_OF_SUMS = 32;
export const BYTES_PER_SUM = 16;
/** From year 0 to 9999, in bits; numbers as in day-set.ts. */
export const DAY_BITS_BYTES = (10_000 << 9) / 8;
/** The walk reads up to this many bytes beyond a text. */
export const PADDING = 64;
