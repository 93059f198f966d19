/** @file The texts of correcting a submission: the buttons, the steps of a recipe, and what comes of them. */

import type { CorrectionOutcome, RecipeStep, SuggestedStep } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

export const fixingTexts = {
  bulk: 'Fix in bulk…',
  bulkHint: 'Corrects the same fault in all lines at once. The file itself is never changed.',
  missing: 'Send what is missing…',
  missingHint: 'Sends again what the service has not taken, as it is.',
  corrected: 'Add the corrected file…',
  correctedHint: 'Adds a file that you have corrected. What the service has taken already is left out.',
  close: 'Close',
  cancel: 'Cancel',
  bulkTitle: (fileName: string) => `Fix ${fileName} in bulk`,
  missingTitle: (fileName: string) => `Send what is missing of ${fileName}`,
  correctedTitle: (fileName: string) => `Add the corrected file for ${fileName}`,
  intro: 'Choose what is to be done. A new file is made; the original stays as it is.',
  loading: 'Looking at the findings…',
  noSteps: 'No step in bulk would help with these findings. Correct the file in the program that made it.',
  newValue: 'New value',
  newValueOf: (what: string) => `New value: ${what}`,
  zone: 'Zone that is meant',
  zoneHint: 'UTC, +02:00 or a name such as Europe/Berlin; “as-written” only cuts the offset off.',
  zoneWrong: 'This is no zone that is known.',
  findings: (count: number) => counted(count, 'finding'),
  stepsLabel: 'Steps',
  preview: 'Preview',
  working: 'Reading every line…',
  apply: 'Apply and add',
  add: 'Add and send',
  save: 'Save recipe…',
  incomplete: 'Say the new values first.',
  sendChanged: 'Send these lines as well',
  sendChangedHint: 'The service has other content under the same modification id.',
  samples: 'Some of the changes',
  line: 'Line',
  what: 'What',
  before: 'Before',
  after: 'After',
  dropped: 'dropped',
  missingValue: 'missing',
  corrects: (id: number) => `It has what was missing of submission ${id}.`,
  correctedBy: (id: number) => `What was missing is in submission ${id}. This one is settled.`,
  open: 'Open it',
  origin: (line: number, submission: number) => `Line ${number(line)} of the file of submission ${submission}`,
};

/** What a suggested step does, in a few words. */
export function suggestionInWords({ step, field = '', from }: Omit<SuggestedStep, 'count'>): string {
  switch (step) {
    case 'drop-bom':
      return 'Drop the byte order mark';
    case 'drop-blank':
      return 'Drop blank lines';
    case 'replace':
      return `${field}: replace ${typeof from === 'string' ? `“${from}”` : String(from)}`;
    case 'trim':
      return `${field}: remove spaces around the text`;
    case 'upper-case':
      return `${field}: write in capital letters`;
    case 'number-from-text':
      return `${field}: make a number of the text`;
    case 'strip-zone':
      return `${field}: remove the zone offset`;
    case 'drop-field':
      return `${field}: remove the field`;
    case 'set-missing':
      return `${field}: add where it is missing`;
    case 'drop-refused':
      return 'Drop lines that are still faulty';
    case 'keep-one':
      return 'Of transactions with the same modification id, keep the first';
  }
}

/** What a step did, for the table of a preview. */
export const stepInWords = ({ step, field }: { step: RecipeStep['step']; field?: string | undefined }): string =>
  suggestionInWords({ step, field, from: '…' });

/** What comes of it, a sentence each. */
export function outcomeInWords({
  lines,
  kept,
  changed,
  dropped,
  leftOut,
  byHand,
  batches,
}: CorrectionOutcome): string[] {
  const sentences = [
    batches.taken > 0 &&
      `${number(batches.taken)} of ${counted(batches.all, 'batch')} are in already. They are left out.`,
    batches.doubtful > 0 &&
      `It is not known whether ${counted(batches.doubtful, 'batch')} arrived. Decide about that separately; it is left out.`,
    `${counted(kept, 'line')} of ${number(lines)} will be sent: ${number(changed)} changed, ${number(dropped)} dropped${
      leftOut > 0 ? `, ${number(leftOut)} left out` : ''
    }.`,
    byHand.changed + byHand.dropped > 0 &&
      `This includes what you corrected by hand: ${number(byHand.changed)} changed, ${number(byHand.dropped)} dropped.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

export const differingInWords = ({ count, lines }: CorrectionOutcome['differing']): string =>
  `${counted(count, 'line')} with a modification id that was taken with other content: ${lines
    .slice(0, 5)
    .map(number)
    .join(', ')}${count > 5 ? ' …' : ''}`;
