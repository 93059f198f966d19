/** @file Errors of correcting lines by hand. */

import { size } from '../quantities.ts';
import { kind } from './wording.ts';

export const lineEditErrors = {
  'edit.too-many': kind<{ lines: number; bytes: number }>(
    false,
    'Too much was corrected by hand',
    ({ lines, bytes }) => ({
      detail: `The corrections of one file can have ${lines} lines and ${size(bytes)}. The last one was not kept; all earlier ones were.`,
      remedy: 'Make the corrected file now, and correct the rest in that one.',
    }),
  ),
  'edit.not-checked': kind(false, 'The file has not been checked yet', () => ({
    detail: 'Lines can be corrected once the check has read the whole file.',
    remedy: 'Wait until the check is done.',
  })),
};
