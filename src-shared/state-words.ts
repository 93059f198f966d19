/** @file The words of each state: its name in the window and in tables, and what the command line and receipts say in a sentence. Pure. */

import { awaitsTeam } from './awaits-team.ts';
import type { ErrorCode } from './errors.ts';
import { message } from './languages/message.ts';
import { type SubmissionState, submissionStateNames } from './states.ts';

/** `name`: as it stands by itself · `said`: within a sentence, where it may say more. */
const words: Record<SubmissionState, { name: () => string; said: () => string }> = {
  checking: {
    name: () => message('Checking'),
    said: () => message('checking', {}, { context: 'state' }),
  },
  'check-failed': {
    name: () => message('Check failed'),
    said: () => message('check failed', {}, { context: 'state' }),
  },
  checked: {
    name: () => message('Checked'),
    said: () => message('checked only: nothing was sent', {}, { context: 'state' }),
  },
  held: {
    name: () => message('Held'),
    said: () => message('held: waiting for your decision', {}, { context: 'state' }),
  },
  corrected: {
    name: () => message('Corrected'),
    said: () => message('corrected by another submission', {}, { context: 'state' }),
  },
  paused: {
    name: () => message('Paused'),
    said: () => message('paused', {}, { context: 'state' }),
  },
  waiting: {
    name: () => message('Waiting'),
    said: () => message('waiting', {}, { context: 'state' }),
  },
  reserving: {
    name: () => message('Preparing to send'),
    said: () => message('preparing to send', {}, { context: 'state' }),
  },
  uploading: {
    name: () => message('Sending'),
    said: () => message('sending', {}, { context: 'state' }),
  },
  verifying: {
    name: () => message('Checking arrival'),
    said: () => message('checking what arrived', {}, { context: 'state' }),
  },
  unknown: {
    name: () => message('Outcome unknown'),
    said: () => message('outcome unknown: waiting for your decision', {}, { context: 'state' }),
  },
  processing: {
    name: () => message('At the service'),
    said: () => message('at the service', {}, { context: 'state' }),
  },
  processed: {
    name: () => message('Done'),
    said: () => message('done', {}, { context: 'state' }),
  },
  rejected: {
    name: () => message('Rejected'),
    said: () => message('rejected by the service', {}, { context: 'state' }),
  },
  unreported: {
    name: () => message('Report missing'),
    said: () => message('report missing: which lines were accepted is not known', {}, { context: 'state' }),
  },
  'partially-accepted': {
    name: () => message('Partially accepted'),
    said: () => message('partially accepted by the service', {}, { context: 'state' }),
  },
  failed: {
    name: () => message('Failed'),
    said: () => message('failed', {}, { context: 'state' }),
  },
  cancelled: {
    name: () => message('Cancelled'),
    said: () => message('cancelled', {}, { context: 'state' }),
  },
};

/** As the window and tables show it. */
export const stateName = (state: SubmissionState): string => words[state].name();

/** @param error why a submission is held: what waits for the team needs no decision here */
export function stateInWords(state: SubmissionState, error?: ErrorCode): string {
  if (state === 'held' && error !== undefined && awaitsTeam({ code: error }))
    return message('held: waiting for the team', {}, { context: 'state' });
  return words[state].said();
}

/** A state that was stored, maybe by another version; one that is not known stands as it is. */
export const storedStateName = (state: string): string => (isKnown(state) ? stateName(state) : state);
export const storedStateInWords = (state: string): string => (isKnown(state) ? stateInWords(state) : state);

const isKnown = (state: string): state is SubmissionState => submissionStateNames.some((name) => name === state);
