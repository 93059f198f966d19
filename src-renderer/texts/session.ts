/** @file The texts around the session of a browser. */

import { message } from '../../src-shared/languages/message.ts';

export const sessionTexts = {
  signOut: message('Sign out'),
  signedOut: message('You are signed out'),
  why: {
    never: message('This browser is not signed in to Tranship.'),
    'address-refused': message(
      'This address does not work: it was used already, was not used within five minutes, or was replaced by a newer one.',
    ),
    ended: message(
      'Your session has ended: you signed out, it was not used for 30 minutes, it had lasted 12 hours, or Tranship was started again.',
    ),
  },
  goesOn: message('This stops nothing: what is being sent continues, and what waits for a person still waits.'),
  wayBack: message(
    'To sign in, press Enter in the terminal where Tranship was started, and open the new address here. If there is no such terminal, start Tranship again.',
  ),
};
