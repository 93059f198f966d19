/** @file The commands about the network settings that all connections share. */

import type { CommandHandlers, CommandPorts } from './ports.ts';

export function networkCommands({
  app,
}: Pick<CommandPorts, 'app'>): Pick<CommandHandlers, 'network.get' | 'network.change'> {
  const state = () => ({ ...app.network.settings, hasProxyPassword: app.network.kept.password.has() });
  return {
    'network.get': state,
    'network.change': async ({ proxyPassword, ...settings }) => {
      await app.network.change(settings, proxyPassword);
      return state();
    },
  };
}
