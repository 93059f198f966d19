/** @file Errors of reading what another system exported. */

import { kind } from './wording.ts';

export const exportErrors = {
  'file.export-unreadable': kind<{ path: string; problem: string; remedy: string }>(
    false,
    'The export cannot be read',
    ({ path, problem, remedy }) => ({ detail: `${path}: ${problem}`, remedy }),
  ),
};
