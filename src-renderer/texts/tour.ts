/** @file The texts of the tour. */

import { message } from '../../src-shared/languages/message.ts';
import type { TourStep } from '../tour/tour-steps.ts';

export const tourTexts = {
  close: message('Close the tour'),
  steps: {
    add: {
      title: message('Add files'),
      text: () =>
        message(
          'Choose files here, or drop them anywhere on the window. Tranship checks every line on this computer before anything is sent.',
        ),
    },
    follow: {
      title: message('Follow each file'),
      text: () =>
        message(
          'Each file has a row with its state and how far it is. Where it needs you, what helps comes first. Open it for findings, batches, and the receipt.',
        ),
    },
    state: {
      title: message('See whether all is well'),
      text: () => message('This line says at any time what moves, what waits, and whether anything needs you.'),
    },
    commands: {
      title: message('Find everything'),
      text: (keys: string) =>
        message(
          '{keys} lists every command and finds any file; “?” shows all keys. You find this tour again in the settings, under Help.',
          { keys },
        ),
    },
  } satisfies Record<TourStep, { title: string; text: (keys: string) => string }>,
};
