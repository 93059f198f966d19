/** @file The key of a data folder, which seals secrets and signs settings; made at its first use. */

import { type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { KeptNetworkSettings } from '../network/kept-settings.ts';
import { Connections } from './connections.ts';
import { createKeyring, type KeyWrap, replaceKey } from './keyring.ts';
import type { SecretBox } from './secret-box.ts';
import { StandInBox } from './stand-in-box.ts';

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

/** How long the start waits for the system's key store; after that, the window comes up without it. */
const KEY_STORE_PATIENCE = 10 * SECOND;

/** The SecretBox of a data folder whose key the system's key store wraps. Until the store opens, one in memory takes its place. */
export class KeyStoreBox extends StandInBox {
  readonly #settings: SettingsFile;
  readonly #wrap: KeyWrap;

  constructor(settings: SettingsFile, wrap: KeyWrap, clock: Clock = systemClock) {
    super(openDataFolderKey(settings, wrap), clock);
    this.#settings = settings;
    this.#wrap = wrap;
  }

  /**
   * A person has decided to enter the secrets again: the folder gets a new key in place of one that this key store cannot
   * unwrap, which is kept. The folder must be locked. @returns false where the key store has not changed
   * @throws AppError secret.store-closed
   */
  async replaceKey(): Promise<boolean> {
    await this.askAgain();
    if (this.closed?.code !== 'secret.store-changed') return false;
    await replaceKey({ settings: this.#settings, wrap: this.#wrap, now: () => systemClock.now() });
    await this.askAgain();
    return true;
  }

  /**
   * Asks the store to open, and waits for a while. The folder must be locked: its key may be made now.
   * @returns the key that seals the history; undefined while the store is closed: the entries of this run then are
   * without a seal, which keeps no file from being sent
   */
  async historyKey(): Promise<Buffer | undefined> {
    await this.ask(KEY_STORE_PATIENCE);
    return this.closed === undefined ? await this.key('history') : undefined;
  }

  /** Why secrets cannot be stored now; undefined when they can. */
  get hint(): string | undefined {
    return this.closed?.detail;
  }
}

/** Whether secrets or tokens were sealed here before there were keys: the passphrase of then must still work. */
export function hasFormerSecrets(settings: SettingsFile): boolean {
  const kept = ['connections', 'proxyPassword', 'tokens'].map((key) => settings.get(key));
  return settings.get('keyrings') === undefined && JSON.stringify(kept).includes('"tranship1.');
}
