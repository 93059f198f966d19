/** @file What the files come to by currency and day, which is read from the files that were checked. */

import { AppError } from '../../../src-shared/errors.ts';
import { answerOfThread } from '../../check/thread.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { AccountLines } from '../../send/account.ts';
import { type AccountStore, placesInTheEnd } from '../../send/lines-in-the-end.ts';
import type { Submission } from '../../send/submission.ts';
import type { SumsRequest } from '../line-sums.ts';
import type { PartSum } from './control-figures.ts';
import type { OwnParts } from './control-table.ts';

/** How the file is read; in a thread of its own, by default. */
export type SumDays = (request: SumsRequest) => Promise<PartSum[][]>;

const inThread: SumDays = (request) =>
  answerOfThread<PartSum[][]>({ entry: 'sums-worker', path: request.path, data: { ...request, byDay: true } });

/**
 * Each line once, as it was in the end: of one that was corrected, what the correction has sent. None that was left out: a copy, or what
 * went with another file, is no payment of its own, and any other is missing. Undefined where the file, or what corrects it, cannot be
 * read any more.
 */
export async function ownPartsOf(
  store: AccountStore,
  submission: Submission,
  sumDays: SumDays = inThread,
): Promise<OwnParts | undefined> {
  const places = placesInTheEnd(store, submission);
  if (places.length === 0) return undefined;
  const own: OwnParts = { files: [], accepted: [] };
  try {
    for (const { submission: id, account } of places) {
      const { leftOut: _, ...others } = account;
      if (allOf(others).size === 0) continue;
      const { check, content } = store.submission(id) ?? {};
      if (check === undefined || content === undefined) return undefined;
      const sets = [allOf(others), account.accepted].map((lines) => lines.encode());
      const [files = [], accepted = []] = await sumDays({ path: content, sha256: check.sha256, sets });
      own.files = [...own.files, ...files];
      own.accepted = [...own.accepted, ...accepted];
    }
    return own;
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

const allOf = (account: Partial<AccountLines>): LineSet =>
  Object.values(account).reduce((lines, some) => lines.union(some), LineSet.none);
