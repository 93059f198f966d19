/**
 * @file Which lines went again with a later file, by a person's decision: for the core system such a payment is one, as it went last.
 */

import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { type AccountStore, placesInTheEnd } from '../../send/lines-in-the-end.ts';
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
 * The lines of each submission that went again with one of these files, or with what corrects it, unless they were refused there.
 * @throws the reason of the signal
 */
export async function goneAgain(
  { store, sentBefore, signal }: Ports,
  files: readonly Submission[],
): Promise<ReadonlyMap<SubmissionId, LineSet>> {
  const gone = new Map<SubmissionId, LineSet>();
  if (sentBefore === undefined) return gone;
  for (const { submission: id, account } of files.flatMap((file) => placesInTheEnd(store, file))) {
    const { position, repeat: { linesBefore = 0 } = {} } = approvalOf(store, id);
    const submission = store.submission(id);
    if (submission === undefined || position === undefined || linesBefore === 0 || linesBefore > MOST_FOLLOWED)
      continue;
    const known = await sentBefore(submission, signal, MOST_FOLLOWED).catch(toAppError);
    signal.throwIfAborted();
    const named = known instanceof AppError ? [] : (known?.told?.named ?? []);
    const { accepted, pending, unsent, unknown } = account;
    const counting = [pending, unsent, unknown].reduce((lines, some) => lines.union(some), accepted);
    // What went later is no version before this one.
    const before = named.filter(
      (one) => counting.has(one.line) && (approvalOf(store, one.submission).position ?? Infinity) < position,
    );
    for (const [earlier, lines] of Map.groupBy(before, (one) => one.submission))
      gone.set(earlier, (gone.get(earlier) ?? LineSet.none).union(LineSet.of(lines.map(({ there }) => there))));
  }
  return gone;
}
