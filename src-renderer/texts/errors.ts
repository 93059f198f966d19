/** @file What a failure means for something that a person asked for once. */

export const errorTexts = {
  tryAgain: 'Try again in a moment. If it fails again, diagnose the connection under Connections.',
};
