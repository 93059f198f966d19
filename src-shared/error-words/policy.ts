/** @file Errors of the machine policy: what an organisation sets for all who work on a computer. */

import { fact, type Said } from '../languages/fact.ts';
import { inEnglish, message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const policyErrors = {
  'policy.unusable': kind<{ place: string; problem: Said }>(
    false,
    () => message('The policy of this computer cannot be used'),
    ({ place, problem }) => ({
      // Faults that other errors tell are whole sentences.
      detail: inEnglish(problem).endsWith('.')
        ? fact(
            '{place}: {problem} Without it, Tranship does not know what your organisation allows, so it did nothing.',
            { place, problem },
          )
        : fact(
            '{place}: {problem}. Without it, Tranship does not know what your organisation allows, so it did nothing.',
            { place, problem },
          ),
      remedy: message('Show the sentence above to IT. Once it is corrected, start Tranship again.'),
      remedyInTerminal: message('Show the sentence above to IT. “tranship policy” tells whether it is corrected.'),
    }),
  ),
  'policy.managed': kind<{ what: Said }>(
    false,
    () => message('Set by your organisation'),
    ({ what }) => ({
      detail: fact('Your organisation has set this for all who work on this computer: {what}.', { what }),
      remedy: message('Ask IT if it has to change.'),
      remedyInTerminal: message('“tranship policy” shows all that is set. Ask IT if it has to change.'),
    }),
  ),
  'policy.no-release': kind(
    false,
    () => message('A person has to release files of watched folders'),
    () => ({
      detail: fact(
        'Nothing on this computer says that files of watched folders may be sent without a person (the key watchedRelease of the policy).',
      ),
      remedy: message('Watch the folder without releasing, and release each file in the queue; or ask IT to allow it.'),
      remedyInTerminal: message(
        'Leave out --release, and release each file with “tranship queue approve ID”; or ask IT to allow it in the policy.',
      ),
    }),
  ),
};
