/** @file The command about the history of a team: who did what at which desk. */

import { AppError } from '../../../src-shared/errors.ts';
import { findTeamHistory } from '../../team/team-history.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function teamHistoryCommands({ app }: Pick<CommandPorts, 'app'>): Pick<CommandHandlers, 'team.history'> {
  return {
    'team.history': async ({ ledger, filter, olderThan, limit }) => {
      const link = app.team.links().find(({ address }) => `${address.person}@${address.name}` === ledger);
      if (link === undefined)
        throw new AppError('team.address', { problem: `This desk does not use the team ledger ${ledger}.` });
      return await link.use((connection) => findTeamHistory(connection, filter, { olderThan, limit }));
    },
  };
}
