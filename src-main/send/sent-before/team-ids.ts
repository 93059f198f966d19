/**
 * @file The modification ids of a checked file under the key of a team ledger: from the index that its check has written, or
 * from the file itself, as long as it is the one that was checked.
 */

import { setImmediate } from 'node:timers/promises';
import { checkFile } from '../../check/check.ts';
import { DamagedIndex } from '../../check/id-index/id-index-file.ts';
import type { SortedIds } from '../../check/id-index/id-matches.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import { WORDS_PER_RECORD } from '../../check/id-index/layout.ts';
import type { IdIndexOrder } from '../../check/id-index/order.ts';
import { type LinePart, takeIds } from '../../check/id-index/shared-ids.ts';
import type { Sendable } from '../team-gate.ts';
import { type IdIndexes, openIndex, type UsableIndex } from './id-indexes.ts';

/** Undefined where they cannot be had. @throws the signal's reason */
export async function teamIdsOf(
  submission: Sendable,
  key: IdKey,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<SortedIds | undefined> {
  return await fromIndex(submission, key, indexes, signal, (opened) => allOf(opened, signal));
}

/**
 * Those that are on lines of these parts alone, and how many the file has in all, counting each line; undefined where they
 * cannot be had.
 * @throws the signal's reason
 */
export async function teamIdsOnlyIn(
  parts: readonly LinePart[],
  submission: Sendable,
  key: IdKey,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<{ ids: SortedIds; all: number } | undefined> {
  const isIn = new Uint8Array(submission.check.lines + 1);
  for (const { first, last } of parts) isIn.fill(1, first, last + 1);
  return await fromIndex(submission, key, indexes, signal, (opened) => onlyIn(opened, isIn, signal));
}

async function fromIndex<Result>(
  { id, content, options, check }: Sendable,
  key: IdKey,
  indexes: IdIndexes,
  signal: AbortSignal,
  read: (opened: UsableIndex) => Promise<Result>,
): Promise<Result | undefined> {
  const teamIndex = indexes.teamOrder(id, key);
  const kept = await readIfUsable(teamIndex, check.sha256, read);
  if (kept !== undefined) return kept;
  const request = { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, teamIndex };
  await checkFile(request, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return await readIfUsable(teamIndex, check.sha256, read);
}

/** Undefined where it cannot be read. */
async function readIfUsable<Result>(
  { path, key }: IdIndexOrder,
  sha256: string,
  read: (opened: UsableIndex) => Promise<Result>,
): Promise<Result | undefined> {
  let opened: UsableIndex | undefined;
  try {
    const found = openIndex(path, sha256, [key]);
    if (typeof found === 'string') return undefined;
    opened = found;
    return await read(opened);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return undefined;
    throw thrown;
  } finally {
    opened?.close();
  }
}

async function allOf(opened: UsableIndex, signal: AbortSignal): Promise<SortedIds> {
  const ids = new Uint32Array(opened.index.head.ids * 2);
  let filled = 0;
  for await (const records of recordsOf(opened, signal)) filled = takeIds(records, ids, filled);
  return ids;
}

/** The same ids follow one another: of the last one so far it is not known yet whether other lines have it as well. */
async function onlyIn(opened: UsableIndex, isIn: Uint8Array, signal: AbortSignal) {
  const all = opened.index.head.ids;
  const ids = new Uint32Array(all * 2);
  let filled = 0;
  let last: { first: number; second: number; isOnlyIn: boolean } | undefined;
  const end = () => {
    if (last?.isOnlyIn !== true) return;
    ids[filled++] = last.first;
    ids[filled++] = last.second;
  };
  for await (const records of recordsOf(opened, signal)) {
    for (let from = 0; from < records.length; from += WORDS_PER_RECORD) {
      const [first = 0, second = 0, line = 0] = records.subarray(from, from + WORDS_PER_RECORD);
      if (last === undefined || last.first !== first || last.second !== second) {
        end();
        last = { first, second, isOnlyIn: true };
      }
      last.isOnlyIn &&= isIn[line] === 1;
    }
  }
  end();
  return { ids: ids.subarray(0, filled), all };
}

/** Millions of them take a while, and others have their turn. */
async function* recordsOf({ index }: UsableIndex, signal: AbortSignal): AsyncGenerator<Uint32Array> {
  for (const records of index.records()) {
    await setImmediate(undefined, { signal });
    yield records;
  }
}
