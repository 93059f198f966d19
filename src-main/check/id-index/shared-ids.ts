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

/** A line of the first index, and the line with the same id of the last of the others that has it. */
export interface SharedLine {
  line: number;
  /** The place of the other index among those that were compared. */
  other: number;
  there: number;
}

export interface SharedIds {
  /** Where they were asked for: the lines of the first index, as LineSet.encode stores them, and the first of them by name. */
  lines?: Uint8Array;
  named?: SharedLine[];
  /** Lines of the first index whose id is in any of the others. */
  shared: number;
  /** Of these, how many are in each part of each other index; undefined for an index that cannot be read. */
  others: (number[] | undefined)[];
}

/** @param mostNamed so many lines are named; without it, they are only counted @throws DamagedIndex for the first index */
export function compareIds(path: string, others: readonly OtherIndex[], mostNamed?: number): SharedIds {
  const { ids, lines } = readAll(path, mostNamed !== undefined);
  const count = ids.length / 2;
  // Of each id the last of the others that has it, counted from 1, and the line there.
  const [last, lineThere] = [new Uint32Array(count), new Uint32Array(count)];
  const counts = others.map((other, place) =>
    countsOf(ids, other, (at, there) => {
      last[at] = place + 1;
      lineThere[at] = there;
    }),
  );
  const shared = last.reduce((sum, place) => sum + Math.min(place, 1), 0);
  if (lines === undefined) return { shared, others: counts };
  const found = Array.from(last.keys()).filter((at) => last[at] !== 0);
  const named = found
    .toSorted((one, other) => (lines[one] ?? 0) - (lines[other] ?? 0))
    .slice(0, mostNamed)
    .map((at) => ({ line: lines[at] ?? 0, other: (last[at] ?? 0) - 1, there: lineThere[at] ?? 0 }));
  return { shared, others: counts, lines: LineSet.of(found.map((at) => lines[at] ?? 0)).encode(), named };
}

/** @param found told of the first time that an id is found, with its line there */
function countsOf(ids: SortedIds, other: OtherIndex, found: (id: number, there: number) => void): number[] | undefined {
  const seen = new Uint8Array(ids.length / 2);
  const counts = other.parts.map(() => 0);
  const isWhole = eachShared(ids, other, (at, part, there) => {
    if (seen[at] === 1) return;
    seen[at] = 1;
    counts[part] = (counts[part] ?? 0) + 1;
    found(at, there);
  });
  return isWhole ? counts : undefined;
}

/**
 * Finds the ids that are on lines of an index which count, with the part of each such line, and the line.
 * @returns whether all of it could be read; what was found before holds, since each block has its checksum
 */
export function eachShared(
  ids: SortedIds,
  other: OtherIndex,
  found: (id: number, part: number, line: number) => void,
): boolean {
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
      if (part !== -1) found(at, part, line);
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return false;
    throw thrown;
  } finally {
    index?.close();
  }
}

/** The ids in order, and, where they are wanted, the line of each. */
function readAll(path: string, wantsLines: boolean): { ids: SortedIds; lines: Uint32Array | undefined } {
  const index = IdIndexFile.open(path);
  if (index === undefined) throw new DamagedIndex(path);
  try {
    const ids = new Uint32Array(index.head.ids * 2);
    const lines = wantsLines ? new Uint32Array(index.head.ids) : undefined;
    let filled = 0;
    for (const records of index.records()) {
      if (lines !== undefined)
        for (let from = 0; from < records.length; from += WORDS_PER_RECORD)
          lines[filled / 2 + from / WORDS_PER_RECORD] = records[from + 2] ?? 0;
      filled = takeIds(records, ids, filled);
    }
    return { ids, lines };
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
