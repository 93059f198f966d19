/** @file The texts for correcting lines of a file by hand. */

import { message } from '../../src-shared/languages/message.ts';
import { size } from '../../src-shared/quantities.ts';
import { found } from './found.ts';

export const lineEditorTexts = {
  correct: message('Correct this line…'),
  correctAgain: message('Correct it further…'),
  standing: { replaced: message('You have corrected this line.'), 'left-out': message('You have left this line out.') },
  back: message('Back to the findings'),
  title: (line: number) => message('Line {line, number}', { line }),
  of: (fileName: string) => message('of {fileName}', { fileName }),
  loading: message('Loading the line…'),
  text: (line: number) => message('The text of line {line, number}', { line }),
  previous: message('Previous faulty line'),
  next: message('Next faulty line'),
  none: {
    previous: message('There is no faulty line before this one'),
    next: message('There is no faulty line after this one'),
  },
  save: message('Save'),
  leaveOut: message('Leave this line out'),
  takeIn: message('Take it in again'),
  undo: message('Undo my changes to this line'),
  isLeftOut: message('This line is left out of the corrected file.'),
  state: {
    original: message('As it is in the file'),
    unsaved: message('Not saved yet. It is saved when you leave this page.'),
    saved: message('Corrected and saved'),
  },
  tooLong: (bytes: number) =>
    message('This line has {size} and is too long to be corrected here.', { size: size(bytes) }),
  tooLongRemedy: message('You can leave it out of the corrected file, or correct it at its source and add that file.'),
  becameTooLong: (most: number) =>
    message(
      'The text has more than {most, number} characters. Shorten it to save it; until then, the text before is kept.',
      { most },
    ),
  unreadable: message(
    'Some characters of this line could not be read; each is shown as “�”. Replace them, or the corrected file has them like this.',
  ),
  findings: message('Findings in this text'),
  checking: message('Checking…'),
  clean: message('The check finds nothing in this text.'),
  found,
  more: (count: number) => message('{count, number} more are not shown.', { count }),
  keys: (command: string, alternate: string) => [
    { keys: `${command}+S`, meaning: message('save') },
    { keys: `${alternate}+↓`, meaning: message('next faulty line') },
    { keys: `${alternate}+↑`, meaning: message('previous faulty line') },
    { keys: `${command}+Z`, meaning: message('undo') },
    { keys: 'F8', meaning: message('next finding') },
  ],
};

/** The bar about all corrections of a file. */
export const draftTexts = {
  label: message('Corrections by hand'),
  standing: (corrected: number, leftOut: number) =>
    [
      corrected > 0 && message('{corrected, plural, one {# line} other {# lines}} corrected', { corrected }),
      leftOut > 0 && message('{leftOut, number} left out', { leftOut }),
    ]
      .filter((part) => part !== false)
      .join(', '),
  undoAll: message('Undo all…'),
  make: message('Make the corrected file…'),
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
