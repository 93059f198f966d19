/** @file Whether a team ledger is that of what goes to a place. */

import type { RemoteServices } from '../connections/remote-services.ts';
import type { Submission } from '../send/submission.ts';
import { type Bound, destinationOf } from '../wire/credentials/connection.ts';
import type { Connections } from '../wire/credentials/connections.ts';
import type { TeamLink } from './connection/team-link.ts';
import type { Team } from './team.ts';

export interface KnownConnections {
  team: Pick<Team, 'linkFor'>;
  services: Pick<RemoteServices, 'connection' | 'environmentConnection'>;
  connections: Pick<Connections, 'names'>;
}

/** Whether a connection that uses this ledger carries it, or another one to the same place. Does not throw. */
export function isLedgerFor(
  link: TeamLink,
  { connection, destination }: Pick<Submission, keyof Bound>,
  { team, services, connections }: KnownConnections,
): boolean {
  const environment = services.environmentConnection();
  const leads = (name: string) => {
    try {
      if (team.linkFor({ connection: name }) !== link) return false;
      return name === connection || destinationOf(services.connection(name)) === destination;
    } catch {
      return false;
    }
  };
  return [connection, ...connections.names(), ...(environment === undefined ? [] : [environment.name])].some(leads);
}
