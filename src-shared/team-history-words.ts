/** @file What people read of what happened at the desks of a team: in the window and on the command line. */

import { assertNever } from './errors.ts';
import { readKindSchema } from './history.ts';
import { happeningInWords } from './history-words.ts';
import { message } from './languages/message.ts';
import type { TeamHappening } from './team-history-shapes.ts';
import { teamRoles } from './team-roles.ts';

/** What was done in the ledger itself; what a desk tells has the words of its own history. A kind of a newer Tranship stays as it is spelled. */
export function teamHappeningInWords({ kind, detail }: Pick<TeamHappening, 'kind' | 'detail'>): string {
  const { offer = 0, role = '', whom = '', known = 0, after = 0 } = detail;
  switch (kind) {
    case 'offered':
      return message('Offered for release (offer {id})', { id: String(offer) });
    case 'offer-released':
      return message('Released (offer {id})', { id: String(offer) });
    case 'offer-refused':
      return message('Refused (offer {id})', { id: String(offer) });
    case 'role-given':
      return message('Gave {whom} a role: {role}', { whom, role: roleInWords(role) });
    case 'role-withdrawn':
      return message('Withdrew a role from {whom}: {role}', { whom, role: roleInWords(role) });
    case 'release-required':
      return message('Required a release of all that is sent');
    case 'release-ending':
      return message('Asked another administrator to require no release any more');
    case 'release-ended':
      return message('Ended that a release is required');
    case 'history-parted':
      return message('Two histories of this desk continue differently after entry {after, number}', { after });
    case 'ledger-put-back':
      return message('The ledger was put back: it knew this desk only up to entry {known, number}', { known });
    case 'continued-without':
      return message('Said that the ledger, which was put back, does not wait for the desk {whom}', { whom });
    default:
      return happeningInWords({ kind: readKindSchema.parse(kind) });
  }
}

/** A role that a newer Tranship has is shown as it is spelled. */
export function roleInWords(role: string): string {
  const known = teamRoles.find((name) => name === role);
  if (known === undefined) return role;
  switch (known) {
    case 'maker':
      return message('maker');
    case 'checker':
      return message('checker');
    case 'sender':
      return message('sender');
    case 'administrator':
      return message('administrator');
    default:
      return assertNever(known);
  }
}
