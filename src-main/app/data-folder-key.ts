/** @file The key of a data folder, which seals secrets and signs settings; made at its first use. */

import { systemClock } from '../clock.ts';
import { Connections } from '../credentials/connections.ts';
import { createKeyring, type KeyWrap } from '../credentials/keyring.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import { KeptNetworkSettings } from '../network/kept-settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The SecretBox of a data folder. What was stored before there were keys is bound to its place once the key is made. */
export function openDataFolderKey(settings: SettingsFile, wrap: KeyWrap): SecretBox {
  return createKeyring({
    settings,
    wrap,
    now: () => systemClock.now(),
    async adopt(box, openFormer) {
      const network = new KeptNetworkSettings(settings, box);
      await network.adopt(openFormer);
      await new Connections(settings, box, () => network.route()).adopt(openFormer);
    },
  });
}

/** Whether secrets or tokens were sealed here before there were keys: the passphrase of then must go on working. */
export function hasFormerSecrets(settings: SettingsFile): boolean {
  const kept = ['connections', 'proxyPassword', 'tokens'].map((key) => settings.get(key));
  return settings.get('keyrings') === undefined && JSON.stringify(kept).includes('"tranship1.');
}
