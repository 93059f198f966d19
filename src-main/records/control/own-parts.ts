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
  /** Of all its lines, also those that are no transactions: how many are neither accepted nor left out, and how many were left out. */
  lines: { open: number; leftOut: number };
}

/**
 * Each line once, as it was in the end: of one that was corrected, what the correction has sent. What was left out stands apart: a copy, or
 * what went with another file, is no payment of its own, and any other is missing. Undefined where the file, or what corrects it, cannot be
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
  let own: FileSums = { here: noParts, later: noParts, lines: { open: 0, leftOut: 0 } };
  try {
    for (const { submission: id, account } of places) {
      const { leftOut, ...others } = account;
      const [all, arrived, again] = [allOf(others), account.accepted, gone.get(id) ?? LineSet.none];
      const lines = {
        open: own.lines.open + all.size - arrived.size,
        leftOut: own.lines.leftOut + leftOut.size,
      };
      own = { ...own, lines };
      if (all.size === 0) continue;
      const { check, content } = store.submission(id) ?? {};
      if (check === undefined || content === undefined) return undefined;
      const here = [all.difference(again), arrived.difference(again)];
      const later = [all.intersection(again), arrived.intersection(again)];
      const sets = [...here, ...later, leftOut].map((some) => some.encode());
      const parts = await sumDays({ path: content, sha256: check.sha256, sets });
      const [files = [], accepted = [], filesLater = [], acceptedLater = [], left = []] = parts;
      own = {
        lines,
        here: together(own.here, { files, accepted, leftOut: left }),
        later: together(own.later, { files: filesLater, accepted: acceptedLater, leftOut: [] }),
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
