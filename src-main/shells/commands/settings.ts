/** @file The commands about the settings. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

export function settingsCommands({
  settings,
}: Pick<CommandPorts, 'settings'>): Pick<CommandHandlers, 'settings.get' | 'settings.change'> {
  return {
    'settings.get': () => settings.all,
    'settings.change': (changes) => settings.change(changes),
  };
}
