/** @file The password of the proxy in the settings, stored only as ciphertext. */

import { AppError } from '../../../src-shared/errors.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { SealContext, Sealed, SecretBox } from './secret-box.ts';

const KEY = 'proxyPassword';

export class ProxyPassword {
  readonly #settings: SettingsFile;
  readonly #box: SecretBox;

  constructor(settings: SettingsFile, box: SecretBox) {
    this.#settings = settings;
    this.#box = box;
  }

  /** Whether one is stored; whether it can be opened is not checked. */
  has(): boolean {
    return this.#sealed() !== '';
  }

  /**
   * The password; undefined when none is stored.
   * @param receiver the proxy and the name that it was entered for
   * @throws AppError network.proxy-password when it cannot be opened, also because it was entered for another receiver
   */
  async get(receiver: string): Promise<string | undefined> {
    const sealed = this.#sealed();
    if (sealed === '') return undefined;
    const password = await this.#box.open(sealed, contextOf(receiver));
    if (password === undefined) throw new AppError('network.proxy-password', {});
    return password;
  }

  /**
   * Stores another password. The old one stays unless the new one can be read back.
   * @throws AppError secret.no-store, network.proxy-password
   */
  async set(password: string, receiver: string): Promise<void> {
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    const sealed = await this.#box.seal(password, contextOf(receiver));
    const before = this.#sealed();
    this.#keep(sealed);
    if ((await this.#box.open(this.#sealed(), contextOf(receiver))) === password) return;
    this.#keep(before);
    throw new AppError('network.proxy-password', {});
  }

  remove(): void {
    this.#keep('');
  }

  /** Binds a password that was stored before there were keyrings to its receiver. */
  async adopt(openFormer: (sealed: string) => Promise<string | undefined>, receiver: string): Promise<void> {
    const password = this.has() ? await openFormer(this.#sealed()) : undefined;
    if (password !== undefined) await this.set(password, receiver);
  }

  /** Empty for none: a key cannot be removed from the settings. */
  #sealed(): Sealed {
    const kept = this.#settings.get(KEY);
    // Only `set` writes this key; any other text cannot be opened.
    return (typeof kept === 'string' ? kept : '') as Sealed;
  }

  /** Writes nothing if there was nothing to remove. */
  #keep(sealed: string): void {
    if (sealed !== this.#sealed()) this.#settings.set(KEY, sealed);
  }
}

function contextOf(receiver: string): SealContext {
  return ['proxy-password', receiver];
}
