/** @file What of checked files went before: each is compared with that before it is decided whether it is sent. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { LineIndex } from '../check/line-index.ts';
import type { SubmissionId } from './batch.ts';
import type { TeamWord } from './decision.ts';
import type { CheckedContent, SentIds } from './sent-before/same-ids.ts';
import { type ByteRange, type CheckResult, isBound, type Submission } from './submission.ts';

export interface IdComparison {
  /**
   * What of a checked file went to the same destination before; undefined where that cannot be said.
   * @param mostNamed so many of the lines are named, and all are told; without it, they are only counted
   * @throws AppError queue.damaged, disk.full, and the signal's reason
   */
  compare: (
    submission: Submission,
    sha256: string,
    signal: AbortSignal,
    mostNamed?: number,
  ) => Promise<SentIds | undefined>;
  /** Whether a checked file may have an id of one of these. @throws the signal's reason */
  mayShare: (checked: CheckedContent, others: readonly CheckedContent[], signal: AbortSignal) => Promise<boolean>;
}

/** What a check has found. */
export interface Found {
  check: CheckResult;
  /** What would be sent. */
  ranges: readonly ByteRange[];
  /** What a person should know of the check, although the file is sent. */
  warning?: ErrorRecord | undefined;
  /** Where its lines begin, which is stored with the decision. */
  lineIndex?: LineIndex | undefined;
}

/** A file whose check is done. */
export interface Checked {
  id: SubmissionId;
  found: Found;
  signal: AbortSignal;
}

/** What is known of a file from before: on this desk, and on others. */
export interface KnownBefore {
  sentIds: SentIds | undefined;
  word: TeamWord | undefined;
}

export const nothingKnown: KnownBefore = { sentIds: undefined, word: undefined };

/** One that was compared with what went to a destination. */
export interface Compared {
  checked: Checked;
  destination: string;
  known: KnownBefore;
}

/** The first of these files as they were compared, up to the first that may have an id of one before it: that may be sent by then. */
export async function compareTogether(
  group: readonly Checked[],
  { ids, current }: { ids?: IdComparison | undefined; current: (id: SubmissionId) => Submission },
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const checked of group) {
    const { id, found, signal } = checked;
    signal.throwIfAborted();
    const submission = current(id);
    const others = compared.filter(({ destination }) => destination === submission.destination).map(contentOf);
    const isCompared = ids !== undefined && isBound(submission);
    if (isCompared && (await ids.mayShare(contentOf({ checked }), others, signal))) break;
    const sentIds = isCompared ? await ids.compare(submission, found.check.sha256, signal) : undefined;
    compared.push({ checked, destination: submission.destination, known: { sentIds, word: undefined } });
  }
  return compared;
}

const contentOf = ({ checked: { id, found } }: Pick<Compared, 'checked'>): CheckedContent => ({
  id,
  sha256: found.check.sha256,
});
