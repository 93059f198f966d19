/** @file The commands about watched folders. */

import { AppError } from '../../src-shared/errors.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function watchingCommands({
  shell,
  watching,
}: Pick<CommandPorts, 'shell' | 'watching'>): Pick<
  CommandHandlers,
  'watching.list' | 'watching.add' | 'watching.remove'
> {
  return {
    'watching.list': () => watching.rows(),
    'watching.add': async (input) => {
      if (shell.chooseFolder === undefined) throw new AppError('watch.not-here', {});
      const folder = await shell.chooseFolder('watch');
      if (folder !== undefined) await watching.add(folder, input);
      return watching.rows();
    },
    'watching.remove': async ({ id }) => {
      await watching.remove(id);
      return watching.rows();
    },
  };
}
