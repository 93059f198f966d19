/** @file Makes the index of a file again, from the file itself: only as long as it is the one that was checked. */

import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { checkFile } from '../../check/check.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { IdIndexOrder, IdIndexOutcome } from '../../check/id-index/order.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import type { Submission } from '../submission.ts';
import { type IdIndexes, type IndexProblem, openIndex, type UsableIndex } from './id-indexes.ts';

/** Why the index could not be made again. */
export type SourceProblem = 'gone' | 'changed' | 'unreadable' | 'no-room';

/**
 * @param problem of the index; one of another key is left as it is, for who has the key
 * @throws the signal's reason
 */
export async function madeAgain(
  { id, content, options, check }: Submission,
  problem: IndexProblem,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<UsableIndex | SourceProblem> {
  if (check === undefined) return 'changed';
  const isAsChecked = await stat(content).then(
    ({ size, mtimeMs }) => size === check.bytes && Math.floor(mtimeMs) === check.modifiedAt,
    (thrown: unknown) => (codeOf(thrown) === 'ENOENT' ? 'gone' : 'unreadable'),
  );
  if (typeof isAsChecked === 'string') return isAsChecked;
  if (!isAsChecked) return 'changed';
  const lasting = problem === 'other-key' ? undefined : await indexes.order(id);
  const again = await indexOf({ content, options }, check.sha256, lasting ?? indexes.passingOrder(id), signal);
  return typeof again === 'string' || lasting !== undefined ? again : passing(again);
}

/** The index of a file under a key of before, which is read once and removed; undefined where it cannot be had. @throws the signal's reason */
export async function madeForKey(
  { id, content, options }: Pick<Submission, 'id' | 'content' | 'options'>,
  sha256: string,
  key: IdKey,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<UsableIndex | undefined> {
  const made = await indexOf({ content, options }, sha256, indexes.passingOrder(id, key), signal);
  return typeof made === 'string' ? undefined : passing(made);
}

async function indexOf(
  { content, options }: Pick<Submission, 'content' | 'options'>,
  sha256: string,
  order: IdIndexOrder,
  signal: AbortSignal,
): Promise<UsableIndex | SourceProblem> {
  const outcome: { index?: IdIndexOutcome } = {};
  const onIdIndex = (index: IdIndexOutcome) => {
    outcome.index = index;
  };
  const request = { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, idIndex: order };
  const found = await checkFile(request, { signal, onIdIndex }).then(
    (summary) => summary.sha256,
    () => undefined,
  );
  signal.throwIfAborted();
  if (found === undefined) return 'unreadable';
  if (outcome.index?.kind !== 'written') return 'no-room';
  const opened = found === sha256 ? openIndex(order.path, sha256, [order.key]) : 'changed';
  if (typeof opened !== 'string') return opened;
  rmSync(order.path, { force: true });
  return 'changed';
}

/** It is removed once it is let go of. */
function passing(opened: UsableIndex): UsableIndex {
  const close = () => {
    opened.close();
    rmSync(opened.path, { force: true });
  };
  return { ...opened, close };
}
