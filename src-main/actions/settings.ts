/** @file The commands about the settings, and about what is kept by them. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

export function settingsCommands({
  app,
  settings,
}: Pick<CommandPorts, 'app' | 'settings'>): Pick<
  CommandHandlers,
  'settings.get' | 'settings.change' | 'retention.kept'
> {
  return {
    'settings.get': () => settings.all,
    'settings.change': (changes) => settings.change(changes),
    'retention.kept': async () => await app.keptData.figures(),
  };
}
