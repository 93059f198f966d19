/** @file The name and colour of each state. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionStateNames } from '../../src-shared/states.ts';

export type State = SubmissionRow['state'];

export const stateWords: Record<State, string> = {
  checking: 'Checking',
  'check-failed': 'Check failed',
  held: 'Held',
  corrected: 'Corrected',
  paused: 'Paused',
  waiting: 'Waiting',
  reserving: 'Preparing to send',
  uploading: 'Sending',
  verifying: 'Checking arrival',
  unknown: 'Outcome unknown',
  processing: 'At the service',
  processed: 'Done',
  rejected: 'Refused',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** In place of its state, where a person must help before it goes on. */
export const stuckWords = 'Waits for you';

/** The words for a state that was stored, maybe by another version; one that is not known stands as it is. */
export function storedStateInWords(state: string): string {
  const known = submissionStateNames.find((name) => name === state);
  return known === undefined ? state : stateWords[known];
}

/** The state in a full sentence, for a tooltip. */
export const stateExplanations: Record<State, string> = {
  checking: 'Tranship is checking every line on this computer. Nothing is sent yet.',
  'check-failed': 'Tranship could not read the whole file.',
  held: 'Nothing was sent. Tranship is waiting for your decision.',
  corrected: 'What was missing of it is in another submission, which corrects it.',
  paused: 'Nothing more is sent until you resume it.',
  waiting: 'Tranship sends it when its turn comes.',
  reserving: 'Getting an upload address from the service.',
  uploading: 'Sending it to the storage.',
  verifying: 'Checking what arrived before anything is sent again.',
  unknown: 'It is not known whether all of it arrived. You decide whether to send it again.',
  processing: 'The storage accepted all of it. The service is processing it.',
  processed: 'The service has processed all of it.',
  rejected: 'The service refused it. Its report says why.',
  failed: 'It could not be sent, or the service could not process it.',
  cancelled: 'It was cancelled.',
};

/** In place of “Checking”, while others are checked first. */
export const waitsForCheckWords = {
  words: 'Waits for its check',
  explanation: 'Tranship checks it once the files before it are checked. Nothing is sent yet.',
};

/** The words for where a submission stands. */
export function standingInWords({ state, waitsForCheck }: Pick<SubmissionRow, 'state' | 'waitsForCheck'>): string {
  return waitsForCheck === true ? waitsForCheckWords.words : stateWords[state];
}

/** The colour of a state: moving, in need of a person, successful, or inactive. */
export type Tone = 'moving' | 'trouble' | 'attention' | 'done' | 'resting';

export const tones: Record<State, Tone> = {
  checking: 'moving',
  'check-failed': 'trouble',
  held: 'attention',
  corrected: 'resting',
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
