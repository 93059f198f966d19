/** @file The texts of checking files without sending them, and of sending them later. */

import type { CheckAgain } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const sendCheckedTexts = {
  confirm: (name: string, isForTeam: boolean) =>
    isForTeam ? message('Let the team send to {name}', { name }) : message('Send to {name}', { name }),
  again: {
    file: message('The file has changed since its check, so it is checked again first. It is sent once that is done.'),
    rules: message(
      'The rule set has changed since its check, so the file is checked again first. It is sent once that is done.',
    ),
    'batch-size': message(
      'With another batch size it is cut in other places, so the file is checked again first. It is sent once that is done.',
    ),
  } satisfies Record<CheckAgain, string>,
};
