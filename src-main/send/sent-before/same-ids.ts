/**
 * @file Which modification ids of a file went to the same destination before, with other submissions: before anything of it is sent,
 * its index is compared with theirs.
 */

import { compareFiles } from '../../check/compare.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { OtherIndex } from '../../check/id-index/shared-ids.ts';
import type { LineSet } from '../../ground/line-set.ts';
import type { Batch, BatchState } from '../batch.ts';
import { rejectedOf } from '../batch-outcome.ts';
import { type BatchLines, linesOfBatches, namedLines } from '../line-range.ts';
import type { QueueStore } from '../storage/store.ts';
import { type ApprovedSubmission, currentBatches, type Submission } from '../submission.ts';
import type { IdIndexes, IndexProblem } from './id-indexes.ts';
import { madeAgain, madeForKey } from './made-again.ts';
import { correctedBy, wordOnBatch, wordOnCorrected } from './may-go-again.ts';

/** A submission that went to the same destination before with some of the same modification ids. */
export interface EarlierFile {
  submission: ApprovedSubmission;
  /** How many lines of the new file have ids of it. */
  lines: number;
  /** What became of most of these. */
  state: BatchState;
  /** When it was approved, and by whom, where that is known. */
  at: number;
  user?: string;
}

/** What of a file went to the same destination before, by the modification ids of its lines. */
export interface SentIds {
  /** Lines whose ids went before. */
  lines: number;
  /** The file with most of them first. */
  files: readonly EarlierFile[];
  /** Earlier files whose ids could not be read. */
  uncompared: number;
}

export interface SentIdsPorts {
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'history' | 'lines' | 'submission'>;
  indexes: IdIndexes;
  signal: AbortSignal;
  /** An earlier file could not be compared. */
  onUncompared: (earlier: ApprovedSubmission, index: IndexProblem) => void;
}

export interface Candidate {
  submission: ApprovedSubmission;
  /** The batches that count as sent. */
  parts: BatchLines[];
  /** Lines of these that its reports name as rejected: they may go again. */
  rejected: LineSet;
}

type Compared = Pick<Submission, 'id' | 'destination' | 'corrects' | 'content' | 'options'>;

/**
 * Undefined where this file has no index to compare, or nothing went there before. An index that was made before this data folder
 * had its present key is compared under its own.
 * @throws AppError check.failed, queue.damaged, and the signal's reason
 */
export async function findSentIds(
  submission: Compared,
  sha256: string,
  ports: SentIdsPorts,
): Promise<SentIds | undefined> {
  const { store, indexes, signal, onUncompared } = ports;
  const corrected = correctedBy(store, submission);
  const candidates = candidatesOf(store, submission.destination, corrected).filter(
    (candidate) => candidate.submission.id !== submission.id,
  );
  if (candidates.length === 0) return undefined;
  const own = await indexes.open(submission.id, sha256);
  if (own === 'missing') return undefined;
  if (typeof own !== 'string') own.close();
  const found: SentIds = { lines: 0, files: [], uncompared: 0 };
  const missed = (earlier: ApprovedSubmission, problem: IndexProblem): void => {
    onUncompared(earlier, problem);
    // Without an index there never was one to trust: the totals are compared as well.
    if (problem !== 'missing') found.uncompared++;
  };
  const comparable: { candidate: Candidate; key: IdKey }[] = [];
  for (const candidate of candidates) {
    const key = await keyOf(candidate.submission, indexes, signal);
    if (typeof key === 'string') missed(candidate.submission, key);
    else comparable.push({ candidate, key });
  }
  const files: EarlierFile[] = [];
  for (const [keyId, earlier] of Map.groupBy(comparable, ({ key }) => key.id)) {
    const key = earlier[0]?.key;
    if (key === undefined) continue;
    const isOwnKey = typeof own !== 'string' && own.key.id === keyId;
    const passing = isOwnKey ? undefined : await madeForKey(submission, sha256, key, indexes, signal);
    const path = isOwnKey ? indexes.pathOf(submission.id) : passing?.path;
    try {
      const others = earlier.map(({ candidate }) => sentLinesOf(candidate, indexes));
      const shared = path === undefined ? undefined : await compareFiles({ path, others }, signal);
      // Under two keys the same line may be found twice: at least so many are shared.
      found.lines = Math.max(found.lines, shared?.shared ?? 0);
      for (const [at, { candidate }] of earlier.entries()) {
        const lines = shared?.others[at];
        if (lines === undefined) missed(candidate.submission, shared === undefined ? 'other-key' : 'damaged');
        else files.push(...earlierFile(candidate, lines, store));
      }
    } finally {
      passing?.close();
    }
  }
  return { ...found, files: files.sort((a, b) => b.lines - a.lines) };
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
    const parts = linesOfBatches(batches).filter(({ batch }) => wordOn(batch) !== 'free');
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
  const some = currentBatches(batches).filter((batch) => rejectedOf(batch) > 0);
  return namedLines(some, batches, (number) => lines.named(number));
}

/** The key of the index of an earlier file, or why it cannot be compared; a damaged index is made again, if the file is as it was. */
async function keyOf(
  submission: ApprovedSubmission,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<IdKey | IndexProblem> {
  const opened = await indexes.open(submission.id, submission.check.sha256);
  const usable = opened === 'damaged' ? await madeAgain(submission, opened, indexes, signal) : opened;
  if (typeof usable === 'string') return opened === 'missing' || opened === 'other-key' ? opened : 'damaged';
  usable.close();
  return usable.key;
}

function earlierFile(
  { submission, parts }: Candidate,
  counts: readonly number[],
  store: SentIdsPorts['store'],
): EarlierFile[] {
  const lines = counts.reduce((sum, count) => sum + count, 0);
  const most = parts[counts.indexOf(Math.max(...counts))];
  if (lines === 0 || most === undefined) return [];
  return [{ submission, lines, state: most.batch.state, ...approvalOf(submission, store) }];
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
