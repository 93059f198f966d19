/**
 * @file What of a submission went with another one that has the same content: line by line, so that none of it goes twice. A file
 * that was held looks open although it has gone since, under another number.
 */

import { type LineOutcome, lineOutcomes } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { LineSet } from '../ground/line-set.ts';
import type { AccountLines } from '../send/account.ts';
import type { SubmissionId } from '../send/batch.ts';
import { keepsFromSending, wordOnOutcome } from '../send/sent-before.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { type AccountStore, linesInTheEnd } from './file-account.ts';

export type TwinStore = AccountStore & Pick<QueueStore, 'submissionsAlike'>;

/** Lines that went with another submission. */
export interface SentTwins {
  /** The last submission that has any of them. */
  by: SubmissionId;
  accepted: LineSet;
  /** On their way, at the service, or of unknown outcome. */
  open: LineSet;
}

/** Undefined where none of its lines went with another submission to the same place. */
export function sentTwins(store: TwinStore, { id, destination, check }: Submission): SentTwins | undefined {
  if (check === undefined) return undefined;
  return store
    .submissionsAlike(check)
    .filter((other) => other.check?.sha256 === check.sha256)
    .filter((other) => other.id !== id && other.destination === destination && other.stage === 'approved')
    .reduce<SentTwins | undefined>((twins, other) => {
      const of = wordsOf(store, other, check.lines);
      if (of.accepted.size + of.open.size === 0) return twins;
      const accepted = of.accepted.union(twins?.accepted ?? LineSet.none);
      return { by: other.id, accepted, open: of.open.union(twins?.open ?? LineSet.none).difference(accepted) };
    }, undefined);
}

/** @throws AppError submission.gone-with: none of what is missing is left */
export function assertNotAllGone(id: SubmissionId, missing: LineSet, twins: SentTwins | undefined): void {
  if (twins === undefined || missing.size === 0) return;
  const { by, accepted, open } = twins;
  if (missing.difference(accepted).difference(open).size > 0) return;
  const counts = { accepted: missing.intersection(accepted).size, open: missing.intersection(open).size };
  throw new AppError('submission.gone-with', { id, by, ...counts });
}

function wordsOf(store: TwinStore, other: Submission, lines: number): Pick<SentTwins, 'accepted' | 'open'> {
  const counts = keepsFromSending(store.batches(other.id));
  const known = linesInTheEnd(store, other)?.account;
  // What became of its lines was removed with the customer data, or is not told here.
  if (known === undefined)
    return { accepted: LineSet.none, open: counts ? LineSet.ofRuns([{ first: 1, last: lines }]) : LineSet.none };
  const accepted = linesOf(known, (outcome) => wordOnOutcome(outcome) === 'accepted');
  const open = linesOf(known, (outcome) => wordOnOutcome(outcome) === 'open' || (counts && outcome === 'unsent'));
  return { accepted, open };
}

function linesOf(known: AccountLines, isMeant: (outcome: LineOutcome) => boolean): LineSet {
  return lineOutcomes.filter(isMeant).reduce((all, outcome) => all.union(known[outcome]), LineSet.none);
}
