/** @file The lines of a submission, by what became of them: read from what the check, the service's reports and people have said. */

import { AppError } from '../../src-shared/errors.ts';
import type { RuleId } from '../check/findings/finding.ts';
import { LineSet } from '../ground/line-set.ts';
import { type AccountLines, accountLines } from './account.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { namedLines } from './line-range.ts';
import type { QueueStore } from './storage/store.ts';
import type { SubmissionView } from './submission-view.ts';

export type StoredLineFacts = Pick<QueueStore, 'findings' | 'customerData' | 'batches' | 'lines'>;

/**
 * @param all the batches that were ever made of it; as they are stored, by default
 * @throws AppError edit.not-checked; queue.findings-purged where what the check found decides and is gone
 */
export function knownLines(
  store: StoredLineFacts,
  { submission, batches }: SubmissionView,
  all: readonly Batch[] = store.batches(submission.id),
): AccountLines {
  const invalid = submission.stage === 'approved' ? LineSet.none : faultyLines(store, submission);
  const named = (batch: Parameters<typeof store.lines.named>[0]) => store.lines.named(batch);
  const known = accountLines(submission, all, batches, { invalid, named });
  if (known === undefined) throw new AppError('edit.not-checked', {});
  return known;
}

/** The lines that the service's reports name, also in batches that were rejected as a whole. */
export function linesNamedByService(store: StoredLineFacts, { submission, batches }: SubmissionView): LineSet {
  return namedLines(batches, store.batches(submission.id), (number) => store.lines.named(number));
}

function faultyLines(
  { findings, customerData }: StoredLineFacts,
  { id, check }: SubmissionView['submission'],
): LineSet {
  if (check === undefined || check.valid === check.lines) return LineSet.none;
  if (!customerData.hasFindings(id)) throw new AppError('queue.findings-purged', { id });
  return errorsOf({ findings }, id);
}

/** The lines in which the check found errors, as far as its findings are kept. @param isMeant which rules count; all, unless it is given */
export function errorsOf(
  { findings }: Pick<StoredLineFacts, 'findings'>,
  id: SubmissionId,
  isMeant: (rule: RuleId) => boolean = () => true,
): LineSet {
  return LineSet.of(errorLines(findings.all(id, { severity: 'error' }), isMeant));
}

function* errorLines(
  findings: ReturnType<StoredLineFacts['findings']['all']>,
  isMeant: (rule: RuleId) => boolean,
): Generator<number> {
  for (const { line, rule } of findings) if (line > 0 && isMeant(rule)) yield line;
}
