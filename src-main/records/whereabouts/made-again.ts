/** @file Makes the index of a file again, from the file itself: only as long as it is the one that was checked. */

import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { checkFile } from '../../check/check.ts';
import type { IdIndexOutcome } from '../../check/id-index/order.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import type { Submission } from '../../send/submission.ts';
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
  const idIndex = lasting ?? indexes.passingOrder(id);
  const remove = () => rmSync(idIndex.path, { force: true });
  const outcome: { index?: IdIndexOutcome } = {};
  const onIdIndex = (index: IdIndexOutcome) => {
    outcome.index = index;
  };
  const request = { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, idIndex };
  const sha256 = await checkFile(request, { signal, onIdIndex }).then(
    (summary) => summary.sha256,
    () => undefined,
  );
  signal.throwIfAborted();
  if (sha256 === undefined) return 'unreadable';
  if (outcome.index?.kind !== 'written') return 'no-room';
  const opened = sha256 === check.sha256 ? openIndex(idIndex.path, sha256, [idIndex.key]) : 'changed';
  if (typeof opened === 'string') {
    remove();
    return 'changed';
  }
  if (lasting !== undefined) return opened;
  const close = () => {
    opened.close();
    remove();
  };
  return { ...opened, close };
}
