/** @file The command that starts the practice tenant. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

export function practiceCommands({
  practice,
  offered,
}: Pick<CommandPorts, 'practice' | 'offered'>): Pick<CommandHandlers, 'practice.start'> {
  return {
    'practice.start': async () => {
      const connection = await practice.begin();
      return { connection, sample: await offered.offer(await practice.writeSamples()) };
    },
  };
}
