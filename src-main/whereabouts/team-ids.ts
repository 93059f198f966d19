/**
 * @file The modification ids of a checked file under the key of a team ledger: from the index that its check has written, or
 * from the file itself, as long as it is the one that was checked.
 */

import { setImmediate } from 'node:timers/promises';
import { checkFile } from '../checking/check.ts';
import { DamagedIndex } from '../checking/id-index/id-index-file.ts';
import type { SortedIds } from '../checking/id-index/id-matches.ts';
import type { IdKey } from '../checking/id-index/keyed-ids.ts';
import { WORDS_PER_RECORD } from '../checking/id-index/layout.ts';
import type { IdIndexOrder } from '../checking/id-index/order.ts';
import type { Sendable } from '../queue/team-gate.ts';
import { type IdIndexes, openIndex, type UsableIndex } from './id-indexes.ts';

const BLOCKS_AT_ONCE = 64;

/** Undefined where they cannot be had. @throws the signal's reason */
export async function teamIdsOf(
  { id, content, options, check }: Sendable,
  key: IdKey,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<SortedIds | undefined> {
  const teamIndex = indexes.teamOrder(id, key);
  const kept = await idsIn(teamIndex, check.sha256, signal);
  if (kept !== undefined) return kept;
  const request = { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, teamIndex };
  await checkFile(request, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return await idsIn(teamIndex, check.sha256, signal);
}

/** The ids of an index in order; undefined where it cannot be read. */
async function idsIn({ path, key }: IdIndexOrder, sha256: string, signal: AbortSignal): Promise<SortedIds | undefined> {
  let opened: UsableIndex | undefined;
  try {
    const found = openIndex(path, sha256, [key]);
    if (typeof found === 'string') return undefined;
    opened = found;
    return await allOf(opened, signal);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return undefined;
    throw thrown;
  } finally {
    opened?.close();
  }
}

async function allOf({ index }: UsableIndex, signal: AbortSignal): Promise<SortedIds> {
  const ids = new Uint32Array(index.head.ids * 2);
  let filled = 0;
  for (let block = 0; block < index.blocks; block += BLOCKS_AT_ONCE) {
    // Millions of them take a while, and others have their turn.
    await setImmediate(undefined, { signal });
    const records = index.read(block, Math.min(BLOCKS_AT_ONCE, index.blocks - block));
    for (let from = 0; from < records.length; from += WORDS_PER_RECORD) {
      ids[filled++] = records[from] ?? 0;
      ids[filled++] = records[from + 1] ?? 0;
    }
  }
  return ids;
}
