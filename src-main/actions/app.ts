/** @file The commands about the app itself. */

import { ownZone } from '../../src-shared/calendar-days.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { managedNames, mayReleaseItself } from '../policy/rules.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

const NO_KEYCHAIN = fact(
  'This computer has no key store, so Tranship cannot store a client secret. Ask IT to set one up.',
);

export function appCommands({
  app,
  shell,
}: Pick<CommandPorts, 'app' | 'shell'>): Pick<CommandHandlers, 'app.info' | 'app.confirmNotice'> {
  let isConfirmed = false;
  return {
    'app.info': () => ({
      ...shell.info,
      dataFolder: app.folder,
      zone: ownZone(),
      keepsSecrets: app.keepsSecrets,
      managed: managedNames(app.policy.values),
      mayReleaseItself: mayReleaseItself(app.policy.values),
      ...(!app.keepsSecrets && { secretsHint: NO_KEYCHAIN }),
      ...(app.closedKeyStore?.code === 'secret.store-changed' && { changedStore: app.closedKeyStore.toRecord() }),
      ...(app.notice !== undefined && !isConfirmed && { notice: app.notice.toRecord() }),
    }),
    'app.confirmNotice': () => {
      if (isConfirmed) return;
      app.confirmNotice();
      isConfirmed = true;
    },
  };
}
