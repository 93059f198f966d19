/**
 * @file Which of some wanted ids an index holds, and on which lines. Few are looked up one by one, each with a few reads;
 * many are compared with the blocks that may hold them, which are read once from front to back.
 */

import type { IdIndexFile } from './id-index-file.ts';
import { WORDS_PER_RECORD } from './layout.ts';

/** Enciphered ids in order, two words each; the same one may come several times. */
export type SortedIds = Uint32Array;

/** Called with the place of a wanted id among them, and a line that has it. */
export type Found = (wanted: number, line: number) => void;

/** Reading so many blocks in a row takes about as long as looking up one id. */
const BLOCKS_PER_LOOK_UP = 12;
const BLOCKS_AT_ONCE = 64;
/** For so few ids it is not worth finding out between which blocks they are. */
const FEW = 12;
/** After so many guesses the rest is halved: the ids of a damaged index need not be spread evenly. */
const GUESSES = 6;
const WORD = 2 ** 32;

/** Puts enciphered ids in order; returns with each place the one that it had before. */
export function sortIds(ids: Uint32Array): { sorted: SortedIds; before: Uint32Array } {
  const before = Uint32Array.from({ length: ids.length / 2 }, (_, index) => index);
  before.sort((a, b) => (ids[a * 2] ?? 0) - (ids[b * 2] ?? 0) || (ids[a * 2 + 1] ?? 0) - (ids[b * 2 + 1] ?? 0));
  const sorted = new Uint32Array(ids.length);
  for (const [to, from] of before.entries()) {
    sorted[to * 2] = ids[from * 2] ?? 0;
    sorted[to * 2 + 1] = ids[from * 2 + 1] ?? 0;
  }
  return { sorted, before };
}

/** @throws DamagedIndex */
export function eachMatch(index: IdIndexFile, wanted: SortedIds, found: Found): void {
  const count = wanted.length / 2;
  const blocks = count > FEW ? blocksWith(index, wanted) : { first: 0, last: index.blocks - 1 };
  if (count * BLOCKS_PER_LOOK_UP < blocks.last + 1 - blocks.first) lookUp(index, wanted, found);
  else compare(index, wanted, blocks, found);
}

/** From the first block that may hold one of the wanted ids to the last: those of a part of all ids are close together. */
function blocksWith(index: IdIndexFile, wanted: SortedIds): { first: number; last: number } {
  const at = (place: number) => blockOf(index, wanted[place] ?? 0, wanted[place + 1] ?? 0);
  return { first: at(0), last: Math.min(at(wanted.length - 2), index.blocks - 1) };
}

/** Reads the index beside the wanted ids: both are in order. */
function compare(
  index: IdIndexFile,
  wanted: SortedIds,
  { first, last }: { first: number; last: number },
  found: Found,
): void {
  let at = 0;
  for (let block = first; block < index.blocks && at < wanted.length; ) {
    // Blocks after the last one may continue with its id.
    const count = Math.max(1, Math.min(BLOCKS_AT_ONCE, last + 1 - block));
    at = compareRecords(index.read(block, count), wanted, at, found);
    block += count;
  }
}

/** Compares records with the wanted ids from one on; returns the first that is beyond them, or may continue after them. */
function compareRecords(records: Uint32Array, wanted: SortedIds, from: number, found: Found): number {
  let at = from;
  for (let record = 0; record < records.length; record += WORDS_PER_RECORD) {
    const first = records[record] ?? 0;
    const second = records[record + 1] ?? 0;
    while (at < wanted.length && isBefore(wanted[at] ?? 0, wanted[at + 1] ?? 0, first, second)) at += 2;
    for (let same = at; wanted[same] === first && wanted[same + 1] === second; same += 2) {
      found(same / 2, records[record + 2] ?? 0);
    }
  }
  return at;
}

function lookUp(index: IdIndexFile, wanted: SortedIds, found: Found): void {
  for (let at = 0; at < wanted.length; at += 2) {
    const one = wanted.subarray(at, at + 2);
    const [first = 0, second = 0] = one;
    for (let block = blockOf(index, first, second); block < index.blocks; block++) {
      const records = index.read(block, 1);
      compareRecords(records, one, 0, (_, line) => found(at / 2, line));
      const last = records.length - WORDS_PER_RECORD;
      // The next block may continue with the same id.
      if (records[last] !== first || records[last + 1] !== second) break;
    }
  }
}

/** The first block whose last id is not before this one; the number of blocks where there is none. */
function blockOf(index: IdIndexFile, first: number, second: number): number {
  const value = first * WORD + second;
  let [low, lowValue] = [0, 0];
  let [high, highValue] = [index.blocks, WORD * WORD];
  for (let guesses = 0; low < high; guesses++) {
    const share = guesses < GUESSES && highValue > lowValue ? (value - lowValue) / (highValue - lowValue) : 0.5;
    const middle = Math.min(high - 1, Math.max(low, low + Math.floor(share * (high - low))));
    const records = index.read(middle, 1);
    const last = records.length - WORDS_PER_RECORD;
    if (isBefore(records[last] ?? 0, records[last + 1] ?? 0, first, second)) {
      low = middle + 1;
      lowValue = valueAt(records, last);
    } else {
      if (isBefore(records[0] ?? 0, records[1] ?? 0, first, second)) return middle;
      high = middle;
      highValue = valueAt(records, 0);
    }
  }
  return low;
}

/** Near enough to guess by. */
function valueAt(words: Uint32Array, at: number): number {
  return (words[at] ?? 0) * WORD + (words[at + 1] ?? 0);
}

function isBefore(first: number, second: number, otherFirst: number, otherSecond: number): boolean {
  return first < otherFirst || (first === otherFirst && second < otherSecond);
}
