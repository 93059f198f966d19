/** @file What a person can do next with a submission as it stands. Pure. */

import type { SubmissionRow } from '../../src-preload/contract.ts';

/** `approve` sends a held submission all the same. */
export type Step = 'approve' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';
/** Those that can be taken for many submissions at once; each decision about a held one is its own. */
export type CommonStep = Exclude<Step, 'approve'>;

type State = SubmissionRow['state'];

const sending: ReadonlySet<State> = new Set(['waiting', 'reserving', 'uploading', 'verifying']);
const ended: ReadonlySet<State> = new Set(['processed', 'rejected', 'failed', 'cancelled', 'check-failed']);
const triable: ReadonlySet<State> = new Set(['failed', 'cancelled', 'check-failed']);

/** The steps that make sense for a submission, the likeliest first. */
export function nextSteps({
  state,
  paused,
  failedBatches,
}: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches'>): Step[] {
  const steps: Step[] = [];
  if (state === 'held') steps.push('approve');
  else if (paused && !ended.has(state)) steps.push('resume');
  else if (sending.has(state)) steps.push('pause');
  if (triable.has(state) || (failedBatches > 0 && state !== 'held')) steps.push('retry');
  steps.push(ended.has(state) ? 'remove' : 'cancel');
  return steps;
}

/** Those of several submissions for which a step makes sense. */
export function fitFor(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => nextSteps(row).includes(step));
}
