/** @file The texts for correcting lines of a file by hand. */

import { message } from '../../src-shared/languages/message.ts';
import { found } from './found.ts';

export const lineEditorTexts = {
  standing: { replaced: message('You have corrected this line.'), 'left-out': message('You have left this line out.') },
  back: message('Back to the findings'),
  loading: message('Loading the line…'),
  findings: message('Findings in this text'),
  found,
  reason: {
    label: message('Why do you change the amount or the currency?'),
    description: message('The receipt and the list of changes keep your reason for the auditor.'),
    missing: message('Say in a few words why the amount changes.'),
  },
  whyLeftOut: (count: number) =>
    message('Why {count, plural, one {is this line} other {are these lines}} left out?', { count }),
  leftOutUntilSent: (count: number) =>
    message('{count, plural, one {It is} other {They are}} not sent. It can be undone until you send the others.', {
      count,
    }),
  noReason: message('Say the reason in a few words.'),
};

/** The bar about all corrections of a file. */
export const draftTexts = {
  standing: (corrected: number, leftOut: number) =>
    [
      corrected > 0 && message('{corrected, plural, one {# line} other {# lines}} corrected', { corrected }),
      leftOut > 0 && message('{leftOut, number} left out', { leftOut }),
    ]
      .filter((part) => part !== false)
      .join(', '),
  makeQuestion: {
    title: message('Make the corrected file?'),
    sentences: [
      message(
        'The file that you added stays as it is. A new one is made, with your corrections, of all lines that the service has not accepted yet.',
      ),
      message('It is checked and, without errors, sent in place of this submission. With errors, it is held.'),
    ],
    confirm: message('Make it'),
    goBack: message('Not yet'),
  },
  question: {
    title: message('Undo all corrections by hand?'),
    sentence: (lines: number) =>
      message(
        '{lines, plural, one {# line} other {# lines}} of this file will be as in the file again. This cannot be taken back.',
        { lines },
      ),
    confirm: message('Undo all'),
    goBack: message('Keep them'),
  },
};
