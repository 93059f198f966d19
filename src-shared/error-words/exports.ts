/** @file Errors of reading what another system exported. */

import { kind } from './wording.ts';

export const exportErrors = {
  'file.export-unreadable': kind<{ path: string; problem: string; remedy: string }>(
    false,
    'The export cannot be read',
    ({ path, problem, remedy }) => ({ detail: `${path}: ${problem}`, remedy }),
  ),
  'file.export-damaged': kind<{ path: string; packing: string; readable: string }>(
    false,
    'The export is not complete',
    ({ path, packing, readable }) => ({
      detail: `${path}: this ${packing} ends too early or is damaged. What could be read of it: ${readable}.`,
      remedy:
        'Copy or export it again. If it was copied or sent, compare its size with that of the original first. If it is one of several, move it out of the folder to prepare the others without it.',
    }),
  ),
};
