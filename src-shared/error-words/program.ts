/** @file Errors of Tranship itself: its page in a browser, calls that it does not understand, and its own defects. */

import { kind } from './wording.ts';

export const programErrors = {
  'page.disconnected': kind(true, () => ({
    title: 'Tranship does not answer',
    detail: 'The page has lost its connection to Tranship, so it does not know what became of this.',
    remedy:
      'The page connects again by itself while Tranship runs. If it was ended, start it again and open the address that it prints.',
  })),
  'inbox.interrupted': kind<{ fileName: string }>(true, ({ fileName }) => ({
    title: 'The file did not arrive whole',
    detail: `${fileName} was broken off on its way from the browser. Nothing of it was kept.`,
    remedy: 'Add the file again.',
  })),
  'inbox.busy': kind<{ fileName: string }>(true, ({ fileName }) => ({
    title: 'Too many files are on their way',
    detail: `${fileName} was not taken in, because other tabs are sending files, too.`,
    remedy: 'Wait until these have arrived, then add the file again.',
  })),
  'usage.invalid': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'This call is not understood',
    detail: problem,
    remedy: 'Open the window anew and try again. If it happens once more, report this sentence.',
    remedyInTerminal: 'See “tranship --help”.',
  })),
  'internal.unexpected': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'Something went wrong inside Tranship',
    detail: problem,
    remedy: 'This is a mistake in Tranship. The queue is safe; start again, and report this sentence.',
  })),
};
