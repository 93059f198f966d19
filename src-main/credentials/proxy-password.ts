/** @file The password of a proxy that was entered by hand, which rests in the settings only as ciphertext. */

import { AppError } from '../../src-shared/errors.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Sealed, SecretBox } from './secret-box.ts';

const KEY = 'proxyPassword';

export class ProxyPassword {
  readonly #settings: SettingsFile;
  readonly #box: SecretBox;

  constructor(settings: SettingsFile, box: SecretBox) {
    this.#settings = settings;
    this.#box = box;
  }

  /** Whether one is kept; not whether it can be opened. */
  has(): boolean {
    return this.#sealed() !== '';
  }

  /** The password, or undefined when none is kept. @throws AppError network.proxy-password when it cannot be opened */
  async get(): Promise<string | undefined> {
    const sealed = this.#sealed();
    if (sealed === '') return undefined;
    const password = await this.#box.open(sealed);
    if (password === undefined) throw new AppError('network.proxy-password', {});
    return password;
  }

  /**
   * Keeps another one, or with undefined forgets it. The old one stays unless the new one can be read back.
   * @throws AppError secret.no-store, network.proxy-password
   */
  async set(password: string | undefined): Promise<void> {
    if (password === undefined) return this.#keep('');
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    const sealed = await this.#box.seal(password);
    const before = this.#sealed();
    this.#keep(sealed);
    if ((await this.#box.open(this.#sealed())) === password) return;
    this.#keep(before);
    throw new AppError('network.proxy-password', {});
  }

  /** Empty for none: a key cannot be taken out of the settings. */
  #sealed(): Sealed {
    const kept = this.#settings.get(KEY);
    // Text under this key was written by `set`; what was not cannot be opened.
    return (typeof kept === 'string' ? kept : '') as Sealed;
  }

  /** Nothing is written where nothing was kept. */
  #keep(sealed: string): void {
    if (sealed !== this.#sealed()) this.#settings.set(KEY, sealed);
  }
}
