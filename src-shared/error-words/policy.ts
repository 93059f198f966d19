/** @file Errors of the machine policy: what an organisation sets for all who work on a computer. */

import { kind } from './wording.ts';

export const policyErrors = {
  'policy.unusable': kind<{ place: string; problem: string }>(
    false,
    'The policy of this computer cannot be used',
    ({ place, problem }) => ({
      detail: `${place}: ${problem}. Without it, Tranship does not know what your organisation allows, so it did nothing.`,
      remedy: 'Show the sentence above to IT. Once it is corrected, start Tranship again.',
      remedyInTerminal: 'Show the sentence above to IT. “tranship policy” tells whether it is corrected.',
    }),
  ),
  'policy.managed': kind<{ what: string }>(false, 'Set by your organisation', ({ what }) => ({
    detail: `Your organisation has set this for all who work on this computer: ${what}.`,
    remedy: 'Ask IT if it has to change.',
    remedyInTerminal: '“tranship policy” shows all that is set. Ask IT if it has to change.',
  })),
};
