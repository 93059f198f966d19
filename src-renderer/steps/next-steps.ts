/** @file The steps that a person can take with a submission in its current state. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';

/** `approve` sends a held submission; `allowHost` lets the files of its connection go to another storage host. */
export type Step = 'approve' | 'allowHost' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';
/** The steps for many submissions at once; each held one needs its own decision. */
export type CommonStep = Exclude<Step, 'approve' | 'allowHost'>;

/** The steps that apply to a submission, the likeliest first. */
export function nextSteps({
  state,
  paused,
  failedBatches,
  unknownBatches,
  error,
}: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches' | 'unknownBatches' | 'error'>): Step[] {
  const { phase, canRetry } = factsOf(state);
  const hasEnded = phase === 'ended';
  const steps: Step[] = [];
  if (!hasEnded && error?.code === 'upload.other-host') steps.push('allowHost');
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
