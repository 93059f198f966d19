/** @file The commands about watched folders. */

import { AppError } from '../../src-shared/errors.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function watchingCommands({
  app,
  shell,
  offered,
  watching,
}: Pick<CommandPorts, 'app' | 'shell' | 'offered' | 'watching'>): Pick<
  CommandHandlers,
  'watching.list' | 'watching.add' | 'watching.remove'
> {
  return {
    'watching.list': () => watching.rows(),
    'watching.add': async ({ offer, template, ...choices }) => {
      if (shell.chooseFolder === undefined) throw new AppError('watch.not-here', {});
      const folder = await shell.chooseFolder('watch');
      if (folder === undefined) return watching.rows();
      // No path comes from a window: a name is that of a kept one.
      const isKept = app.templates.all().some((kept) => kept.template.name === template);
      if (template !== undefined && !isKept) throw new AppError('template.unknown', {});
      await watching.add({ ...choices, folder, template: offer === undefined ? template : offered.peek(offer).path });
      return watching.rows();
    },
    'watching.remove': async ({ id }) => {
      await watching.remove(id);
      return watching.rows();
    },
  };
}
