/** @file The commands about the settings, and about what is kept by them. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

type SettingsCommands = Pick<
  CommandHandlers,
  'settings.get' | 'settings.change' | 'retention.purge' | 'retention.freeable' | 'retention.free'
>;

export function settingsCommands({
  app,
  settings,
  signal,
}: Pick<CommandPorts, 'app' | 'settings' | 'signal'>): SettingsCommands {
  return {
    'settings.get': () => settings.all,
    'settings.change': (changes) => settings.change(changes),
    'retention.freeable': async () => await app.keptData.freeable(),
    'retention.free': async ({ kind }) => {
      await app.keptData.free(kind);
      return await app.keptData.freeable();
    },
    'retention.purge': async () => ({ isComplete: await app.keptData.purgeNow(signal) }),
  };
}
