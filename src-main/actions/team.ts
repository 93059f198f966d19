/** @file The commands about the team ledgers of this desk. */

import { sharingOver } from '../team/team-sharing.ts';
import type { InLedger } from './in-ledger.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type TeamCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `team.${string}`>>;

export function teamCommands({ app, team }: Pick<CommandPorts, 'app' | 'team'>): TeamCommands {
  return {
    ...ledgerCommands(team.inLedger),
    'team.ledgers': () => team.ledgers(),
    'team.sharing': async ({ connection }) => (await sharingOver(app.team, connection)).way,
    'team.ofSubmission': async ({ id }) => await team.ofSubmission(id),
    'team.offerSubmission': async ({ id, ...wish }) => await team.offerSubmission(id, wish),
  };
}

type InLedgerCommand =
  | `team.${'status' | 'requireRelease' | 'roles' | 'parts' | 'find' | 'history' | 'offers' | 'offer' | 'compare'}`
  | `team.${'stopComparing' | 'decide' | 'offerFiles' | 'verify'}`;

/** Those in one ledger, which need no data folder. */
export function ledgerCommands(team: InLedger): Pick<CommandHandlers, InLedgerCommand> {
  return {
    'team.status': async ({ ledger }) => await team.status(ledger),
    'team.requireRelease': async (wish) => await team.requireRelease(wish),
    'team.roles': async (wish) => await team.roles(wish),
    'team.parts': async ({ ledger }) => await team.parts(ledger),
    'team.find': async (asked) => await team.find(asked),
    'team.history': async (asked) => await team.history(asked),
    'team.offers': async (asked) => await team.offers(asked),
    'team.offer': async (wanted) => await team.details(wanted),
    'team.compare': async (wanted) => await team.compare(wanted),
    'team.stopComparing': () => team.stopComparing(),
    'team.decide': async (wanted) => await team.decide(wanted),
    'team.offerFiles': async (wish) => await team.offerFiles(wish),
    'team.verify': async (asked) => await team.verify(asked),
  };
}
