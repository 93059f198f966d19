/** @file The texts of correcting a submission: the buttons, the steps of a recipe, and what comes of them. */

import type { CorrectionOutcome, IdConflicts, RecipeStep, SuggestedStep } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted, number } from '../wording.ts';

export const fixingTexts = {
  bulk: message('Fix in bulk…'),
  bulkHint: message('Corrects the same fault in all lines at once. The file itself is never changed.'),
  missing: message('Send what is missing…'),
  missingHint: message('Sends again what the service has not accepted, as it is.'),
  corrected: message('Add the corrected file…'),
  correctedHint: message(
    'Adds a file that you have corrected. What the service has accepted already is not sent again.',
  ),
  close: message('Close'),
  cancel: message('Cancel'),
  bulkTitle: (fileName: string) => message('Fix {fileName} in bulk', { fileName }),
  missingTitle: (fileName: string) => message('Send what is missing of {fileName}', { fileName }),
  correctedTitle: (fileName: string) => message('Add the corrected file for {fileName}', { fileName }),
  intro: message('Choose what is to be done. A new file is made; the original stays as it is.'),
  loading: message('Looking at the findings…'),
  noSteps: message('No step in bulk would help with these findings. Correct the file in the program that made it.'),
  newValue: message('New value'),
  newValueOf: (what: string) => message('New value: {what}', { what }),
  zone: message('Zone that is meant'),
  zoneHint: message('UTC, +02:00 or a name such as Europe/Berlin; “as-written” only cuts the offset off.'),
  zoneWrong: message('This is no zone that is known.'),
  /** How often a step would help; of duplicates, how many lines would go. */
  figure: ({ step, count }: SuggestedStep) => counted(count, step === 'keep-one' ? 'line' : 'finding'),
  stepsLabel: message('Steps'),
  working: message('Reading every line…'),
  /** Where errors remain, or no connection is chosen, the new file is not sent by itself. */
  apply: (isSent: boolean) => (isSent ? message('Correct and send') : message('Correct and add')),
  add: message('Add and send'),
  save: message('Save recipe…'),
  incomplete: message('Say the new values first.'),
  sendChanged: message('Send these lines as well'),
  sendChangedHint: message('The service has other content under the same modification id.'),
  samples: message('Some of the changes'),
  line: message('Line'),
  what: message('What'),
  before: message('Before'),
  after: message('After'),
  dropped: message('left out'),
  missingValue: message('missing'),
  corrects: (id: number) => message('It has what was missing of submission {id}.', { id }),
  correctedBy: (id: number) => message('What was missing is in submission {id}. This one is settled.', { id }),
  open: message('Open it'),
  reopen: message('Change the template…'),
  reopenHint: message(
    'Leads back to the preparation. What you prepare there takes the place of all files of it, as nothing was sent.',
  ),
  prepareRefused: message('Prepare these rows…'),
  prepareRefusedHint: message('Begins a preparation of the refused rows alone, with the template of before.'),
  replaces: (id: number) =>
    message(
      'The files that are prepared here take the place of submission {id}, and of all that came of the same preparation.',
      { id },
    ),
  atCell: ({
    source,
    table,
    row,
    column,
  }: {
    source: string;
    table: string;
    row: number;
    column?: string | undefined;
  }) => {
    const name = table === '' ? source : `${source}, ${table}`;
    return column === undefined
      ? message('The check found something in row {row, number} of {name}.', { row, name })
      : message('The check found something in row {row, number} of {name}, column “{column}”.', { row, name, column });
  },
  origin: (line: number, submission: number) =>
    message('Line {line, number} of the file of submission {submission}', { line, submission }),
};

