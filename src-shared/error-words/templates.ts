/** @file Errors of the templates by which exports are prepared. */

import { kind } from './wording.ts';

export const templateErrors = {
  'template.unreadable': kind<{ path: string; problem: string }>(
    false,
    'The template cannot be used',
    ({ path, problem }) => ({
      detail: `${path}: ${problem}`,
      remedy: 'Correct the template, or choose another one.',
    }),
  ),
  'template.other-columns': kind<{ table: string; columns: string }>(
    false,
    'The template does not fit this export',
    ({ table, columns }) => ({
      detail: `The template needs columns that ${table} does not have: ${columns}. Nothing was written.`,
      remedy: 'Choose the template that was made for this export, or correct the names of the columns in the template.',
    }),
  ),
};
