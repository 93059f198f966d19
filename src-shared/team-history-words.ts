/** @file What people read of what happened at the desks of a team: in the window and on the command line. */

import { readKindSchema } from './history.ts';
import { happeningInWords } from './history-words.ts';
import { message } from './languages/message.ts';
import type { TeamHappening } from './team-history-shapes.ts';

/** What one thing that happened is called. A kind that a newer Tranship has told is shown as it is spelled. */
export function teamHappeningInWords({ kind, detail }: Pick<TeamHappening, 'kind' | 'detail'>): string {
  const { role = '', whom = '' } = detail;
  switch (kind) {
    case 'offered':
      return message('Offered for release');
    case 'offer-released':
      return message('Released');
    case 'offer-refused':
      return message('Release refused');
    case 'role-given':
      return message('Role “{role}” given to {whom}', { role, whom });
    case 'role-withdrawn':
      return message('Role “{role}” withdrawn from {whom}', { role, whom });
    case 'release-required':
      return message('Required a release of all that is sent');
    case 'release-ending':
      return message('Asked another administrator to require no release any more');
    case 'release-ended':
      return message('Ended that a release is required');
    case 'history-parted':
      return message('The history of this desk does not continue what the ledger has noted of it');
    case 'ledger-put-back':
      return message('The ledger was put back to an earlier state; this desk told it again what it lacked');
    default:
      return happeningInWords({ kind: readKindSchema.parse(kind) });
  }
}
