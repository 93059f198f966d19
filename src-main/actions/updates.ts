/** @file The commands about updates of the app itself. */

import type { UpdateState } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

/** A page in a browser belongs to a Tranship that others install. */
const none: UpdateState = { isOn: false, decidedBy: 'build', step: { kind: 'nothing' } };

export function updateCommands({
  shell: { updates },
}: Pick<CommandPorts, 'shell'>): Pick<
  CommandHandlers,
  'updates.state' | 'updates.turn' | 'updates.ask' | 'updates.install'
> {
  return {
    'updates.state': () => updates?.state ?? none,
    'updates.turn': async ({ isOn }) => (await updates?.turn(isOn)) ?? none,
    'updates.ask': async () => {
      await updates?.ask();
      return updates?.state ?? none;
    },
    'updates.install': async () => {
      if (updates === undefined) throw new AppError('update.not-ready', {});
      await updates.install();
    },
  };
}
