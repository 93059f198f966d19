/**
 * @file Which modification ids of a file went to the same destination before, with other submissions: by comparing its index
 * with theirs, before anything of it is sent.
 */

import { compareFiles } from '../../check/compare.ts';
import type { LinePart, OtherIndex } from '../../check/id-index/shared-ids.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { Batch, BatchState } from '../../send/batch.ts';
import { rejectedOf } from '../../send/batch-outcome.ts';
import type { EarlierFile, SentIds } from '../../send/decision.ts';
import { lineRanges } from '../../send/line-range.ts';
import { correctedBy, wordOnBatch, wordOnCorrected } from '../../send/sent-before.ts';
import type { QueueStore } from '../../send/storage/store.ts';
import { type ApprovedSubmission, currentBatches, type Submission } from '../../send/submission.ts';
import type { IdIndexes, IndexProblem } from './id-indexes.ts';
import { madeAgain } from './made-again.ts';

export interface SentIdsPorts {
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'history' | 'lines' | 'submission'>;
  indexes: IdIndexes;
  signal: AbortSignal;
  /** An earlier file could not be compared. */
  onUncompared: (earlier: ApprovedSubmission, index: IndexProblem) => void;
}

/** Lines of one batch that count as sent. */
export interface SentPart extends LinePart {
  state: BatchState;
}

export interface Candidate {
  submission: ApprovedSubmission;
  parts: SentPart[];
  /** Lines of these that its reports name as rejected: they may go again. */
  rejected: LineSet;
}

/**
 * Undefined where this file has no index to compare, or nothing went there before.
 * @throws AppError check.failed, queue.damaged, and the signal's reason
 */
export async function findSentIds(
  { id, destination, corrects }: Pick<Submission, 'id' | 'destination' | 'corrects'>,
  sha256: string,
  { store, indexes, signal, onUncompared }: SentIdsPorts,
): Promise<SentIds | undefined> {
  const corrected = correctedBy(store, { corrects });
  const candidates = candidatesOf(store, destination, corrected).filter(({ submission }) => submission.id !== id);
  if (candidates.length === 0) return undefined;
  const own = await indexes.open(id, sha256);
  if (typeof own === 'string') return undefined;
  own.close();
  const comparable: Candidate[] = [];
  let uncompared = 0;
  for (const candidate of candidates) {
    const problem = await problemOf(candidate.submission, own.key.id, indexes, signal);
    if (problem === undefined) comparable.push(candidate);
    else {
      onUncompared(candidate.submission, problem);
      // Without an index there never was one to trust: the totals are compared as well.
      if (problem !== 'missing') uncompared++;
    }
  }
  const others = comparable.map((candidate) => sentLinesOf(candidate, indexes));
  const { shared, others: counts } = await compareFiles({ path: indexes.pathOf(id), others }, signal);
  const files = comparable.flatMap((candidate, at) => {
    const lines = counts[at];
    if (lines !== undefined) return earlierFile(candidate, lines, store);
    onUncompared(candidate.submission, 'damaged');
    uncompared++;
    return [];
  });
  return { lines: shared, files: files.sort((a, b) => b.lines - a.lines), uncompared };
}

/**
 * The submissions to this destination, or to all, of which lines may be at the service, or are on their way.
 * @param corrected those that the file corrects
 */
export function candidatesOf(
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'lines'>,
  destination: string | undefined,
  corrected: ReadonlySet<number> = new Set(),
): Candidate[] {
  return store.approvedTo(destination).flatMap((submission) => {
    const wordOn = corrected.has(submission.id) ? wordOnCorrected : wordOnBatch;
    const batches = store.batches(submission.id);
    const parts = partsOf(batches, (batch) => wordOn(batch) !== 'free');
    return parts.length === 0 ? [] : [{ submission, parts, rejected: rejectedLines(batches, store.lines) }];
  });
}

/** The lines of a candidate that count as sent, as they are compared. */
export function sentLinesOf(
  { submission, parts, rejected }: Candidate,
  indexes: Pick<IdIndexes, 'pathOf'>,
): OtherIndex {
  return {
    path: indexes.pathOf(submission.id),
    parts: parts.map(({ first, last }) => ({ first, last })),
    ...(rejected.size > 0 && { except: rejected.encode() }),
  };
}

/** The lines of a file that the reports on batches name of which the service has accepted the others. */
export function rejectedLines(batches: readonly Batch[], lines: Pick<QueueStore['lines'], 'named'>): LineSet {
  const ranges = lineRanges(batches);
  return currentBatches(batches).reduce((all, batch) => {
    const range = ranges.get(batch.number);
    if (range === undefined || rejectedOf(batch) === 0) return all;
    return all.union(lines.named(batch.number).movedBy(range.first - 1));
  }, LineSet.none);
}

/** The lines of the batches that count. Batches follow one another without a gap, from the first line on. */
export function partsOf(batches: readonly Batch[], isCounted: (batch: Batch) => boolean): SentPart[] {
  let before = 0;
  return currentBatches(batches).flatMap((batch) => {
    const part = { first: before + 1, last: before + batch.lines, state: batch.state };
    before = part.last;
    return isCounted(batch) ? [part] : [];
  });
}

/** Why an earlier file cannot be compared; a damaged index is made again, if the file is as it was. */
async function problemOf(
  submission: ApprovedSubmission,
  keyId: string,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<IndexProblem | undefined> {
  const opened = await indexes.open(submission.id, submission.check.sha256);
  const usable = opened === 'damaged' ? await madeAgain(submission, opened, indexes, signal) : opened;
  if (typeof usable === 'string') return opened === 'missing' || opened === 'other-key' ? opened : 'damaged';
  usable.close();
  return usable.key.id === keyId ? undefined : 'other-key';
}

function earlierFile(
  { submission, parts }: Candidate,
  counts: readonly number[],
  store: SentIdsPorts['store'],
): EarlierFile[] {
  const lines = counts.reduce((sum, count) => sum + count, 0);
  const most = parts[counts.indexOf(Math.max(...counts))];
  if (lines === 0 || most === undefined) return [];
  return [{ submission, lines, state: most.state, ...approvalOf(submission, store) }];
}

/** When the last approval of a submission was, and by whom, where that is known. */
export function approvalOf(
  { id, addedAt }: ApprovedSubmission,
  store: Pick<QueueStore, 'history'>,
): Pick<EarlierFile, 'at' | 'user'> {
  const approval = store.history(id).findLast(({ kind }) => kind === 'approved');
  const user = approval?.recorder?.user;
  return { at: approval?.at ?? addedAt, ...(user !== undefined && { user }) };
}
