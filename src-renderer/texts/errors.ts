/** @file What an error means when a person asked only once. */

import { message } from '../../src-shared/languages/message.ts';

export const errorTexts = {
  tryAgain: message('Try again in a moment. If it fails again, diagnose the connection under Connections.'),
};
