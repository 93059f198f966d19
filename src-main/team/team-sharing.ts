/** @file Whether a person at this desk may give files to the team, for its computers to send. */

import { AppError, assertNever, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { SharingWay } from '../../src-shared/team-shapes.ts';
import type { Team } from './team.ts';

type Ledgers = Pick<Team, 'linkFor'>;

/** A ledger that does not answer now is no obstacle: what is for the team waits for it. */
type Sharing = { way: Exclude<SharingWay, 'none'> } | { way: 'none'; error: AppError };

/** Whether files over a connection can be given to the team; does not throw. */
export async function sharingOver(team: Ledgers, connection: string): Promise<Sharing> {
  try {
    const link = team.linkFor({ connection });
    if (link === undefined) {
      const problem = fact('The connection “{connection}” uses no team ledger.', { connection });
      return { way: 'none', error: new AppError('team.address', { problem }) };
    }
    const { TeamLedger } = await import('./team-ledger.ts');
    const { person, roles } = await link.use((opened) => new TeamLedger(opened).status());
    if (roles.includes('sender')) return { way: 'possible' };
    const reason = fact('{person} does not have the role “sender” in this ledger.', { person });
    return { way: 'none', error: new AppError('team.refused', { reason }) };
  } catch (thrown) {
    const error = toAppError(thrown);
    return error.code === 'team.unreachable' ? { way: 'away' } : { way: 'none', error };
  }
}

/** @throws AppError team.* where there is no ledger, or it does not let this person send */
export async function requireSharing(team: Ledgers, connection: string): Promise<void> {
  const sharing = await sharingOver(team, connection);
  switch (sharing.way) {
    case 'possible':
    case 'away':
      return;
    case 'none':
      throw sharing.error;
    default:
      return assertNever(sharing);
  }
}
