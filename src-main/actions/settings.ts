/** @file The commands about the settings, and about what is kept by them. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

type SettingsCommands = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `settings.${string}` | `retention.${string}`>
>;

export function settingsCommands({
  app,
  settings,
  signal,
}: Pick<CommandPorts, 'app' | 'settings' | 'signal'>): SettingsCommands {
  return {
    'settings.get': () => settings.all,
    'settings.change': (changes) => settings.change(changes),
    'retention.kept': async () => await app.keptData.figures(),
    'retention.purge': async () => ({ isComplete: await app.keptData.purgeNow(signal) }),
  };
}
