/** @file The texts for correcting lines of a file by hand. */

import { size } from '../../src-shared/quantities.ts';
import { counted, number } from '../wording.ts';

export const lineEditorTexts = {
  correct: 'Correct this line…',
  correctAgain: 'Correct it further…',
  standing: { replaced: 'You have corrected this line.', 'left-out': 'You have left this line out.' },
  back: 'Back to the findings',
  title: (line: number) => `Line ${number(line)}`,
  of: (fileName: string) => `of ${fileName}`,
  loading: 'Loading the line…',
  text: (line: number) => `The text of line ${number(line)}`,
  previous: 'Previous faulty line',
  next: 'Next faulty line',
  none: { previous: 'There is no faulty line before this one', next: 'There is no faulty line after this one' },
  save: 'Save',
  leaveOut: 'Leave this line out',
  takeIn: 'Take it in again',
  undo: 'Undo my changes to this line',
  isLeftOut: 'This line is left out of the corrected file.',
  state: {
    original: 'As it is in the file',
    unsaved: 'Not saved yet. It is saved when you leave this page.',
    saved: 'Corrected and saved',
  },
  tooLong: (bytes: number) => `This line has ${size(bytes)} and is too long to be corrected here.`,
  tooLongRemedy: 'You can leave it out of the corrected file, or correct it at its source and add that file.',
  becameTooLong: (most: number) =>
    `The text has more than ${number(most)} characters. Shorten it to save it; until then, the text before is kept.`,
  unreadable:
    'Some characters of this line could not be read; each is shown as “�”. Replace them, or the corrected file has them like this.',
  findings: 'Findings in this text',
  checking: 'Checking…',
  clean: 'The check finds nothing in this text.',
  found: (errors: number, warnings: number) =>
    [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
      .filter((part) => part !== false)
      .join(' and '),
  more: (count: number) => `${number(count)} more are not shown.`,
  keys: (command: string, alternate: string) => [
    { keys: `${command}+S`, meaning: 'save' },
    { keys: `${alternate}+↓`, meaning: 'next faulty line' },
    { keys: `${alternate}+↑`, meaning: 'previous faulty line' },
    { keys: `${command}+Z`, meaning: 'undo' },
    { keys: 'F8', meaning: 'next finding' },
  ],
};

/** The bar about all corrections of a file. */
export const draftTexts = {
  label: 'Corrections by hand',
  standing: (corrected: number, leftOut: number) =>
    [corrected > 0 && `${counted(corrected, 'line')} corrected`, leftOut > 0 && `${number(leftOut)} left out`]
      .filter((part) => part !== false)
      .join(', '),
  undoAll: 'Undo all…',
  make: 'Make the corrected file…',
  makeQuestion: {
    title: 'Make the corrected file?',
    sentences: [
      'The file that you added stays as it is. A new one is made, with your corrections, of all lines that the service has not taken yet.',
      'It is checked and, without errors, sent in place of this submission. With errors, it is held.',
    ],
    confirm: 'Make it',
    goBack: 'Not yet',
  },
  question: {
    title: 'Undo all corrections by hand?',
    sentence: (lines: number) =>
      `${counted(lines, 'line')} of this file will be as in the file again. This cannot be taken back.`,
    confirm: 'Undo all',
    goBack: 'Keep them',
  },
};
