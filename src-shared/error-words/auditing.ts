/** @file Errors of what is noted for an auditor. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const auditingErrors = {
  'audit.no-key': kind(
    false,
    () => message('The key of the history is not here'),
    () => ({
      detail: fact('Without the key of the data folder, nothing can be signed, and no seal can be checked.'),
      remedy: message('Ask IT to set up a key store on this computer.'),
      remedyInTerminal: message(
        'Set TRANSHIP_PASSPHRASE to the passphrase of this data folder. A receipt is verified anywhere with --key PUBLIC.',
      ),
    }),
  ),
  'audit.no-pdf': kind(
    false,
    () => message('A PDF is made in the desktop app only'),
    () => ({
      detail: fact('Nothing was saved: this window is shown by a browser, which makes PDFs itself.'),
      remedy: message('Save the receipt as a page (HTML), open it, and print it to a PDF.'),
    }),
  ),
  'audit.not-printed': kind<{ reason: Said }>(
    true,
    () => message('The PDF could not be made'),
    ({ reason }) => ({
      detail: reason,
      remedy: message('Try again, or save the receipt as a page (HTML) and print that.'),
    }),
  ),
  'audit.not-noted': kind<{ place: string; reason: Said }>(
    true,
    () => message('The history could not be noted outside of the queue'),
    ({ place, reason }) => ({
      detail: fact('{place}: {reason}', { place, reason }),
      remedy: message('Sending continues. Ask IT to see to this place; Tranship tries again by itself.'),
      remedyInTerminal: message(
        'The work continues. See “tranship audit show”, and correct the place with “tranship audit set”.',
      ),
    }),
  ),
};
