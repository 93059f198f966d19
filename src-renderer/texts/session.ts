/** @file The texts around the session of a browser. */

export const sessionTexts = {
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  why: {
    never: 'This browser is not signed in to Tranship.',
    'address-refused':
      'This address does not work: it was used already, was not used within five minutes, or was replaced by a newer one.',
    ended:
      'Your session has ended: you signed out, it was not used for 30 minutes, it had lasted 12 hours, or Tranship was started again.',
  },
  goesOn: 'Tranship continues to send the files that were added.',
  wayBack:
    'To sign in, press Enter in the terminal where Tranship was started, and open the new address here. If there is no such terminal, start Tranship again.',
};
