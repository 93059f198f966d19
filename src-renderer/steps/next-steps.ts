/** @file What a person can do next with a submission as it stands. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';

/** `approve` sends a held submission all the same. */
export type Step = 'approve' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';
/** Those that can be taken for many submissions at once; each decision about a held one is its own. */
export type CommonStep = Exclude<Step, 'approve'>;

/** The steps that make sense for a submission, the likeliest first. */
export function nextSteps({
  state,
  paused,
  failedBatches,
  unknownBatches,
}: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches' | 'unknownBatches'>): Step[] {
  const { phase, canRetry } = factsOf(state);
  const hasEnded = phase === 'ended';
  const steps: Step[] = [];
  if (state === 'held') steps.push('approve');
  else if (paused && !hasEnded) steps.push('resume');
  else if (phase === 'sending') steps.push('pause');
  if (canRetry || failedBatches > 0 || unknownBatches > 0) steps.push('retry');
  steps.push(hasEnded ? 'remove' : 'cancel');
  return steps;
}

/** Those of several submissions for which a step makes sense. */
export function fitFor(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => nextSteps(row).includes(step));
}
