/** @file Errors of Tranship itself: its page in a browser, calls that it does not understand, and its own defects. */

import { kind } from './wording.ts';

export const programErrors = {
  'page.disconnected': kind(true, 'Tranship does not answer', () => ({
    detail: 'The page has lost its connection to Tranship, so it is not known whether this was done.',
    remedy:
      'The page connects again by itself while Tranship runs. If Tranship was stopped, start it again and open the address that it prints.',
  })),
  'inbox.interrupted': kind<{ fileName: string }>(true, 'The file did not arrive completely', ({ fileName }) => ({
    detail: `The transfer of ${fileName} from the browser was interrupted. Nothing of it was kept.`,
    remedy: 'Add the file again.',
  })),
  'inbox.busy': kind<{ fileName: string }>(true, 'Too many files are being added', ({ fileName }) => ({
    detail: `${fileName} was not added, because other tabs are also adding files.`,
    remedy: 'Wait until the other files have been added, then add this file again.',
  })),
  'usage.invalid': kind<{ problem: string; command?: string }>(
    false,
    'The request is not valid',
    ({ problem, command = 'tranship' }) => ({
      detail: problem,
      remedy: 'Close the window, open it again and try again. If it happens again, report the sentence above.',
      remedyInTerminal: `See “${command} --help”.`,
    }),
  ),
  'internal.unexpected': kind<{ problem: string }>(false, 'Something went wrong inside Tranship', ({ problem }) => ({
    detail: problem,
    remedy: 'This is a fault in Tranship. The queue is safe. Start Tranship again, and report the sentence above.',
  })),
};
