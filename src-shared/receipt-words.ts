/** @file What receipts say in every shell. */

import { message } from './languages/message.ts';

/** How to check a receipt that no key has signed: nothing in it proves itself. */
export const checkUnsignedInWords = (): string =>
  message(
    'To check it, have the same receipt made again where the data folder is: unless something has happened since, its figures and the hash of its last entry must be the same.',
  );
