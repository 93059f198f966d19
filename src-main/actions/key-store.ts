/** @file The commands for a key store that has changed. */

import { AppError } from '../../src-shared/errors.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type KeyStoreCommands = Pick<CommandHandlers, 'keyStore.tryAgain' | 'keyStore.replaceKey'>;

export function keyStoreCommands({ shell }: Pick<CommandPorts, 'shell'>): KeyStoreCommands {
  const inWindow = () => {
    if (shell.keyStore === undefined) throw new AppError('secret.only-in-window', {});
    return shell.keyStore;
  };
  return {
    'keyStore.tryAgain': () => inWindow().tryAgain(),
    'keyStore.replaceKey': () => inWindow().replaceKey(),
  };
}
