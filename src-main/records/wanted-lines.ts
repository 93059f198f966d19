/** @file The lines of a submission that a person wants as they are, by what became of them. */

import type { StoredLines } from '../fixing/rewrite-messages.ts';
import { LineSet } from '../ground/line-set.ts';
import { assertUnchanged } from '../send/correction/corrected-file.ts';
import { knownLines } from '../send/known-lines.ts';
import { type AccountStore, linesInTheEnd } from '../send/lines-in-the-end.ts';
import type { SubmissionView } from '../send/submission-view.ts';

/** Which lines of a submission are wanted as they are. */
export interface WantedLines {
  accepted: boolean;
  /** By the service, or by our check. */
  rejected: boolean;
  unknown: boolean;
  /** Whether those are wanted, too, that were rejected at first, and corrected since. */
  first?: boolean | undefined;
}

export interface ExportScope {
  /** As `RewriteRequest.scope` has it. */
  scope: StoredLines;
  /** Rejected lines that are left out, as a correction has them. */
  corrected: number;
}

/**
 * The lines of these outcomes.
 * @param listed the lines that a person names as rejected by the service, in place of those of its reports
 * @throws AppError edit.not-checked, queue.findings-purged, file.*
 */
export function exportScope(
  store: AccountStore,
  view: SubmissionView,
  wanted: WantedLines,
  listed?: Iterable<number>,
): ExportScope {
  const known = knownLines(store, view);
  assertUnchanged(view.submission);
  const [accepted, rejected] = [known.accepted, known.rejected.union(known.invalid)];
  const named = listed === undefined ? rejected : LineSet.of(listed);
  const settled = wanted.first === true || listed !== undefined ? LineSet.none : correctedOf(store, view, rejected);
  const lines = [
    ...(wanted.accepted ? [accepted.difference(named)] : []),
    ...(wanted.rejected ? [named.difference(settled)] : []),
    ...(wanted.unknown ? [known.unknown] : []),
  ];
  const scope = lines.reduce((all, some) => all.union(some), LineSet.none).encode();
  return { scope, corrected: wanted.rejected ? settled.size : 0 };
}

/** Of the rejected lines, those that are so no more, since a correction has them. */
function correctedOf(store: AccountStore, { submission }: SubmissionView, rejected: LineSet): LineSet {
  const { account, steps = [] } = linesInTheEnd(store, submission) ?? {};
  if (account === undefined || steps.length === 0) return LineSet.none;
  return rejected.difference(account.rejected.union(account.invalid));
}
