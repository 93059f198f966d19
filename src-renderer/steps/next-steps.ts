/** @file The steps that a person can take with a submission in its current state. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';

/** `approve` sends a held submission. */
export type Step = 'approve' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';
/** The steps for many submissions at once; each held one needs its own decision. */
export type CommonStep = Exclude<Step, 'approve'>;

/** The steps that apply to a submission, the likeliest first. */
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

/** The submissions that a step applies to. */
export function fitFor(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => nextSteps(row).includes(step));
}
