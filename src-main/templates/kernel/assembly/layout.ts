/** @file How the template and the results lie in the memory. The template is written, and the results are read, by ../layout.ts. */

/** For no cell, no condition and no value. Addresses are never 0; places of cells may be. */
@inline export const NONE: u32 = 0xffffffff;

/** What makes a value. Behind the kind stand the words that are named with each. */
export enum Node {
  /** text, bytes */
  Constant,
  /** count; for each: key, bytes of the key, value */
  Object,
  /** as writer.ts has it, as for a value */
  Entity,
  /** count; for each: condition or NONE, value */
  Alternatives,
  Value,
  /** count and places of the cells, what happens without any */
  Uuid,
  /** place of the cell */
  OtherColumn,
  /** which note, value */
  Noted,
}

/** Where the text of a value comes from. */
export enum Source {
  Cell,
  Cells,
  Part,
  CountryOfIban,
}

/** What a value becomes. Those after Text have no spaces around. */
export enum Kind {
  Text,
  Code,
  Identifier,
  Uuid,
  /** decimal mark, thousands mark, sign, condition of negative ones */
  Number,
  /** count of formats; for each: parts */
  DateTime,
  /** count of words; for each: word, bytes, JSON, bytes */
  Boolean,
}

export enum Sign {
  AsWritten,
  Absolute,
  Reversed,
  ByColumn,
}

export enum Letters {
  AsWritten,
  Upper,
  Lower,
}

/** A condition: test, place of the cell, count of texts; for each: text, bytes. */
export enum Test {
  Filled,
  Empty,
  OneOf,
  NoneOf,
  OfForm,
  Negative,
  Positive,
}

/** What happens where there is no value. */
export enum Empty {
  LeaveOut,
  Refuse,
}

/** What happens to a text that the recoding does not know. */
export enum Others {
  Keep,
  LeaveOut,
  Refuse,
}

/** A part of a date. */
export enum DatePart {
  End,
  /** which, least, most */
  Digits,
  TwoDigitYear,
  Space,
  /** text, bytes */
  Text,
  /** The whole date, in the form of the interface or as a day. */
  Iso,
  /** What only the host reads. */
  Unknown,
}

/** The notes of a line: fields in the order of WrittenFields, and all of a transaction by which money comes in. */
@inline export const NOTES: u32 = 8;
@inline export const NOTE_PAYMENT: u32 = 0;
@inline export const NOTE_SOURCE_COUNTRY: u32 = 1;
@inline export const NOTE_TARGET_COUNTRY: u32 = 2;
@inline export const NOTE_MODIFICATION: u32 = 3;
@inline export const NOTE_CREATED_AT: u32 = 4;
@inline export const NOTE_AMOUNT: u32 = 5;
@inline export const NOTE_CURRENCY: u32 = 6;
@inline export const NOTE_INCOMING: u32 = 7;
@inline export const NOTES_BYTES: usize = 8 << 3;

// What is told of a line, in bytes.
@inline export const LINE_BYTES: usize = 64;
/** Behind its line end. */
@inline export const LINE_END: usize = 0;
/** Where its record begins. */
@inline export const LINE_RECORD: usize = 4;
/** Counted from that of the first record. */
@inline export const LINE_ROW: usize = 8;
/** The modification id: 16 bytes. */
@inline export const LINE_ID: usize = 12;
@inline export const LINE_HAS_ID: usize = 28;
/** Three letters, or 0. */
@inline export const LINE_CURRENCY: usize = 32;
/** Year, month and day in 23 bits, or 0. */
@inline export const LINE_DAY: usize = 36;
/** Two letters each, or 0. */
@inline export const LINE_COUNTRIES: usize = 40;
@inline export const LINE_AMOUNT: usize = 44;
@inline export const LINE_AMOUNT_BYTES: usize = 48;
@inline export const LINE_PAYMENT: usize = 52;
@inline export const LINE_PAYMENT_BYTES: usize = 56;
/** Not 0 where money comes in. */
@inline export const LINE_INCOMING: usize = 60;
