/**
 * @file How Chromium encrypts with a key store of macOS or Linux, as far as the app notices. Linux always has a second provider
 * of keys, whose password is the same in every Chromium (components/os_crypt/async/browser/posix_key_provider.cc): it seals what no
 * key store seals, with `v10` before it, and opens that again wherever.
 */

import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { KeyStoreState } from '../control.ts';
import { stage } from './stage.ts';

const keysSchema = z.array(z.string()).min(1);
const OF_STORE = Buffer.from('v11');
const OF_ALL = Buffer.from('v10');
/** `kV10Key` and the vector of blanks. */
const COMMON_KEY = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const COMMON_VECTOR = Buffer.alloc(16, ' ');

export class KeyStoreOsCrypt {
  #answer = Promise.withResolvers<void>();

  become(state: KeyStoreState): void {
    stage().options.keyStore.state = state;
    if (state === 'asking') return;
    this.#answer.resolve();
    this.#answer = Promise.withResolvers();
  }

  async answered(): Promise<void> {
    if (stage().options.keyStore.state === 'asking') await this.#answer.promise;
  }

  isPassing(): boolean {
    return stage().options.keyStore.state === 'locked';
  }

  seal(text: string): Buffer | undefined {
    if (!this.#isUsable) return isLinux() ? sealedForAll(text) : undefined;
    const [key = ''] = this.#keys();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([prefixOfStore(), nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer): { result: string; shouldReEncrypt: boolean } | undefined {
    const prefix = sealed.subarray(0, 3);
    if (isLinux() && prefix.equals(OF_ALL)) return openedByAll(sealed.subarray(3), this.#isUsable);
    if (!this.#isUsable || !prefix.equals(prefixOfStore())) return undefined;
    for (const [index, key] of this.#keys().entries()) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), sealed.subarray(3, 15));
        decipher.setAuthTag(sealed.subarray(15, 31));
        const result = Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]).toString();
        return { result, shouldReEncrypt: index > 0 };
      } catch {
        // Sealed with another key.
      }
    }
    return undefined;
  }

  close(): void {}

  get #isUsable(): boolean {
    const { state, backend } = stage().options.keyStore;
    if (isLinux() && backend === 'basic_text') return false;
    return ['working', 'lost', 'returned', 'rotated'].includes(state);
  }

  /** The keys in the store, the current one first. */
  #keys(): string[] {
    const { file, state } = stage().options.keyStore;
    if (state === 'lost' && existsSync(file)) renameSync(file, `${file}.away`);
    if (state === 'returned') renameSync(`${file}.away`, file);
    let kept: string[] = [];
    try {
      kept = keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // The first use makes a key.
    }
    // The change happens once.
    if (state === 'returned') this.become('working');
    const isNew = kept.length === 0 || state === 'lost' || state === 'rotated';
    if (!isNew) return kept;
    const made = [randomBytes(32).toString('hex'), ...kept];
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
    this.become('working');
    return made;
  }
}

function isLinux(): boolean {
  return stage().options.platform === 'linux';
}

function prefixOfStore(): Buffer {
  return isLinux() ? OF_STORE : OF_ALL;
}

function sealedForAll(text: string): Buffer {
  const cipher = createCipheriv('aes-128-cbc', COMMON_KEY, COMMON_VECTOR);
  return Buffer.concat([OF_ALL, cipher.update(text, 'utf8'), cipher.final()]);
}

function openedByAll(sealed: Buffer, isBetterThere: boolean): { result: string; shouldReEncrypt: boolean } | undefined {
  try {
    const decipher = createDecipheriv('aes-128-cbc', COMMON_KEY, COMMON_VECTOR);
    const result = Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
    return { result, shouldReEncrypt: isBetterThere };
  } catch {
    return undefined;
  }
}
