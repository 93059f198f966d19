/** @file What the files come to by currency and day, which is read from the files that were checked. */

import { AppError } from '../../../src-shared/errors.ts';
import { answerOfThread } from '../../check/thread.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { AccountLines } from '../../send/account.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { type AccountStore, placesInTheEnd } from '../../send/lines-in-the-end.ts';
import type { Submission } from '../../send/submission.ts';
import type { SumsRequest } from '../line-sums.ts';
import type { PartSum } from './control-figures.ts';
import { noParts, type OwnParts, together } from './control-table.ts';

/** How the file is read; in a thread of its own, by default. */
export type SumDays = (request: SumsRequest) => Promise<PartSum[][]>;

const inThread: SumDays = (request) =>
  answerOfThread<PartSum[][]>({ entry: 'sums-worker', path: request.path, data: { ...request, byDay: true } });

/** What a file comes to: what counts in it, and what went again with a later file, in which the core system has it. */
export interface FileSums {
  here: OwnParts;
  later: OwnParts;
}

/**
 * Each line once, as it was in the end: of one that was corrected, what the correction has sent. None that was left out: a copy, or what
 * went with another file, is no payment of its own, and any other is missing. Undefined where the file, or what corrects it, cannot be
 * read any more.
 * @param gone the lines that went again
 */
export async function ownPartsOf(
  store: AccountStore,
  submission: Submission,
  gone: ReadonlyMap<SubmissionId, LineSet>,
  sumDays: SumDays = inThread,
): Promise<FileSums | undefined> {
  const places = placesInTheEnd(store, submission);
  if (places.length === 0) return undefined;
  let own: FileSums = { here: noParts, later: noParts };
  try {
    for (const { submission: id, account } of places) {
      const { leftOut: _, ...others } = account;
      const [all, arrived, again] = [allOf(others), account.accepted, gone.get(id) ?? LineSet.none];
      if (all.size === 0) continue;
      const { check, content } = store.submission(id) ?? {};
      if (check === undefined || content === undefined) return undefined;
      const here = [all.difference(again), arrived.difference(again)];
      const later = [all.intersection(again), arrived.intersection(again)];
      const sets = [...here, ...later].map((lines) => lines.encode());
      const [files = [], accepted = [], ...rest] = await sumDays({ path: content, sha256: check.sha256, sets });
      own = {
        here: together(own.here, { files, accepted }),
        later: together(own.later, { files: rest[0] ?? [], accepted: rest[1] ?? [] }),
      };
    }
    return own;
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

const allOf = (account: Partial<AccountLines>): LineSet =>
  Object.values(account).reduce((lines, some) => lines.union(some), LineSet.none);
