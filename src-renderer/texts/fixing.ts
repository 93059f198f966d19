/** @file The texts of correcting a submission: the buttons, the steps of a recipe, and what comes of them. */

import type { CorrectionOutcome, RecipeStep } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { number } from '../wording.ts';

export const fixingTexts = {
  corrected: message('Add the corrected file…'),
  close: message('Close'),
  cancel: message('Cancel'),
  working: message('Reading every line…'),
  open: message('Open it'),
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
};

/** What a step did, for the table of a preview. */
export function stepInWords({ step, field = '' }: { step: RecipeStep['step']; field?: string | undefined }): string {
  switch (step) {
    case 'drop-bom':
      return message('Drop the byte order mark');
    case 'drop-blank':
      return message('Drop blank lines');
    case 'replace':
      return message('{field}: replace a value', { field });
    case 'trim':
      return message('{field}: remove spaces around the text', { field });
    case 'upper-case':
      return message('{field}: write in capital letters', { field });
    case 'number-from-text':
      return message('{field}: make a number of the text', { field });
    case 'date-from-text':
      return message('{field}: make a date and time of the text', { field });
    case 'uuid-from-text':
      return message('{field}: make a UUID of the text', { field });
    case 'strip-zone':
      return message('{field}: remove the zone offset', { field });
    case 'drop-field':
      return message('{field}: remove the field', { field });
    case 'keep-form':
      return message('{field}: keep one of its two forms', { field });
    case 'drop-with-value':
      return message('{field}: drop lines with a value', { field });
    case 'drop-with-fault':
      return field === ''
        ? message('Drop lines in which the check still finds something')
        : message('{field}: drop lines in which the check still finds something', { field });
    case 'set-missing':
      return message('{field}: add where it is missing', { field });
    case 'drop-refused':
      return message('Drop lines that are still faulty');
    case 'keep-one':
      return message('Of lines with the same modification id, keep one');
  }
}

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

export const differingInWords = ({ count, lines }: CorrectionOutcome['differing']): string =>
  message(
    '{count, plural, one {# line} other {# lines}} with a modification id that was accepted with other content: {numbers}',
    { count, numbers: `${lines.slice(0, 5).map(number).join(', ')}${count > 5 ? ' …' : ''}` },
  );
