/** @file Errors of Tranship itself: its page in a browser, calls that it does not understand, and its own defects. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const programErrors = {
  'page.disconnected': kind(
    true,
    () => message('Tranship does not answer'),
    () => ({
      detail: fact('The page has lost its connection to Tranship, so it is not known whether this was done.'),
      remedy: message(
        'The page connects again by itself while Tranship runs. If Tranship was stopped, start it again and open the address that it prints.',
      ),
    }),
  ),
  'inbox.interrupted': kind<{ fileName: string }>(
    true,
    () => message('The file did not arrive completely'),
    ({ fileName }) => ({
      detail: fact('The transfer of {fileName} from the browser was interrupted. Nothing of it was kept.', {
        fileName,
      }),
      remedy: message('Add the file again.'),
    }),
  ),
  'inbox.busy': kind<{ fileName: string }>(
    true,
    () => message('Too many files are being added'),
    ({ fileName }) => ({
      detail: fact('{fileName} was not added, because other tabs are also adding files.', { fileName }),
      remedy: message('Wait until the other files have been added, then add this file again.'),
    }),
  ),
  'usage.invalid': kind<{ problem: Said; command?: string }>(
    false,
    () => message('The request is not valid'),
    ({ problem, command = 'tranship' }) => ({
      detail: problem,
      remedy: message('Close the window, open it again and try again. If it happens again, report the sentence above.'),
      remedyInTerminal: message('See “{command} --help”.', { command }),
    }),
  ),
  'internal.unexpected': kind<{ problem: Said }>(
    false,
    () => message('Something went wrong inside Tranship'),
    ({ problem }) => ({
      detail: problem,
      remedy: message(
        'This is a fault in Tranship. The queue is safe. Start Tranship again, and report the sentence above.',
      ),
    }),
  ),
};
