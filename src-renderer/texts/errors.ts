/** @file What an error means when a person asked only once, and what is said where the window itself fails. */

import { message } from '../../src-shared/languages/message.ts';

export const errorTexts = {
  tryAgain: message('Try again in a moment. If it fails again, diagnose the connection under Connections.'),
};

export const boundaryTexts = {
  notLoaded: {
    title: message('This page could not be loaded'),
    text: message(
      'A part of the window did not arrive: perhaps Tranship was stopped or replaced. The queue and its files are safe.',
    ),
  },
  failed: {
    title: message('This page cannot be shown'),
    text: message(
      'An error in the window keeps it from being shown. The queue and its files are safe, and sending continues. If it happens again, choose “Save for support…” under Settings.',
    ),
  },
};
