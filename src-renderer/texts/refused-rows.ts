/** @file The texts about rows that a preparation refused. */

import { message } from '../../src-shared/languages/message.ts';

export const refusedRowsTexts = {
  question: {
    title: message('Are these rows settled elsewhere?'),
    sentence: message(
      'They are then no longer open. Who said so, and why, is kept in the history, and statements say it.',
    ),
    reason: {
      label: message('Where, and why'),
      missing: message('Say where these rows went, or why they need not be sent.'),
    },
    confirm: message('They are settled'),
    goBack: message('Go back'),
  },
};
