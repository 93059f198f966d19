/** @file The passphrase of the data folder. */

import { changeWrap } from '../wire/credentials/keyring.ts';
import { keptSalt, passphraseWrap } from '../wire/credentials/passphrase.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function passphraseCommands({ app }: Pick<CommandPorts, 'app'>): Pick<CommandHandlers, 'passphrase.change'> {
  return {
    'passphrase.change': async ({ present, next }) => {
      const { settings } = app;
      await changeWrap(settings, passphraseWrap(present, { salt: keptSalt(settings) }), passphraseWrap(next));
      app.recordSecurity({ kind: 'passphrase-changed' });
    },
  };
}
