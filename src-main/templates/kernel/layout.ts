/** @file How the template and the results lie in the memory. Mirrors assembly/layout.ts and the offsets of assembly/writer.ts. */

/** For no cell, no condition and no value. */
export const NONE = 0xffff_ffff;

export const NODE = {
  constant: 0,
  object: 1,
  entity: 2,
  alternatives: 3,
  value: 4,
  uuid: 5,
  otherColumn: 6,
  noted: 7,
} as const;
export const SOURCE = { cell: 0, cells: 1, part: 2, countryOfIban: 3 } as const;
export const KIND = { text: 0, code: 1, identifier: 2, uuid: 3, number: 4, 'date-time': 5, boolean: 6 } as const;
export const SIGN = { 'as-written': 0, absolute: 1, reversed: 2, 'by-column': 3 } as const;
export const LETTERS = { 'as-written': 0, upper: 1, lower: 2 } as const;
export const TEST = { filled: 0, empty: 1, 'one-of': 2, 'none-of': 3, 'of-form': 4, negative: 5, positive: 6 } as const;
export const EMPTY = { 'leave-out': 0, refuse: 1 } as const;
export const OTHERS = { keep: 0, 'leave-out': 1, refuse: 2 } as const;
export const DATE_PART = { end: 0, digits: 1, twoDigitYear: 2, space: 3, text: 4, iso: 5, unknown: 6 } as const;
export const DIGITS_OF = { year: 0, month: 1, day: 2, hour: 3, minute: 4, second: 5 } as const;

/** The notes of a line. */
export const NOTE = {
  payment: 0,
  sourceCountry: 1,
  targetCountry: 2,
  modification: 3,
  createdAt: 4,
  amount: 5,
  currency: 6,
  incoming: 7,
} as const;
export const NOTES = 8;

/** Words that are told of a line. */
export const LINE = {
  words: 16,
  end: 0,
  record: 1,
  row: 2,
  id: 3,
  hasId: 7,
  currency: 8,
  day: 9,
  countries: 10,
  amount: 11,
  amountBytes: 12,
  payment: 13,
  paymentBytes: 14,
  incoming: 15,
} as const;

/** What `hasId` may say. */
export const ID = { none: 0, uuid: 1, text: 2 } as const;

/** Words of the result. */
export const RESULT = { words: 4, lines: 0, output: 1, row: 2 } as const;

/** So many bytes more than what lies there may be read or written. */
export const PADDING = 64;
/** For the schedule of a SHA-1, before the namespace. */
export const SCHEDULE_BYTES = 80 * 4;
