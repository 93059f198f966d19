/** @file What an action did to a submission, and why it did nothing, as the command line says it. */

import type { Obstacle, QueueAction } from '../../../src-shared/contract.ts';
import { assertNever, describeError } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { factsOf, type SubmissionState } from '../../../src-shared/states.ts';
import { counted, stateInWords } from './wording.ts';

/** When the queue goes on. @param holder the app that is running, if one is */
export function whenItGoesOn(holder: string | undefined): string {
  return holder === undefined
    ? message('with the next “tranship work”')
    : message('now: the Tranship that is running does it');
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
      return message('is paused; a batch that was being sent starts again when you resume');
    case 'resume':
      return message('continues {when}', { when: whenItGoesOn(holder) });
    case 'retry':
      if (isReportOnly)
        return message('has its report asked for again {when}; nothing is sent', { when: whenItGoesOn(holder) });
      return batches === 0
        ? message('is checked again {when}', { when: whenItGoesOn(holder) })
        : message('is sent again {when}: {batches}', {
            when: whenItGoesOn(holder),
            batches: counted(batches, 'batch'),
          });
    case 'cancel':
      return batches === 0
        ? message('is cancelled')
        : message('is cancelled; the service may still process what it has already received');
    case 'remove':
      return message('is removed; “tranship queue restore” brings it back within ten minutes');
    case 'restore':
      return message('is back in the queue');
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
      return message('is already paused');
    case 'not-paused':
      return message('is not paused');
    case 'cancelled-already':
      return message('is already cancelled');
    case 'paused':
      return action === 'remove'
        ? message('is paused and can still be sent; cancel it with “tranship queue cancel” before you remove it')
        : message('is paused; “tranship queue resume” resumes it');
    case 'checking':
      return action === 'remove'
        ? message('is being checked; cancel it with “tranship queue cancel” before you remove it')
        : message('is being checked, and there is nothing to retry yet');
    case 'held':
      return message(
        'is held, and nothing of it is sent until you decide: “tranship queue approve” or “tranship queue cancel”',
      );
    case 'all-sent':
      return message('has been sent; what the service does with it cannot be paused');
    case 'ended':
      return endInWords(action, obstacle.state);
    case 'under-way':
      if (action === 'retry' && obstacle.due !== undefined && obstacle.due > 0)
        return message('is tried now, as is all that waits for its connection: {batches}', {
          batches: counted(obstacle.due, 'batch'),
        });
      return action === 'remove'
        ? message('has not ended ({state}); wait until it ends, or cancel it with “tranship queue cancel”', {
            state: stateInWords(obstacle.state),
          })
        : message('has not ended ({state}) and continues with “tranship work”; there is nothing to retry', {
            state: stateInWords(obstacle.state),
          });
    case 'not-removed':
      return message('is in the queue; there is nothing to restore');
    case 'corrected':
      return message('is corrected by submission {by}, which has what was missing; look at that one', {
        by: obstacle.by,
      });
    case 'refused':
      return message('is left as it is: {why}', {
        why: describeError(obstacle.error, 'ended-command').detail.replace(/\.$/, ''),
      });
    case 'unknown-id':
      return message('is not in the queue any more');
    case 'removed-long-ago':
      return message(
        'was removed more than ten minutes ago and cannot be restored; add the file again with “tranship send”',
      );
    default:
      return assertNever(obstacle);
  }
}

function endInWords(action: QueueAction, state: SubmissionState): string {
  const nothing = message(
    'there is nothing to {action, select, pause {pause} resume {resume} retry {retry} cancel {cancel} remove {remove} other {restore}}',
    { action },
  );
  switch (factsOf(state).end) {
    case 'success':
      return message('has been processed; {nothing}', { nothing });
    case 'rejected':
      return action === 'retry'
        ? message(
            'was rejected by the service, which would reject the same lines again; correct them with “tranship fix”',
          )
        : message('was rejected by the service; {nothing}', { nothing });
    default:
      return message('has ended ({state}); {nothing}', { state: stateInWords(state), nothing });
  }
}
