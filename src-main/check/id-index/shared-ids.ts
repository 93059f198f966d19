/** @file How many ids of one index are in others, for each part of these: by reading each of them once, beside the first. */

import { LineSet } from '../../ground/line-set.ts';
import { DamagedIndex, IdIndexFile } from './id-index-file.ts';
import { eachMatch, type SortedIds } from './id-matches.ts';
import { type IndexHead, WORDS_PER_RECORD } from './layout.ts';

/** Lines of a file, the last one included. */
export interface LinePart {
  first: number;
  last: number;
}

export interface OtherIndex {
  path: string;
  /** The lines that count; those between them do not. */
  parts: readonly LinePart[];
  /** Lines of these parts that do not count, as LineSet.encode stores them. */
  except?: Uint8Array;
  /** What it must be an index of; any other counts as one that cannot be read. Without it, the caller has looked. */
  expected?: Pick<IndexHead, 'sha256' | 'keyId'>;
}

export interface SharedIds {
  /** Lines of the first index whose id is in any of the others. */
  shared: number;
  /** Of these, how many are in each part of each other index; undefined for an index that cannot be read. */
  others: (number[] | undefined)[];
}

/** @throws DamagedIndex for the first index */
export function compareIds(path: string, others: readonly OtherIndex[]): SharedIds {
  const ids = readAll(path);
  const isShared = new Uint8Array(ids.length / 2);
  const counts = others.map((other) => countsOf(ids, other, isShared));
  return { shared: isShared.reduce((sum, one) => sum + one, 0), others: counts };
}

/** @param isShared receives which of the ids are in this index */
function countsOf(ids: SortedIds, other: OtherIndex, isShared: Uint8Array): number[] | undefined {
  const seen = new Uint8Array(isShared.length);
  const counts = other.parts.map(() => 0);
  const isWhole = eachShared(ids, other, (at, part) => {
    if (seen[at] === 1) return;
    seen[at] = 1;
    isShared[at] = 1;
    counts[part] = (counts[part] ?? 0) + 1;
  });
  return isWhole ? counts : undefined;
}

/**
 * Finds the ids that are on lines of an index which count, with the part of each such line.
 * @returns whether all of it could be read; what was found before holds, since each block has its checksum
 */
export function eachShared(ids: SortedIds, other: OtherIndex, found: (id: number, part: number) => void): boolean {
  const { path, parts, except, expected } = other;
  const others = except === undefined ? LineSet.none : LineSet.decode(except);
  let index: IdIndexFile | undefined;
  try {
    index = IdIndexFile.open(path);
    if (index === undefined) return false;
    const { sha256, keyId } = index.head;
    if (expected !== undefined && (expected.sha256 !== sha256 || expected.keyId !== keyId)) return false;
    eachMatch(index, ids, (at, line) => {
      const part = others.has(line) ? -1 : parts.findIndex(({ first, last }) => line >= first && line <= last);
      if (part !== -1) found(at, part);
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return false;
    throw thrown;
  } finally {
    index?.close();
  }
}

function readAll(path: string): SortedIds {
  const index = IdIndexFile.open(path);
  if (index === undefined) throw new DamagedIndex(path);
  try {
    const ids = new Uint32Array(index.head.ids * 2);
    let filled = 0;
    for (const records of index.records()) filled = takeIds(records, ids, filled);
    return ids;
  } finally {
    index.close();
  }
}

/** Puts the ids of these records behind those that are there; returns where the next ones go. */
export function takeIds(records: Uint32Array, into: SortedIds, at: number): number {
  let filled = at;
  for (let from = 0; from < records.length; from += WORDS_PER_RECORD) {
    into[filled++] = records[from] ?? 0;
    into[filled++] = records[from + 1] ?? 0;
  }
  return filled;
}
