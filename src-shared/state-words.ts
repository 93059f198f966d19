/** @file Each state within a sentence, as the command line and receipts say it. */

import { awaitsTeam } from './awaits-team.ts';
import type { ErrorCode } from './errors.ts';
import { message } from './languages/message.ts';
import { type SubmissionState, submissionStateNames } from './states.ts';

const stateWords: Record<SubmissionState, () => string> = {
  checking: () => message('checking', {}, { context: 'state' }),
  'check-failed': () => message('check failed', {}, { context: 'state' }),
  checked: () => message('checked only: nothing was sent', {}, { context: 'state' }),
  held: () => message('held: waiting for your decision', {}, { context: 'state' }),
  corrected: () => message('corrected by another submission', {}, { context: 'state' }),
  paused: () => message('paused', {}, { context: 'state' }),
  waiting: () => message('waiting', {}, { context: 'state' }),
  reserving: () => message('asking for an upload address', {}, { context: 'state' }),
  uploading: () => message('sending', {}, { context: 'state' }),
  verifying: () => message('checking what arrived', {}, { context: 'state' }),
  unknown: () => message('outcome unknown: waiting for your decision', {}, { context: 'state' }),
  processing: () => message('at the service', {}, { context: 'state' }),
  processed: () => message('processed', {}, { context: 'state' }),
  rejected: () => message('rejected by the service', {}, { context: 'state' }),
  unreported: () => message('processed, but which lines were accepted is not known', {}, { context: 'state' }),
  'partially-accepted': () => message('partially accepted by the service', {}, { context: 'state' }),
  failed: () => message('failed', {}, { context: 'state' }),
  cancelled: () => message('cancelled', {}, { context: 'state' }),
};

/** @param error why a submission is held: what waits for the team needs no decision here */
export function stateInWords(state: SubmissionState, error?: ErrorCode): string {
  if (state === 'held' && error !== undefined && awaitsTeam({ code: error }))
    return message('held: waiting for the team', {}, { context: 'state' });
  return stateWords[state]();
}

/** A state that was stored, maybe by another version; one that is not known stands as it is. */
export function storedStateInWords(state: string): string {
  const known = submissionStateNames.find((name) => name === state);
  return known === undefined ? state : stateWords[known]();
}
