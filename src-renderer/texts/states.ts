/** @file What each state means, and its colour. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { factsOf } from '../../src-shared/states.ts';
import { counted } from '../wording.ts';

export type State = SubmissionRow['state'];

/** In place of its state, where a person must help before it continues. */
export const stuckWords = message('Waits for you');

/** The state in a full sentence, for a tooltip. */
export const stateExplanations: Record<State, string> = {
  checking: message('Tranship is checking every line on this computer. Nothing is sent yet.'),
  'check-failed': message('Tranship could not read the whole file.'),
  held: message('Nothing was sent. Tranship is waiting for your decision.'),
  checked: message('It was only checked. Nothing of it was sent.'),
  corrected: message('What was missing of it is in another submission, which corrects it.'),
  paused: message('Nothing more is sent until you resume it.'),
  waiting: message('Tranship sends it when its turn comes.'),
  reserving: message('Getting an upload address from the service.'),
  uploading: message('Sending it to the storage.'),
  verifying: message('Checking what arrived before anything is sent again.'),
  unknown: message('It is not known whether all of it arrived. You decide whether to send it again.'),
  processing: message('The storage accepted all of it. The service is processing it.'),
  processed: message('The service has accepted all of it.'),
  rejected: message('The service rejected it. Its report says why.'),
  unreported: message(
    'The service has processed it, but which lines it accepted is not known: its report could not be read.',
  ),
  'partially-accepted': message(
    'The service accepted some of its lines and rejected the others. The report names those.',
  ),
  failed: message('It could not be sent, or the service could not process it.'),
  cancelled: message('It was cancelled.'),
};

/** In place of “Checking”, while others are checked first. */
export const waitsForCheckWords = {
  words: message('Waits for its check'),
  explanation: message('Tranship checks it once the files before it are checked. Nothing is sent yet.'),
};

/** In place of the state of what has ended, or of a batch, that the service has processed more than once. */
export const doubledWords = {
  words: message('Doubled', {}, { context: 'state' }),
  explanation: message(
    'The service has processed lines of it twice, under two batch ids. Ask the provider which of them counts.',
  ),
};

/** The explanation of “Done”, where lines of the file never went. */
export const leftOutExplanation = (lines: number): string =>
  message(
    'The service has accepted all that was sent. {lines, plural, one {# line of the file was left out.} other {# lines of the file were left out.}}',
    { lines },
  );

/** The explanation of “Waiting”, where the computers of the team send. */
export const waitsForTeam = message('A computer that sends for the team takes it when its turn comes.');

/** In place of “Held”, where the ledger of the team has the word. */
export const waitsForTeamWord = message('Waits for the team');

/** Beside the state of a file that was given to the team; what was given up or could not be checked was sent by no computer. */
export function teamInWords({ state, isForTeam }: Pick<SubmissionRow, 'state' | 'isForTeam'>): string | undefined {
  if (isForTeam !== true) return undefined;
  const { phase, end } = factsOf(state);
  if (phase !== 'ended') return message('The team sends it');
  return end === 'success' || end === 'rejected' ? message('Sent by the team') : undefined;
}

/** “245 errors in 240 lines”: lines have several errors. @param lines undefined where they are not known */
export const errorsInWords = (errors: number, lines = 0): string =>
  lines === 0 || lines === errors
    ? counted(errors, 'error')
    : message('{errors, plural, one {# error} other {# errors}} in {lines, plural, one {# line} other {# lines}}', {
        errors,
        lines,
      });

/** In place of “Held”, where a person has begun to correct it. */
export const keptInWords = (corrections: number): string =>
  message('{corrections, plural, one {# step of correction kept} other {# steps of correction kept}}', { corrections });

export const keptExplanation = message(
  'Nothing was sent. What you have corrected is kept; it is sent once you send the corrected file.',
);

/** The words for where a submission stands. */
export function standingInWords(
  row: Pick<SubmissionRow, 'state' | 'waitsForCheck' | 'doubled' | 'keptCorrections'>,
): string {
  const { state, waitsForCheck, doubled, keptCorrections } = row;
  if (doubled !== undefined) return doubledWords.words;
  if (keptCorrections !== undefined) return `${stateName(state)} · ${keptInWords(keptCorrections)}`;
  return waitsForCheck === true ? waitsForCheckWords.words : stateName(state);
}

/** The colour of a state: moving, in need of a person, successful, or inactive. */
export type Tone = 'moving' | 'trouble' | 'attention' | 'done' | 'resting';

export const tones: Record<State, Tone> = {
  checking: 'moving',
  'check-failed': 'trouble',
  held: 'attention',
  checked: 'resting',
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
  unreported: 'attention',
  'partially-accepted': 'trouble',
  failed: 'trouble',
  cancelled: 'resting',
};
