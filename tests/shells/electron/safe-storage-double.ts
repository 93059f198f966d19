/**
 * @file Electron's safeStorage as its sources have it: it asks the system once, counts as available as soon as there is
 * any answer, and on Linux seals with a password that everybody has where the key store gives none.
 */

import type { Keychain } from '../../../src-main/shells/electron/keychain.ts';

/** What the system answers. `asking`: a person is being asked, and everything waits for that. */
export type Answer = 'key' | 'other key' | 'refused' | 'permanently refused' | 'asking';

export class SafeStorageDouble implements Keychain {
  readonly #platform: string;
  #answer: Answer;
  #answered = Promise.withResolvers<void>();
  isAvailable = true;
  backend: ReturnType<Keychain['getSelectedStorageBackend']> = 'gnome_libsecret';
  /** What sealed texts tell of another key that is there, too. */
  shouldReEncrypt = false;
  /** How often something was sealed or opened. */
  calls = 0;

  constructor(answer: Answer = 'key', platform = 'darwin') {
    this.#answer = answer;
    this.#platform = platform;
    if (answer !== 'asking') this.#answered.resolve();
  }

  /** The answer of the next process, or of a person who had to be asked. */
  answer(answer: Answer): void {
    this.#answer = answer;
    if (answer === 'asking') this.#answered = Promise.withResolvers<void>();
    else this.#answered.resolve();
  }

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    await this.#answered.promise;
    return this.isAvailable;
  }

  async encryptStringAsync(plain: string): Promise<Buffer> {
    this.calls += 1;
    await this.#answered.promise;
    const key = this.#keyOf(this.#answer);
    if (key !== undefined) return seal(this.#prefix, key, plain);
    if (this.#platform === 'linux') return seal('v10', 'peanuts', plain);
    throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
  }

  async decryptStringAsync(sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    this.calls += 1;
    await this.#answered.promise;
    const [prefix = '', key = '', text = ''] = sealed.toString().split(' ');
    const isCommon = this.#platform === 'linux' && prefix === 'v10';
    if (this.#answer === 'refused' && !isCommon)
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    if (key !== (isCommon ? 'peanuts' : this.#keyOf(this.#answer)))
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    return { shouldReEncrypt: this.shouldReEncrypt, result: Buffer.from(text, 'base64').toString() };
  }

  getSelectedStorageBackend(): ReturnType<Keychain['getSelectedStorageBackend']> {
    // It is there on Linux only.
    if (this.#platform !== 'linux') throw new TypeError('getSelectedStorageBackend is not a function');
    return this.backend;
  }

  get #prefix(): string {
    return this.#platform === 'linux' ? 'v11' : 'v10';
  }

  #keyOf(answer: Answer): string | undefined {
    return answer === 'key' || answer === 'other key' ? answer.replace(' ', '-') : undefined;
  }
}

function seal(prefix: string, key: string, plain: string): Buffer {
  return Buffer.from([prefix, key, Buffer.from(plain).toString('base64')].join(' '));
}
