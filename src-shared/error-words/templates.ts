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
};
