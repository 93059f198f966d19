/** @file The name and colour of each state. */

import type { SubmissionRow } from '../../src-shared/contract.ts';

export type State = SubmissionRow['state'];

export const stateWords: Record<State, string> = {
  checking: 'Being checked',
  'check-failed': 'Could not be checked',
  held: 'Held back',
  paused: 'Paused',
  waiting: 'Waiting',
  reserving: 'Preparing to send',
  uploading: 'Being sent',
  verifying: 'Checking arrival',
  unknown: 'Not known',
  processing: 'At the service',
  processed: 'Done',
  rejected: 'Refused',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The state in a full sentence, for a tooltip. */
export const stateExplanations: Record<State, string> = {
  checking: 'Every line is being checked on this computer. Nothing is sent yet.',
  'check-failed': 'The file could not be read to its end.',
  held: 'Nothing was sent. It waits for your decision.',
  paused: 'Nothing moves until you resume it.',
  waiting: 'It is sent as soon as it is its turn.',
  reserving: 'The service is asked for a place to send it to.',
  uploading: 'Bytes are on their way.',
  verifying: 'Checking what arrived. Nothing is sent twice.',
  unknown: 'It is not known whether all of it arrived. You decide whether it is sent again.',
  processing: 'All of it was accepted. The service is working on it.',
  processed: 'The service has processed all of it.',
  rejected: 'The service refused it. Its report says why.',
  failed: 'It did not get through, or the service could not process it.',
  cancelled: 'It was given up.',
};

/** The colour of a state: moving, in need of a person, successful, or inactive. */
export type Tone = 'moving' | 'trouble' | 'attention' | 'done' | 'resting';

export const tones: Record<State, Tone> = {
  checking: 'moving',
  'check-failed': 'trouble',
  held: 'attention',
  paused: 'resting',
  waiting: 'resting',
  reserving: 'moving',
  uploading: 'moving',
  verifying: 'moving',
  unknown: 'attention',
  processing: 'moving',
  processed: 'done',
  rejected: 'trouble',
  failed: 'trouble',
  cancelled: 'resting',
};
