/**
 * @file How an id index rests: one immutable file for the modification ids of one checked file. After a block that says
 * what it is come the records, sorted, in blocks that each end with their checksum:
 *
 * | record   | 12 bytes                                                                     |
 * |----------|------------------------------------------------------------------------------|
 * | words 0–1| the id, enciphered with a key that does not rest beside it: 64 of its 128 bits |
 * | word 2   | the line, counted from 1                                                     |
 *
 * Enciphered ids are spread evenly, so that a few reads find one of millions, and two files are compared by reading both
 * from front to back. Pure.
 */

export const BLOCK_BYTES = 4096;
export const WORDS_PER_BLOCK = BLOCK_BYTES / Uint32Array.BYTES_PER_ELEMENT;
export const WORDS_PER_RECORD = 3;
/** What fits before the checksum, which is the last word of a block. */
export const RECORDS_PER_BLOCK = (WORDS_PER_BLOCK - 1) / WORDS_PER_RECORD;
export const CHECKSUM_AT = BLOCK_BYTES - Uint32Array.BYTES_PER_ELEMENT;

/** What the first block says. */
export interface IndexHead {
  /** Tells with which key the ids were enciphered. */
  keyId: string;
  /** SHA-256 of the checked file, in hexadecimal. */
  sha256: string;
  /** The number of records: of lines with a modification id. */
  ids: number;
}

/** The blocks that hold this many records. */
export function blocksFor(ids: number): number {
  return Math.ceil(ids / RECORDS_PER_BLOCK);
}

export function bytesFor(ids: number): number {
  return (1 + blocksFor(ids)) * BLOCK_BYTES;
}
