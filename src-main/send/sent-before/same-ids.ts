/**
 * @file Which modification ids of a file went to the same destination before, with other submissions: before anything of it is sent,
 * its index is compared with theirs.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { compareFiles } from '../../check/compare.ts';
import { DamagedIndex } from '../../check/id-index/id-index-file.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { OtherIndex, SharedIds } from '../../check/id-index/shared-ids.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { BatchState, SubmissionId } from '../batch.ts';
import type { QueueStore } from '../storage/store.ts';
import { type ApprovedSubmission, isBound, type Submission } from '../submission.ts';
import type { IdIndexes, IndexProblem, UsableIndex } from './id-indexes.ts';
import type { KnownIds } from './known-ids.ts';
import { madeAgain, madeForKey } from './made-again.ts';
import { correctedBy } from './may-go-again.ts';
import type { SentFile, SentFiles } from './sent-files.ts';

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
  /** Where the lines were asked for. */
  told?: SentLinesById;
}

/** The lines of a file whose ids went before. */
export interface SentLinesById {
  lines: LineSet;
  /** The first of them, each with the line that it went as last. */
  named: { line: number; submission: SubmissionId; there: number }[];
}

export interface SentIdsPorts {
  store: Pick<QueueStore, 'history' | 'submission'>;
  /** What went before. */
  sent: Pick<SentFiles, 'to'>;
  indexes: IdIndexes;
  known: KnownIds;
  signal: AbortSignal;
  /** An earlier file could not be compared. */
  onUncompared: (earlier: SubmissionId, index: IndexProblem) => void;
}

/** A checked file. */
export type CheckedContent = Pick<SentFile, 'id' | 'sha256'>;

type Compared = Pick<Submission, 'id' | 'destination' | 'corrects' | 'content' | 'options'>;

/**
 * Undefined where this file has no index to compare, or nothing went there before. An index that was made before this data folder
 * had its present key is compared under its own.
 * @param mostNamed so many of the lines are named, and all are told; without it, they are only counted
 * @throws AppError check.failed, queue.damaged, and the signal's reason
 */
export async function findSentIds(
  submission: Compared,
  sha256: string,
  ports: SentIdsPorts,
  mostNamed?: number,
): Promise<SentIds | undefined> {
  const { store, sent, indexes, known, signal, onUncompared } = ports;
  const all = await sent.to(submission.destination, correctedBy(store, submission), signal);
  const others = all.filter(({ id }) => id !== submission.id);
  if (others.length === 0) return undefined;
  const own = await indexes.open(submission.id, sha256);
  if (own === 'missing') return undefined;
  const path = indexes.pathOf(submission.id);
  const wanted = mostNamed === undefined ? {} : { mostNamed };
  const candidates = typeof own === 'string' ? others : await sharingWith(own, others, known, signal);
  const alike =
    typeof own === 'string' || candidates.length === 0
      ? undefined
      : await compareFiles({ path, others: candidates.map(expectedWith(own.key, indexes)), ...wanted }, signal);
  const found: SentIds = { lines: alike?.shared ?? 0, files: [], uncompared: 0 };
  const told = mostNamed === undefined ? undefined : [toldBy(alike, candidates)];
  const files = candidates.flatMap((candidate, at) => earlierFile(candidate, alike?.others[at] ?? [], store));
  const missed = ({ id }: SentFile, problem: IndexProblem): void => {
    onUncompared(id, problem);
    // Without an index there never was one to trust: the totals are compared as well.
    if (problem !== 'missing') found.uncompared++;
  };
  const comparable: { candidate: SentFile; key: IdKey }[] = [];
  for (const candidate of candidates.filter((_, at) => alike?.others[at] === undefined)) {
    const key = await keyOf(candidate, store, indexes, signal);
    if (typeof key === 'string') missed(candidate, key);
    else comparable.push({ candidate, key });
  }
  for (const [keyId, earlier] of Map.groupBy(comparable, ({ key }) => key.id)) {
    const key = earlier[0]?.key;
    if (key === undefined) continue;
    const isOwnKey = typeof own !== 'string' && own.key.id === keyId;
    const passing = isOwnKey ? undefined : await madeForKey(submission, sha256, key, indexes, signal);
    const pathForKey = isOwnKey ? path : passing?.path;
    try {
      const others = earlier.map(({ candidate }) => sentLinesOf(candidate, indexes));
      const shared =
        pathForKey === undefined ? undefined : await compareFiles({ path: pathForKey, others, ...wanted }, signal);
      told?.push(
        toldBy(
          shared,
          earlier.map(({ candidate }) => candidate),
        ),
      );
      // Under two keys the same line may be found twice: at least so many are shared.
      found.lines = Math.max(found.lines, shared?.shared ?? 0);
      for (const [at, { candidate }] of earlier.entries()) {
        const lines = shared?.others[at];
        if (lines === undefined) missed(candidate, shared === undefined ? 'other-key' : 'damaged');
        else files.push(...earlierFile(candidate, lines, store));
      }
    } finally {
      passing?.close();
    }
  }
  return {
    ...found,
    files: files.sort((a, b) => b.lines - a.lines),
    ...(told !== undefined && { told: told.reduce(toldTogether) }),
  };
}

