/** @file What a person can do next with a submission as it stands. Pure. */

import type { SubmissionRow } from '../../src-preload/contract.ts';

/** The first three let a held submission go: as it is, in spite of its errors, or although it was sent before. */
export type Step = 'send' | 'sendAnyway' | 'sendAgain' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';
/** Those that can be taken for many submissions at once. */
export type CommonStep = Exclude<Step, 'send' | 'sendAnyway' | 'sendAgain'>;

type State = SubmissionRow['state'];

const sending: ReadonlySet<State> = new Set(['waiting', 'reserving', 'uploading', 'verifying']);
const ended: ReadonlySet<State> = new Set(['processed', 'rejected', 'failed', 'cancelled', 'check-failed']);
const triable: ReadonlySet<State> = new Set(['failed', 'cancelled', 'check-failed']);

/** The steps that make sense for a submission, the likeliest first. */
export function nextSteps(row: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches' | 'errors' | 'error'>): Step[] {
  const { state, paused, failedBatches, errors, error } = row;
  const steps: Step[] = [];
  if (state === 'held') {
    if (error?.code === 'submission.sent-before') steps.push('sendAgain');
    else steps.push(errors > 0 ? 'sendAnyway' : 'send');
  } else if (paused && !ended.has(state)) steps.push('resume');
  else if (sending.has(state)) steps.push('pause');
  if (triable.has(state) || (failedBatches > 0 && state !== 'held')) steps.push('retry');
  steps.push(ended.has(state) ? 'remove' : 'cancel');
  return steps;
}

/** Those of several submissions for which a step makes sense. */
export function fitFor(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => nextSteps(row).includes(step));
}
