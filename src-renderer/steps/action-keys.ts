/** @file The key of each action while its row in the queue has the focus, or its page is open, as it is written in shortcuts/keys.ts. Pure. */

import type { Action } from './next-steps.ts';

/** Actions that are never possible together may have the same. `G` begins the way to another page. */
export const actionKeys: Readonly<Record<Action, string>> = {
  approve: 'S',
  release: 'S',
  send: 'S',
  allowHost: 'A',
  findFile: 'F',
  tryNow: 'T',
  sendNow: 'T',
  pause: 'P',
  resume: 'P',
  retry: 'R',
  cancel: 'Delete',
  remove: 'Delete',
  correct: 'C',
  renewSecret: 'K',
  openConnection: 'K',
  openNetwork: 'N',
  seeErrors: 'E',
  seeWarnings: 'W',
  readReport: 'D',
  seeBatches: 'B',
  seeEarlier: 'F',
};
