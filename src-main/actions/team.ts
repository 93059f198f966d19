/** @file The commands about the team ledgers of this desk. */

import { sharingOver } from '../team/team-sharing.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { inLedgerCommands } from './in-ledger.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type TeamCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `team.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'offered' | 'settings' | 'team' | 'tell' | 'signal'>;

export function teamCommands({ app, offered, settings, team, tell, signal }: Ports): TeamCommands {
  return {
    ...inLedgerCommands({
      offered,
      tell,
      signal,
      store: app.store,
      policy: app.policy.values,
      ruleSet: () => settings.ruleSet,
      ledger: (key) => team.ledger(key),
      destination: (connection) => destinationOf(app.services.connection(connection)),
      connectionTo: (destination) => team.connectionTo(destination),
    }),
    'team.ledgers': () => team.ledgers(),
    'team.sharing': async ({ connection }) => (await sharingOver(app.team, connection)).way,
    'team.ofSubmission': async ({ id }) => await team.ofSubmission(id),
    'team.offerSubmission': async ({ id, ...wish }) => await team.offerSubmission(id, wish),
  };
}