/** Whether a checked file may have an id of one of these, also where that cannot be said. @throws the signal's reason */
export async function mayShareIds(
  { id, sha256 }: CheckedContent,
  others: readonly CheckedContent[],
  { indexes, known, signal }: Pick<SentIdsPorts, 'indexes' | 'known' | 'signal'>,
): Promise<boolean> {
  if (others.length === 0) return false;
  const own = await indexes.open(id, sha256);
  // Without an index, nothing is compared.
  if (typeof own === 'string') return own !== 'missing';
  return (await sharingWith(own, others, known, signal)).length > 0;
}

function toldBy(shared: SharedIds | undefined, others: readonly SentFile[]): SentLinesById {
  const named = (shared?.named ?? []).flatMap(({ line, other, there }) => {
    const submission = others[other]?.id;
    return submission === undefined ? [] : [{ line, submission, there }];
  });
  return { lines: shared?.lines === undefined ? LineSet.none : LineSet.decode(shared.lines), named };
}

/** Under two keys the same line may be found twice: what went last counts. */
function toldTogether(one: SentLinesById, other: SentLinesById): SentLinesById {
  const all = [...one.named, ...other.named].sort((a, b) => a.line - b.line || a.submission - b.submission);
  const named = [...new Map(all.map((sent) => [sent.line, sent])).values()];
  return { lines: one.lines.union(other.lines), named };
}

/** Closes the index, also one that is damaged: then the comparison says so. */
async function sharingWith<Of extends CheckedContent>(
  own: UsableIndex,
  others: readonly Of[],
  known: KnownIds,
  signal: AbortSignal,
): Promise<Of[]> {
  try {
    return await known.sharing(own, others, signal);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return [...others];
    throw thrown;
  } finally {
    own.close();
  }
}

/** The lines of a file that count as sent, as they are compared. */
export function sentLinesOf({ id, parts, rejected }: SentFile, indexes: Pick<IdIndexes, 'pathOf'>): OtherIndex {
  return {
    path: indexes.pathOf(id),
    parts: parts.map(({ first, last }) => ({ first, last })),
    ...(rejected.size > 0 && { except: rejected.encode() }),
  };
}

/** As `sentLinesOf`, of an index with this key: it is opened where it is compared, since there may be ten thousand. */
const expectedWith =
  (key: IdKey, indexes: Pick<IdIndexes, 'pathOf'>) =>
  (candidate: SentFile): OtherIndex => ({
    ...sentLinesOf(candidate, indexes),
    expected: { sha256: candidate.sha256, keyId: key.id },
  });

/** The key of the index of an earlier file, or why it cannot be compared; a damaged index is made again, if the file is as it was. */
async function keyOf(
  { id, sha256 }: SentFile,
  store: Pick<QueueStore, 'submission'>,
  indexes: IdIndexes,
  signal: AbortSignal,
): Promise<IdKey | IndexProblem> {
  const opened = await indexes.open(id, sha256);
  const submission = opened === 'damaged' ? store.submission(id) : undefined;
  const usable = submission === undefined ? opened : await madeAgain(submission, 'damaged', indexes, signal);
  if (typeof usable === 'string') return opened === 'missing' || opened === 'other-key' ? opened : 'damaged';
  usable.close();
  return usable.key;
}

/** Nothing where it shares no line, or is not sent any more. */
function earlierFile({ id, parts }: SentFile, counts: readonly number[], store: SentIdsPorts['store']): EarlierFile[] {
  const lines = counts.reduce((sum, count) => sum + count, 0);
  const most = parts[counts.indexOf(Math.max(...counts))];
  const submission = lines === 0 ? undefined : store.submission(id);
  if (most === undefined || submission?.stage !== 'approved') return [];
  return [{ submission, lines, state: most.state, ...approvalOf(submission, store) }];
}

/** When the last approval of a submission was, and by whom, where that is known. */
export function approvalOf(
  { id, addedAt }: Pick<ApprovedSubmission, 'id' | 'addedAt'>,
  store: Pick<QueueStore, 'history'>,
): Pick<EarlierFile, 'at' | 'user'> {
  const approval = store.history(id).findLast(({ kind }) => kind === 'approved');
  const user = approval?.recorder?.user;
  return { at: approval?.at ?? addedAt, ...(user !== undefined && { user }) };
}

/** As `findSentIds`. Where the indexes cannot be compared, a file was not compared, and `onFailure` is told why. */
export async function compareOrTell(
  submission: Compared,
  sha256: string,
  ports: SentIdsPorts,
  mostNamed: number | undefined,
  onFailure: (error: AppError) => void,
): Promise<SentIds | undefined> {
  return await findSentIds(submission, sha256, ports, mostNamed).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'check.failed') throw thrown;
    onFailure(thrown);
    return { lines: 0, files: [], uncompared: 1 };
  });
}

/** The content by which a submission is compared; undefined for one that was not checked, or has no destination yet. */
export const comparedContent = (submission: Submission): string | undefined =>
  isBound(submission) ? submission.check?.sha256 : undefined;
