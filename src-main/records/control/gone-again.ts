/** @file Which lines went again with a later file, by a person's decision: for the core system such a payment is one. */

import { perOutcome } from '../../../src-shared/account.ts';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { type AccountStore, linesInTheEnd, placesInTheEnd } from '../../send/lines-in-the-end.ts';
import type { Submission } from '../../send/submission.ts';
import { type AskSentBefore, approvalOf } from '../went-before.ts';

/** Of a file with more of them, none is known to have gone again. */
const MOST_FOLLOWED = 100_000;

interface Ports {
  store: AccountStore;
  /** Without it, nothing is known to have gone again. */
  sentBefore?: AskSentBefore | undefined;
  signal: AbortSignal;
}

/**
 * The lines of each submission in whose place another version counts: it went again later with one of these files, or with what corrects
 * it; or it is the later one, and was refused.
 * @throws the reason of the signal
 */
export async function goneAgain(
  { store, sentBefore, signal }: Ports,
  files: readonly Submission[],
): Promise<ReadonlyMap<SubmissionId, LineSet>> {
  const gone = new Map<SubmissionId, LineSet>();
  if (sentBefore === undefined) return gone;
  const add = (id: SubmissionId, lines: LineSet) => gone.set(id, (gone.get(id) ?? LineSet.none).union(lines));
  for (const { submission: id } of files.flatMap((file) => placesInTheEnd(store, file))) {
    const { position, repeat: { linesBefore = 0 } = {} } = approvalOf(store, id);
    const submission = store.submission(id);
    if (submission === undefined || position === undefined || linesBefore === 0 || linesBefore > MOST_FOLLOWED)
      continue;
    const known = await sentBefore(submission, signal, MOST_FOLLOWED).catch(toAppError);
    signal.throwIfAborted();
    const named = known instanceof AppError ? [] : (known?.told?.named ?? []);
    const { accepted, pending, unsent, unknown } = linesInTheEnd(store, submission)?.account ?? noLines;
    const standing = [pending, unsent, unknown].reduce((lines, some) => lines.union(some), accepted);
    for (const [earlier, lines] of Map.groupBy(named, (one) => one.submission)) {
      // What went later is no version before this one, and figures of another connection have its own.
      const isBefore = (approvalOf(store, earlier).position ?? Infinity) < position;
      if (!isBefore || store.submission(earlier)?.connection !== submission.connection) continue;
      const [replacing, refused] = [true, false].map((wanted) =>
        lines.filter(({ line }) => standing.has(line) === wanted),
      );
      add(earlier, LineSet.of((replacing ?? []).map(({ there }) => there)));
      add(id, LineSet.of((refused ?? []).map(({ line }) => line)));
    }
  }
  return gone;
}

const noLines = perOutcome(() => LineSet.none);
