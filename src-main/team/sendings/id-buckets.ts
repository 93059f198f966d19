/**
 * @file The modification ids of a sending as the team ledger holds them: enciphered with its key, in order, each once, in
 * buckets by their first bits. They are those of an id index, 8 bytes each as they rest there. Pure.
 */

import { Buffer } from 'node:buffer';
import type { SortedIds } from '../../check/id-index/id-matches.ts';
import { firstPlace } from '../../ground/binary-search.ts';

/** Small enough for a lookup among thousands of sendings, large enough that a row costs little beside them. */
const IDS_PER_BUCKET = 64;
const MOST_LEVELS = 30;
export const ID_BYTES = 8;
const WORD_BITS = 32;

/** By how many bits this many ids are put into buckets. */
export function levelFor(ids: number): number {
  return Math.min(MOST_LEVELS, Math.max(0, Math.ceil(Math.log2(ids / IDS_PER_BUCKET))));
}

/** The bucket of the id at a place among these. */
export function bucketAt(ids: SortedIds, at: number, level: number): number {
  // A shift by 32 would be none.
  return Math.floor((ids[at * 2] ?? 0) / 2 ** (WORD_BITS - level));
}

/** Successive buckets, which may be empty. */
export interface Buckets {
  first: number;
  /** Of each bucket, in bytes. */
  lengths: number[];
  ids: Buffer;
}

/** All buckets from the first to the last, `most` at a time. */
export function* bucketsOf(ids: SortedIds, level: number, most: number): Generator<Buckets> {
  const count = ids.length / 2;
  let at = 0;
  for (let first = 0; first < 2 ** level; first += most) {
    const lengths = new Array<number>(Math.min(most, 2 ** level - first)).fill(0);
    const from = at;
    while (at < count && bucketAt(ids, at, level) < first + lengths.length) at++;
    const part = withoutRepeats(ids.subarray(from * 2, at * 2));
    for (let place = 0; place < part.length / 2; place++) {
      const bucket = bucketAt(part, place, level) - first;
      lengths[bucket] = (lengths[bucket] ?? 0) + ID_BYTES;
    }
    yield { first, lengths, ids: Buffer.from(part.buffer, part.byteOffset, part.byteLength) };
  }
}

/** The same id on many lines is one. */
function withoutRepeats(ids: SortedIds): SortedIds {
  const once = new Uint32Array(ids.length);
  let filled = 0;
  for (let at = 0; at < ids.length; at += 2) {
    if (at > 0 && ids[at] === ids[at - 2] && ids[at + 1] === ids[at - 1]) continue;
    once[filled++] = ids[at] ?? 0;
    once[filled++] = ids[at + 1] ?? 0;
  }
  return once.subarray(0, filled);
}

/** A run of one's own ids, and the buckets of others that may hold them. */
export interface Run {
  buckets: number[];
  from: number;
  /** The first one after it. */
  to: number;
}

/** All ids in order, in runs that touch at most so many buckets of this level. */
export function* runsOf(ids: SortedIds, level: number, most: number): Generator<Run> {
  const count = ids.length / 2;
  let run: Run = { buckets: [], from: 0, to: 0 };
  for (let at = 0; at < count; at++) {
    const bucket = bucketAt(ids, at, level);
    if (run.buckets.at(-1) === bucket) continue;
    if (run.buckets.length === most) {
      yield { ...run, to: at };
      run = { buckets: [], from: at, to: at };
    }
    run.buckets.push(bucket);
  }
  if (run.buckets.length > 0) yield { ...run, to: count };
}

/** Calls `found` with the place of each id of a run that is among those of another sending. */
export function eachShared(ids: SortedIds, { from, to }: Run, others: Buffer, found: (at: number) => void): void {
  for (let offset = 0; offset + ID_BYTES <= others.length; offset += ID_BYTES) {
    const first = others.readUInt32LE(offset);
    const second = others.readUInt32LE(offset + ID_BYTES / 2);
    for (let at = firstFrom(ids, from, to, first, second); at < to; at++) {
      if (ids[at * 2] !== first || ids[at * 2 + 1] !== second) break;
      found(at);
    }
  }
}

/** The first place whose id is not before this one. */
function firstFrom(ids: SortedIds, from: number, to: number, first: number, second: number): number {
  return firstPlace(from, to, (at) => {
    const own = ids[at * 2] ?? 0;
    return own < first || (own === first && (ids[at * 2 + 1] ?? 0) < second);
  });
}
