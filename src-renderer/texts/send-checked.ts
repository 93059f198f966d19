/** @file The texts of checking files without sending them, and of sending them later. */

import type { CheckAgain } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const checkOnlyTexts = {
  button: message('Check only'),
  hint: message('Checks the files on this computer. Nothing is sent until you choose a connection.'),
};

export const sendCheckedTexts = {
  title: (fileName: string) => message('Send {fileName}', { fileName }),
  hint: message(
    'The check that was done counts. Only if the file, the rule set or the batch size has changed since, it is checked again first.',
  ),
  confirm: (name: string, isForTeam: boolean) =>
    isForTeam ? message('Let the team send to {name}', { name }) : message('Send to {name}', { name }),
  notConnected: message('There is no connection on this computer yet.'),
  again: {
    file: message('The file has changed since its check, so it is checked again first. It is sent once that is done.'),
    rules: message(
      'The rule set has changed since its check, so the file is checked again first. It is sent once that is done.',
    ),
    'batch-size': message(
      'With another batch size it is cut in other places, so the file is checked again first. It is sent once that is done.',
    ),
  } satisfies Record<CheckAgain, string>,
  close: message('Close'),
};

/** A long list of files, of which only the first are shown. */
export const foldedTexts = {
  more: (count: number) =>
    message('{count, plural, one {# more file. Show it} other {# more files. Show the next}}', { count }),
};
