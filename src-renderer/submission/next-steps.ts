/** @file What a person can do next with a submission as it stands. Pure. */

import type { SubmissionRow } from '../../src-preload/contract.ts';

export type NextStep = 'send' | 'sendAnyway' | 'sendAgain' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';

type State = SubmissionRow['state'];

const sending: ReadonlySet<State> = new Set(['waiting', 'reserving', 'uploading', 'verifying']);
const ended: ReadonlySet<State> = new Set(['processed', 'rejected', 'failed', 'cancelled', 'check-failed']);
const triable: ReadonlySet<State> = new Set(['failed', 'cancelled', 'check-failed']);

/** The steps that make sense, the most likely first. */
export function nextSteps({
  state,
  paused,
  failedBatches,
  errors,
  error,
}: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches' | 'errors' | 'error'>): NextStep[] {
  const steps: NextStep[] = [];
  if (state === 'held') {
    if (error?.code === 'submission.sent-before') steps.push('sendAgain');
    else steps.push(errors > 0 ? 'sendAnyway' : 'send');
  }
  if (paused && !ended.has(state) && state !== 'held' && state !== 'checking') steps.push('resume');
  else if (sending.has(state)) steps.push('pause');
  if (triable.has(state) || failedBatches > 0) steps.push('retry');
  if (ended.has(state)) steps.push('remove');
  else steps.push('cancel');
  return steps;
}
