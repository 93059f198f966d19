/** @file The texts of the buttons that copy. */

import { message } from '../../src-shared/languages/message.ts';

export const copyTexts = {
  copy: message('Copy'),
  copyOf: (what: string) => message('Copy {what}', { what }),
  copied: message('Copied'),
  failed: message('Not copied'),
  failedHint: message('The text could not be copied. Select it with the mouse, then press Ctrl+C, or ⌘C on a Mac.'),
};
