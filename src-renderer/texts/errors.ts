/** @file What an error means when a person asked only once. */

export const errorTexts = {
  tryAgain: 'Try again in a moment. If it fails again, diagnose the connection under Connections.',
};
