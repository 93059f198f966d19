/** @file Errors of reading what another system exported. */

import { fact, type Said } from '../languages/fact.ts';
import { inWords, message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const exportErrors = {
  'file.export-unreadable': kind<{ path: Said; problem: Said | readonly Said[]; remedy: Said }>(
    false,
    () => message('The export cannot be read'),
    ({ path, problem, remedy }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: inWords(remedy),
    }),
  ),
  'file.export-damaged': kind<{ path: Said; packing: Said; readable: Said }>(
    false,
    () => message('The export is not complete'),
    ({ path, packing, readable }) => ({
      detail: fact('{path}: this {packing} ends too early or is damaged. What could be read of it: {readable}.', {
        path,
        packing,
        readable,
      }),
      remedy: message(
        'Copy or export it again. If it was copied or sent, compare its size with that of the original first. If it is one of several, move it out of the folder to prepare the others without it.',
      ),
    }),
  ),
};
