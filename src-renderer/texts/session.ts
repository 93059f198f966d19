/** @file The texts around the session of a browser. */

import { message } from '../../src-shared/languages/message.ts';

export const sessionTexts = {
  signOut: message('Sign out'),
  why: {
    never: message('This browser is not signed in to Tranship.'),
    'address-refused': message(
      'This address does not work: it was used already, was not used within five minutes, or was replaced by a newer one.',
    ),
    ended: message(
      'Your session has ended: you signed out, it was not used for 30 minutes, it had lasted 12 hours, or Tranship was started again.',
    ),
  },
};
