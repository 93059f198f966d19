/**
 * @file What became of the lines of a stored submission in the end, also in its corrections: read from what the check, the service's
 * reports and people have said.
 */

import { perOutcome } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { LineSet } from '../ground/line-set.ts';
import type { AccountLines } from './account.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { type FollowedAccount, followedAccount, type Link, lastPlaces, type Place } from './followed-account.ts';
import { knownLines, type StoredLineFacts } from './known-lines.ts';
import { lineRanges } from './line-range.ts';
import type { QueueStore } from './storage/store.ts';
import { correctionsOf, currentBatches, type Submission, wasSent } from './submission.ts';
import { viewOf } from './submission-view.ts';

export type AccountStore = StoredLineFacts & Pick<QueueStore, 'submission' | 'history'>;

/** The lines of a file by what became of them in the end, also in its corrections; undefined where that is not known. */
export function linesInTheEnd(store: AccountStore, submission: Submission): FollowedAccount | undefined {
  const link = linkOf({ store, batchesOf: (id) => store.batches(id) }, submission);
  return link && followedAccount(link);
}

/** Where each line of a file is as it was in the end; none where that is not known. */
export function placesInTheEnd(store: AccountStore, submission: Submission): Place[] {
  const link = linkOf({ store, batchesOf: (id) => store.batches(id) }, submission);
  return link === undefined ? [] : lastPlaces(link);
}

interface Ports {
  store: AccountStore;
  /** All that were ever made of a submission. */
  batchesOf: (id: SubmissionId) => readonly Batch[];
}

/**
 * With what corrects it; undefined where what the check found decides about a line, and was removed with the customer data. Of a
 * held file of which every line is in what corrects it, or was left out with that, it decides nothing.
 */
export function linkOf(ports: Ports, submission: Submission): Link | undefined {
  const { store, batchesOf } = ports;
  const { id, check, corrected } = submission;
  const all = batchesOf(id);
  const account = linesOf(store, submission, all) ?? linesHandedOver(ports, submission);
  if (account === undefined && check !== undefined) return undefined;
  // What another preparation replaces does not come back when that is given up: other files of it may go.
  const isUndone = submission.prepared === undefined && isGivenUp(submission, all);
  const own: Link = { submission: id, lines: check?.lines, account, isGivenUp: isUndone };
  // A correction was added later than what it corrects.
  const next = correctionsOf(submission).flatMap((by) => (by > id ? (store.submission(by) ?? []) : []));
  if (account === undefined || corrected === undefined || next.length === 0) return own;
  const standsFor = linesStoodFor(store, submission, corrected, { all, account });
  const [first, ...more] = next.flatMap((one) => {
    const by = linkOf(ports, one);
    return by === undefined ? [] : [{ by: next.length > 1 ? ofTwo(by) : by, map: store.lines.map(one.id) }];
  });
  if (first === undefined || more.length + 1 < next.length) return undefined;
  return { ...own, correction: { standsFor, parts: [first, ...more] } };
}

/** Of two that have its lines, none counts as not made: when one of them is given up, its lines are left out, also faulty ones. */
function ofTwo(link: Link): Link {
  const { account, isGivenUp } = link;
  if (account === undefined || !isGivenUp) return link;
  const { invalid, leftOut } = account;
  return { ...link, isGivenUp: false, account: { ...account, invalid: LineSet.none, leftOut: leftOut.union(invalid) } };
}

function linesOf(store: AccountStore, submission: Submission, all: readonly Batch[]): AccountLines | undefined {
  const { account, ...view } = viewOf(submission, all);
  if (account === undefined) return undefined;
  try {
    return knownLines(store, { account, ...view }, all);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'queue.findings-purged') return undefined;
    throw thrown;
  }
}

/** All lines of a held file that has handed them over; undefined where what corrects it was given up, so that they are its own again. */
function linesHandedOver({ store, batchesOf }: Ports, submission: Submission): AccountLines | undefined {
  const { stage, check } = submission;
  const next = correctionsOf(submission).flatMap((by) => store.submission(by) ?? []);
  const isOver = next.length > 0 && !next.some((one) => isGivenUp(one, batchesOf(one.id)));
  if (stage !== 'held' || check === undefined || !isOver) return undefined;
  return { ...perOutcome(() => LineSet.none), unsent: LineSet.ofRuns([{ first: 1, last: check.lines }]) };
}

/** Whether a person has given it up before anything of it went. */
export function isGivenUp({ stage, removedAt }: Submission, all: readonly Batch[]): boolean {
  const isCancelled =
    stage === 'cancelled' || (stage === 'approved' && currentBatches(all).every(({ state }) => state === 'cancelled'));
  return (isCancelled || removedAt !== undefined) && !wasSent(all);
}

/** The batches that were missing, and what the reports that were there by then had named of the others. */
function linesStoodFor(
  store: AccountStore,
  { id, stage }: Submission,
  { by, starts }: NonNullable<Submission['corrected']>,
  { all, account }: { all: readonly Batch[]; account: AccountLines },
): LineSet {
  if (stage !== 'approved') return Object.values(account).reduce((lines, some) => lines.union(some), LineSet.none);
  const [ranges, reported] = [lineRanges(all), reportedBefore(store, id, by)];
  return currentBatches(all).reduce((lines, { number, start }) => {
    const range = ranges.get(number);
    if (range === undefined) return lines;
    if (starts.includes(start)) return lines.union(LineSet.ofRuns([range]));
    const rejected = account.rejected.intersection(LineSet.ofRuns([range]));
    return reported.has(number) ? lines.union(rejected) : lines;
  }, LineSet.none);
}

function reportedBefore(store: AccountStore, id: SubmissionId, by: SubmissionId): ReadonlySet<number> {
  const own = store.history(id);
  const corrected = own.findLast(({ kind, detail }) => kind === 'corrected' && detail.by === by)?.position ?? 0;
  const before = own.filter(({ position, detail }) => position < corrected && detail.named !== undefined);
  return new Set(before.flatMap(({ batch }) => batch ?? []));
}
