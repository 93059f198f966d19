/** @file Errors of correcting a file and sending what is missing. */

import { kind } from './wording.ts';

export const fixingErrors = {
  'fix.failed': kind<{ path: string; reason: string }>(true, 'The file was not corrected', ({ path, reason }) => ({
    detail: `Correcting ${path} stopped before the end: ${reason}. There is no new file, and ${path} is as it was.`,
    remedy: 'Try again.',
  })),
  'recipe.unreadable': kind<{ path: string; problem: string }>(
    false,
    'The recipe cannot be used',
    ({ path, problem }) => ({
      detail: `${path}: ${problem}`,
      remedy: 'Correct the recipe, or choose another one.',
    }),
  ),
  'submission.corrected': kind<{ id: number; by: number }>(false, 'It has been corrected already', ({ id, by }) => ({
    detail: `What was missing of the submission ${id} is in the submission ${by}. Sending it from here as well would send it twice.`,
    remedy: `Look at the submission ${by}. Removing it before any of it is sent takes the correction back.`,
  })),
  'submission.not-correctable': kind<{ id: number }>(false, 'It cannot be corrected yet', ({ id }) => ({
    detail: `Part of the submission ${id} is still under way, so it is not known yet what is missing.`,
    remedy: 'Wait until it has ended, or cancel it. Then correct what is missing.',
  })),
  'submission.changed-meanwhile': kind<{ id: number }>(
    true,
    'The submission has changed in the meantime',
    ({ id }) => ({
      detail: `While the corrected file was made, something happened to the submission ${id}. The file was not added.`,
      remedy: 'Look at the submission, and correct it again if something is still missing.',
    }),
  ),
  'submission.nothing-missing': kind<{ id: number }>(false, 'Nothing is missing', ({ id }) => ({
    detail: `Everything of the submission ${id} has been processed, or may have arrived and still needs a decision.`,
    remedy: 'There is nothing to correct. See its batches for any of which it is not known whether it arrived.',
  })),
};
