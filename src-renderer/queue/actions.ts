/** @file What a person can do to a submission as it stands. Pure. */

import type { SubmissionRow } from '../../src-preload/contract.ts';
import type { State } from '../texts/states.ts';

export type Action = 'approve' | 'pause' | 'resume' | 'retry' | 'cancel' | 'remove';

const unfinished: ReadonlySet<State> = new Set(['waiting', 'reserving', 'uploading', 'verifying']);
const retryable: ReadonlySet<State> = new Set(['check-failed', 'failed', 'cancelled']);
const cancellable: ReadonlySet<State> = new Set([...unfinished, 'checking', 'held', 'paused', 'processing']);
const ended: ReadonlySet<State> = new Set(['processed', 'rejected', 'failed', 'check-failed', 'cancelled']);

/** The actions that make sense for a submission, the likeliest one first. */
export function actionsFor(row: Pick<SubmissionRow, 'state' | 'paused' | 'failedBatches'>): Action[] {
  const { state, paused, failedBatches } = row;
  const actions: Action[] = [];
  if (state === 'held') actions.push('approve');
  if (paused && cancellable.has(state) && state !== 'held') actions.push('resume');
  else if (unfinished.has(state)) actions.push('pause');
  if (retryable.has(state) || (failedBatches > 0 && state !== 'held')) actions.push('retry');
  if (cancellable.has(state)) actions.push('cancel');
  if (ended.has(state)) actions.push('remove');
  return actions;
}

/** Those of several submissions for which an action makes sense. */
export function fitFor(action: Action, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => actionsFor(row).includes(action));
}
