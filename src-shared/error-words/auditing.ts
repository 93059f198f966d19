/** @file Errors of what is noted for an auditor. */

import { kind } from './wording.ts';

export const auditingErrors = {
  'audit.no-key': kind(false, 'The key of the history is not here', () => ({
    detail: 'Without the key of the data folder, nothing can be signed, and no seal can be checked.',
    remedy: 'Ask IT to set up a key store on this computer.',
    remedyInTerminal:
      'Set TRANSHIP_PASSPHRASE to the passphrase of this data folder. A receipt is verified anywhere with --key PUBLIC.',
  })),
  'audit.not-noted': kind<{ place: string; reason: string }>(
    true,
    'The history could not be noted outside of the queue',
    ({ place, reason }) => ({
      detail: `${place}: ${reason}`,
      remedy: 'Sending continues. Ask IT to see to this place; Tranship tries again by itself.',
      remedyInTerminal:
        'The work continues. See “tranship audit show”, and correct the place with “tranship audit set”.',
    }),
  ),
};
