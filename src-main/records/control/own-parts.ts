/** @file What the files come to by currency and day, which is read from the files that were checked. */

import { AppError } from '../../../src-shared/errors.ts';
import { answerOfThread } from '../../check/thread.ts';
import { type AccountStore, linesInTheEnd } from '../../send/lines-in-the-end.ts';
import type { Submission } from '../../send/submission.ts';
import type { SumsRequest } from '../line-sums.ts';
import type { PartSum } from './control-figures.ts';
import type { OwnParts } from './control-table.ts';

/** How the file is read; in a thread of its own, by default. */
export type SumDays = (request: SumsRequest) => Promise<PartSum[][]>;

const inThread: SumDays = (request) =>
  answerOfThread<PartSum[][]>({ entry: 'sums-worker', path: request.path, data: { ...request, byDay: true } });

/** Nothing of a file all of whose lines were left out; undefined where it cannot be read any more. */
export async function ownPartsOf(
  store: AccountStore,
  submission: Submission,
  sumDays: SumDays = inThread,
): Promise<OwnParts | undefined> {
  const account = linesInTheEnd(store, submission)?.account;
  const { check, content } = submission;
  if (account === undefined || check === undefined) return undefined;
  const { leftOut, accepted, ...others } = account;
  const staying = Object.values(others).reduce((lines, some) => lines.union(some), accepted);
  if (staying.size === 0) return { files: [], accepted: [] };
  const sets = [staying.union(leftOut), accepted].map((lines) => lines.encode());
  try {
    const [files = [], parts = []] = await sumDays({ path: content, sha256: check.sha256, sets });
    return { files, accepted: parts };
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}