/** What a suggested step does, in a few words. */
export function suggestionInWords({ step, field = '', from }: Omit<SuggestedStep, 'count'>): string {
  switch (step) {
    case 'drop-bom':
      return message('Drop the byte order mark');
    case 'drop-blank':
      return message('Drop blank lines');
    case 'replace':
      return typeof from === 'string'
        ? message('{field}: replace “{text}”', { field, text: from })
        : message('{field}: replace {value}', { field, value: String(from) });
    case 'trim':
      return message('{field}: remove spaces around the text', { field });
    case 'upper-case':
      return message('{field}: write in capital letters', { field });
    case 'number-from-text':
      return message('{field}: make a number of the text', { field });
    case 'strip-zone':
      return message('{field}: remove the zone offset', { field });
    case 'drop-field':
      return message('{field}: remove the field', { field });
    case 'set-missing':
      return message('{field}: add where it is missing', { field });
    case 'drop-refused':
      return message('Drop lines that are still faulty');
    case 'keep-one':
      return message('Of lines with the same modification id and equal content, keep the first');
  }
}

/** What a step did, for the table of a preview. */
export const stepInWords = ({ step, field }: { step: RecipeStep['step']; field?: string | undefined }): string =>
  suggestionInWords({ step, field, from: '…' });

/** What comes of it, a sentence each. @param isSent whether the new file goes by itself */
export function outcomeInWords(
  { lines, kept, changed, dropped, leftOut, byHand, batches, check }: CorrectionOutcome,
  isSent: boolean,
): string[] {
  const faulty = check?.faulty ?? 0;
  const sentences = [
    batches.accepted > 0 &&
      message(
        'The service has accepted lines of {accepted, number} of {all, plural, one {# batch} other {# batches}} before. These are not sent again.',
        {
          accepted: batches.accepted,
          all: batches.all,
        },
      ),
    batches.doubtful > 0 &&
      message(
        'It is not known whether {doubtful, plural, one {# batch} other {# batches}} arrived. Decide about that separately; it is not sent again here.',
        { doubtful: batches.doubtful },
      ),
    !isSent &&
      message(
        '{kept, plural, one {# line} other {# lines}} of {lines, number} would be in the new file: {changed, number} changed, {dropped, number} left out, {leftOut, number} not sent again.',
        { kept, lines, changed, dropped, leftOut },
      ),
    faulty > 0 &&
      message(
        'The check still finds errors in {faulty, plural, one {# of these lines} other {# of these lines}}, and none in {valid, number}.',
        { faulty, valid: check?.valid ?? 0 },
      ),
    isSent &&
      (leftOut > 0
        ? message(
            '{kept, plural, one {# line} other {# lines}} of {lines, number} will be sent: {changed, number} changed, {dropped, number} left out, {leftOut, number} not sent again.',
            { kept, lines, changed, dropped, leftOut },
          )
        : message(
            '{kept, plural, one {# line} other {# lines}} of {lines, number} will be sent: {changed, number} changed, {dropped, number} left out.',
            { kept, lines, changed, dropped },
          )),
    byHand.changed + byHand.dropped > 0 &&
      message('This includes what you corrected by hand: {changed, number} changed, {dropped, number} left out.', {
        changed: byHand.changed,
        dropped: byHand.dropped,
      }),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Lines with one id that are no duplicates: what they are, and what a person can do. */
export const conflictTexts = {
  title: ({ lines }: Pick<IdConflicts, 'lines'>) =>
    message('Same id, other content: {lines, plural, one {# line} other {# lines}}', { lines }),
  meaning: message(
    'These lines share a modification id and say different things, so they are different payments. None of them is dropped as a duplicate. The service would reject all of them.',
  ),
  remedy: message('Open each line to correct its id, or to leave it out.'),
  line: (line: number) => message('Line {line, number}', { line }),
  more: message('There are more. They are shown once these are decided.'),
};

export const differingInWords = ({ count, lines }: CorrectionOutcome['differing']): string =>
  message(
    '{count, plural, one {# line} other {# lines}} with a modification id that was accepted with other content: {numbers}',
    { count, numbers: `${lines.slice(0, 5).map(number).join(', ')}${count > 5 ? ' …' : ''}` },
  );
