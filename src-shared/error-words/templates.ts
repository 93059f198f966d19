/** @file Errors of the templates by which exports are prepared. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const templateErrors = {
  'template.unreadable': kind<{ path: string; problem: Said }>(
    false,
    () => message('The template cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: message('Correct the template, or choose another one.'),
    }),
  ),
  'template.other-columns': kind<{ table: string; columns: string | readonly Said[] }>(
    false,
    () => message('The template does not fit this export'),
    ({ table, columns }) => ({
      detail: fact('The template needs columns that {table} does not have: {columns}. Nothing was written.', {
        table,
        columns,
      }),
      remedy: message(
        'Choose the template that was made for this export, or correct the names of the columns in the template.',
      ),
    }),
  ),
};
