/** @file How many ids of one index are in others, for each part of these: by reading each of them once, beside the first. */

import { LineSet } from '../../ground/line-set.ts';
import { DamagedIndex, IdIndexFile } from './id-index-file.ts';
import { eachMatch } from './id-matches.ts';
import { WORDS_PER_RECORD } from './layout.ts';

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
}

export interface SharedIds {
  /** Lines of the first index whose id is in any of the others. */
  shared: number;
  /** Of these, how many are in each part of each other index; undefined for an index that cannot be read. */
  others: (number[] | undefined)[];
}

const BLOCKS_AT_ONCE = 64;

/** @throws DamagedIndex for the first index */
export function compareIds(path: string, others: readonly OtherIndex[]): SharedIds {
  const ids = readAll(path);
  const isShared = new Uint8Array(ids.length / 2);
  const counts = others.map((other) => countsOf(ids, other, isShared));
  return { shared: isShared.reduce((sum, one) => sum + one, 0), others: counts };
}

/** @param isShared receives which of the ids are in this index */
function countsOf(ids: Uint32Array, other: OtherIndex, isShared: Uint8Array): number[] | undefined {
  const { path, parts } = other;
  const seen = new Uint8Array(isShared.length);
  const counts = parts.map(() => 0);
  const partOf = partFinder(other);
  const count = (at: number, line: number): void => {
    const part = partOf(line);
    if (part === -1 || seen[at] === 1) return;
    seen[at] = 1;
    isShared[at] = 1;
    counts[part] = (counts[part] ?? 0) + 1;
  };
  let index: IdIndexFile | undefined;
  try {
    index = IdIndexFile.open(path);
    if (index === undefined) return undefined;
    eachMatch(index, ids, count);
    return counts;
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return undefined;
    throw thrown;
  } finally {
    index?.close();
  }
}

/** Finds the part in which a line counts; -1 where it does not. */
export function partFinder({ parts, except }: OtherIndex): (line: number) => number {
  const others = except === undefined ? LineSet.none : LineSet.decode(except);
  return (line) => (others.has(line) ? -1 : parts.findIndex(({ first, last }) => line >= first && line <= last));
}

/** The ids of an index in order. */
function readAll(path: string): Uint32Array {
  const index = IdIndexFile.open(path);
  if (index === undefined) throw new DamagedIndex(path);
  try {
    const ids = new Uint32Array(index.head.ids * 2);
    let at = 0;
    for (let block = 0; block < index.blocks; block += BLOCKS_AT_ONCE) {
      const records = index.read(block, Math.min(BLOCKS_AT_ONCE, index.blocks - block));
      for (let from = 0; from < records.length; from += WORDS_PER_RECORD, at++) {
        ids[at * 2] = records[from] ?? 0;
        ids[at * 2 + 1] = records[from + 1] ?? 0;
      }
    }
    return ids;
  } finally {
    index.close();
  }
}
