/** @file What an action did to a submission, and why it did nothing, as the command line says it. */

import type { Obstacle, QueueAction } from '../../../src-shared/contract.ts';
import { assertNever, describeError } from '../../../src-shared/errors.ts';
import { factsOf, type SubmissionState } from '../../../src-shared/states.ts';
import { counted, stateInWords } from './wording.ts';

/** When the queue goes on. @param holder the app that is running, if one is */
export function whenItGoesOn(holder: string | undefined): string {
  return holder === undefined ? 'with the next “tranship work”' : 'now: the Tranship that is running does it';
}

/**
 * What was done, behind the name of the file.
 * @param batches how many of its batches it was done to
 * @param holder as in whenItGoesOn
 * @param isReportOnly all that was wrong with it is a missing report
 */
export function doneInWords(
  action: QueueAction,
  batches: number,
  holder: string | undefined,
  isReportOnly: boolean,
): string {
  switch (action) {
    case 'pause':
      return 'is paused; a batch that was being sent starts again when you resume';
    case 'resume':
      return `continues ${whenItGoesOn(holder)}`;
    case 'retry':
      if (isReportOnly) return `has its report asked for again ${whenItGoesOn(holder)}; nothing is sent`;
      return batches === 0
        ? `is checked again ${whenItGoesOn(holder)}`
        : `is sent again ${whenItGoesOn(holder)}: ${counted(batches, 'batch')}`;
    case 'cancel':
      return batches === 0
        ? 'is cancelled'
        : 'is cancelled; the service may still process what it has already received';
    case 'remove':
      return 'is removed; “tranship queue restore” brings it back within ten minutes';
    case 'restore':
      return 'is back in the queue';
    default:
      return assertNever(action);
  }
}

/** Whether a retry of these batches sends nothing, and only asks for their reports. */
export function lacksOnlyReports(batches: readonly { state: SubmissionState }[]): boolean {
  const retried = batches.filter(({ state }) => factsOf(state).canRetry);
  return retried.length > 0 && retried.every(({ state }) => state === 'unreported');
}

/** Why nothing was done, behind the name of the file. */
export function obstacleInWords(action: QueueAction, obstacle: Obstacle): string {
  switch (obstacle.reason) {
    case 'paused-already':
      return 'is already paused';
    case 'not-paused':
      return 'is not paused';
    case 'cancelled-already':
      return 'is already cancelled';
    case 'paused':
      return action === 'remove'
        ? 'is paused and can still be sent; cancel it with “tranship queue cancel” before you remove it'
        : 'is paused; “tranship queue resume” resumes it';
    case 'checking':
      return action === 'remove'
        ? 'is being checked; cancel it with “tranship queue cancel” before you remove it'
        : 'is being checked, and there is nothing to retry yet';
    case 'held':
      return 'is held, and nothing of it is sent until you decide: “tranship queue approve” or “tranship queue cancel”';
    case 'all-sent':
      return 'has been sent; what the service does with it cannot be paused';
    case 'ended':
      return endInWords(action, obstacle.state);
    case 'under-way':
      if (action === 'retry' && obstacle.due !== undefined && obstacle.due > 0)
        return `is tried now, as is all that waits for its connection: ${counted(obstacle.due, 'batch')}`;
      return action === 'remove'
        ? `has not ended (${stateInWords(obstacle.state)}); wait until it ends, or cancel it with “tranship queue cancel”`
        : `has not ended (${stateInWords(obstacle.state)}) and continues with “tranship work”; there is nothing to retry`;
    case 'not-removed':
      return 'is in the queue; there is nothing to restore';
    case 'corrected':
      return `is corrected by submission ${obstacle.by}, which has what was missing; look at that one`;
    case 'refused':
      return `is left as it is: ${describeError(obstacle.error, 'ended-command').detail.replace(/\.$/, '')}`;
    case 'unknown-id':
      return 'is not in the queue any more';
    case 'removed-long-ago':
      return 'was removed more than ten minutes ago and cannot be restored; add the file again with “tranship send”';
    default:
      return assertNever(obstacle);
  }
}

function endInWords(action: QueueAction, state: SubmissionState): string {
  const nothing = `there is nothing to ${action}`;
  switch (factsOf(state).end) {
    case 'success':
      return `has been processed; ${nothing}`;
    case 'rejected':
      return action === 'retry'
        ? 'was rejected by the service, which would reject the same lines again; correct them with “tranship fix”'
        : `was rejected by the service; ${nothing}`;
    default:
      return `has ended (${stateInWords(state)}); ${nothing}`;
  }
}
