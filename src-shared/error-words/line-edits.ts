/** @file Errors of correcting lines by hand. */

import { fact } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { size } from '../quantities.ts';
import { kind } from './wording.ts';

export const lineEditErrors = {
  'edit.too-many': kind<{ lines: number; bytes: number }>(
    false,
    () => message('Too much was corrected by hand'),
    ({ lines, bytes }) => ({
      detail: fact(
        'The corrections of one file can have {lines} lines and {bytes}. The last one was not kept; all earlier ones were.',
        { lines, bytes: size(bytes) },
      ),
      remedy: message('Make the corrected file now, and correct the rest in that one.'),
    }),
  ),
  'edit.no-reason': kind<{ line: number }>(
    false,
    () => message('A reason is missing'),
    ({ line }) => ({
      detail: fact(
        'Line {line, number} has another amount or currency now. Tranship keeps that only with a reason, for the auditor.',
        { line },
      ),
      remedy: message('Say why it is another one, and save the line.'),
    }),
  ),
  'edit.not-checked': kind(
    false,
    () => message('The file has not been checked yet'),
    () => ({
      detail: fact('Its lines can be corrected or exported once the check has read the whole file.'),
      remedy: message('Wait until the check is done.'),
    }),
  ),
};
