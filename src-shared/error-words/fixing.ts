/** @file Errors of correcting a file and sending what is missing. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const fixingErrors = {
  'fix.failed': kind<{ path: string; reason: Said }>(
    true,
    () => message('The file was not corrected'),
    ({ path, reason }) => ({
      detail: fact(
        'Correcting {path} stopped before the end: {reason}. There is no new file, and {path} is as it was.',
        { path, reason },
      ),
      remedy: message('Try again.'),
    }),
  ),
  'recipe.unreadable': kind<{ path: string; problem: Said }>(
    false,
    () => message('The recipe cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: message('Correct the recipe, or choose another one.'),
    }),
  ),
  'submission.corrected': kind<{ id: number; by: number }>(
    false,
    () => message('It has been corrected already'),
    ({ id, by }) => ({
      detail: fact(
        'What was missing of the submission {id} is in the submission {by}. Sending it from here as well would send it twice.',
        { id, by },
      ),
      remedy: message('Look at the submission {by}. Removing it before any of it is sent takes the correction back.', {
        by,
      }),
    }),
  ),
  'submission.not-correctable': kind<{ id: number }>(
    false,
    () => message('It cannot be corrected yet'),
    ({ id }) => ({
      detail: fact('Part of the submission {id} is still under way, so it is not known yet what is missing.', {
        id,
      }),
      remedy: message('Wait until it has ended, or cancel it. Then correct what is missing.'),
    }),
  ),
  'submission.nothing-left': kind<{ id: number; before: number }>(
    false,
    () => message('No line is left to send'),
    ({ id, before }) => ({
      detail: fact(
        'Of what is missing of the submission {id}, no line is left to send: {before, plural, =0 {each one is left out or still faulty} one {# line went before with another submission, any other is left out or still faulty} other {# lines went before with other submissions, any others are left out or still faulty}}. No submission was added.',
        { id, before },
      ),
      remedy: message(
        'Correct a line, or take one in again. Lines that went before are sent again only if you ask for it.',
      ),
      remedyInTerminal: message(
        'Correct a line, or take one in again. With --send-again, lines that went before are sent again.',
      ),
    }),
  ),
  'submission.changed-meanwhile': kind<{ id: number }>(
    true,
    () => message('The submission has changed in the meantime'),
    ({ id }) => ({
      detail: fact(
        'While the corrected file was made, something happened to the submission {id}. The file was not added.',
        { id },
      ),
      remedy: message('Look at the submission, and correct it again if something is still missing.'),
    }),
  ),
  'submission.gone-with': kind<{ id: number; by: number; accepted: number; open: number }>(
    false,
    () => message('It went with another submission'),
    ({ id, by, accepted, open }) => ({
      detail: fact(
        'What is missing of the submission {id} went with the submission {by}, which has the same content: {accepted, plural, =0 {no line is} one {# line is} other {# lines are}} accepted, {open, plural, =0 {none is} one {# is} other {# are}} on the way, pending or unknown.',
        { id, by, accepted, open },
      ),
      remedy: message('There is nothing to send again here. Look at the submission {by}.', { by }),
    }),
  ),
  'submission.not-prepared': kind<{ id: number }>(
    false,
    () => message('It did not come of a preparation'),
    ({ id }) => ({
      detail: fact('Submission {id} was not prepared of an export, so that no other preparation can replace it.', {
        id,
      }),
      remedy: message('Correct its lines, or add the corrected file in the place of what is missing.'),
      remedyInTerminal: message('“tranship fix {id}” says how to correct its lines.', { id }),
    }),
  ),
  'submission.partly-sent': kind<{ id: number; sent: number; path: string }>(
    false,
    () => message('Some of the preparation was sent already'),
    ({ id, sent, path }) => ({
      detail: fact(
        'Submission {sent} ({path}), of the same preparation as submission {id} or of one after it, was sent or is on its way. What was sent is never replaced, and nothing has changed.',
        { id, sent, path },
      ),
      remedy: message(
        'Correct the lines of submission {id}. Or prepare the export again and leave out what was processed before, send that, and cancel submission {id}. What has not left yet can be cancelled first, and then all of it replaced.',
        { id },
      ),
      remedyInTerminal: message(
        '“tranship fix {id}” corrects the lines that are held. Or prepare the export again with --leave-out-processed, send that, and “tranship queue cancel {id}”. If nothing has left yet, “tranship queue cancel {sent}”, and replace all of it then.',
        { id, sent },
      ),
    }),
  ),
  'submission.no-refused-rows': kind<{ id: number }>(
    false,
    () => message('No refused rows are open'),
    ({ id }) => ({
      detail: fact(
        'The preparation of submission {id} refused no rows, or they were prepared again or are dealt with already.',
        { id },
      ),
      remedy: message('There is nothing to be done. What is open is in the overview.'),
      remedyInTerminal: message('There is nothing to be done. “tranship queue open” says what is open.'),
    }),
  ),
  'submission.nothing-missing': kind<{ id: number }>(
    false,
    () => message('Nothing is missing'),
    ({ id }) => ({
      detail: fact(
        'Everything of the submission {id} has been processed, or may have arrived and still needs a decision.',
        { id },
      ),
      remedy: message(
        'There is nothing to correct. See its batches for any of which it is not known whether it arrived.',
      ),
    }),
  ),
};
