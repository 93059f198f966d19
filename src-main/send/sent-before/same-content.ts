/**
 * @file What went before with the content of a file: its bytes, or the same sums of as many transactions. Files are asked for, and
 * of those with the same bytes each line.
 */

import { type LineOutcome, lineOutcomes } from '../../../src-shared/account.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { AccountLines } from '../account.ts';
import type { SubmissionId } from '../batch.ts';
import { type AccountStore, linesInTheEnd } from '../lines-in-the-end.ts';
import type { QueueStore } from '../storage/store.ts';
import { type ApprovedSubmission, type CheckResult, currentBatches, type Submission } from '../submission.ts';
import { correctedBy, keepsFromSending, wordOnBatch, wordOnOutcome } from './may-go-again.ts';

/** A submission that went to the same destination before. */
export type SentFile = ApprovedSubmission & {
  /** Whether what became of any of its lines is not known, or not known yet. */
  isOpen?: boolean;
};

/** A file that was last changed before a person confirmed this data folder, which does not know all that was sent until then. */
export interface OlderFile {
  changedAt: number;
  confirmedAt: number;
}

/** Lines that went with other submissions. */
export interface SentLines {
  /** The last submission that has any of them. */
  by: SubmissionId;
  accepted: LineSet;
  /** On their way, at the service, or of unknown outcome. */
  open: LineSet;
}

/** Other submissions to the same destination with the same content or totals, which keep it from going by itself. */
export function sentBefore(
  store: Pick<QueueStore, 'submissionsAlike' | 'batches' | 'submission'>,
  submission: Pick<Submission, 'id' | 'destination' | 'corrects'>,
  check: CheckResult,
): SentFile[] {
  const corrected = correctedBy(store, submission);
  return othersAlike(store, submission, check)
    .filter(({ id }) => !corrected.has(id))
    .flatMap((other) => {
      const words = currentBatches(store.batches(other.id)).map(wordOnBatch);
      return words.every((word) => word === 'free') ? [] : [{ ...other, isOpen: words.includes('open') }];
    });
}

/** Another one with the same content that began to go after this one, and keeps it from going: to try it again would double that. */
export function sentSince(
  store: Pick<QueueStore, 'submissionsAlike' | 'batches' | 'submission' | 'history'>,
  submission: ApprovedSubmission,
): ApprovedSubmission | undefined {
  const begunAt = (id: Submission['id']) =>
    store.history(id).findLast(({ kind }) => kind === 'approved' || kind === 'retried')?.position ?? 0;
  const own = begunAt(submission.id);
  return sentBefore(store, submission, submission.check).find(
    (other) => other.check.sha256 === submission.check.sha256 && begunAt(other.id) > own,
  );
}

/**
 * Which lines of a submission went with others of the same bytes to the same place; undefined where none did. A file that was held
 * looks open although it has gone since, under another number.
 */
export function sentLines(
  store: AccountStore & Pick<QueueStore, 'submissionsAlike'>,
  submission: Submission,
): SentLines | undefined {
  const { check } = submission;
  if (check === undefined) return undefined;
  return othersAlike(store, submission, check)
    .filter((other) => other.check.sha256 === check.sha256)
    .reduce<SentLines | undefined>((sent, other) => {
      const of = wordsOf(store, other);
      if (of.accepted.size + of.open.size === 0) return sent;
      const accepted = of.accepted.union(sent?.accepted ?? LineSet.none);
      return { by: other.id, accepted, open: of.open.union(sent?.open ?? LineSet.none).difference(accepted) };
    }, undefined);
}

/**
 * Whether a submission may have gone with what this data folder has lost, which nothing here can tell by its content. A prepared file
 * is as old as its oldest export, and a correction as what it corrects: the lost part may have corrected that as well.
 */
export function olderThanFolder(
  store: Pick<QueueStore, 'lastEntry' | 'submission'>,
  submission: Pick<Submission, 'prepared' | 'corrects'>,
  { modifiedAt }: Pick<CheckResult, 'modifiedAt'>,
): OlderFile | undefined {
  const confirmedAt = store.lastEntry('folder-confirmed')?.at;
  if (confirmedAt === undefined) return undefined;
  const corrected = [...correctedBy(store, submission)].flatMap((id) => {
    const { addedAt = confirmedAt, check } = store.submission(id) ?? {};
    // A person has decided about what was added since.
    return check === undefined || addedAt > confirmedAt ? [] : check.modifiedAt;
  });
  const changedAt = Math.min(modifiedAt, submission.prepared?.exportsChangedAt ?? modifiedAt, ...corrected);
  return changedAt > confirmedAt ? undefined : { changedAt, confirmedAt };
}

/** Whether anything at all may have gone to the same destination, but for what it corrects. */
export function goneThere(
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'submission'>,
  submission: Pick<Submission, 'id' | 'destination' | 'corrects'>,
): boolean {
  const corrected = correctedBy(store, submission);
  return store
    .approvedTo(submission.destination)
    .some(({ id }) => id !== submission.id && !corrected.has(id) && keepsFromSending(store.batches(id)));
}

function othersAlike(
  store: Pick<QueueStore, 'submissionsAlike'>,
  { id, destination }: Pick<Submission, 'id' | 'destination'>,
  check: CheckResult,
): ApprovedSubmission[] {
  return store
    .submissionsAlike(check)
    .filter((other) => other.stage === 'approved')
    .filter((other) => other.id !== id && other.destination === destination);
}

function wordsOf(store: AccountStore, other: ApprovedSubmission): Pick<SentLines, 'accepted' | 'open'> {
  const known = linesInTheEnd(store, other)?.account;
  const counts = keepsFromSending(store.batches(other.id));
  // What became of its lines was removed with the customer data, or is not told here.
  if (known === undefined)
    return {
      accepted: LineSet.none,
      open: counts ? LineSet.ofRuns([{ first: 1, last: other.check.lines }]) : LineSet.none,
    };
  const accepted = linesOf(known, (outcome) => wordOnOutcome(outcome) === 'accepted');
  const open = linesOf(known, (outcome) => wordOnOutcome(outcome) === 'open' || (counts && outcome === 'unsent'));
  return { accepted, open };
}

function linesOf(known: AccountLines, isMeant: (outcome: LineOutcome) => boolean): LineSet {
  return lineOutcomes.filter(isMeant).reduce((all, outcome) => all.union(known[outcome]), LineSet.none);
}
