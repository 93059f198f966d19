/**
 * @file `safeStorage` as shell/browser/api/electron_api_safe_storage.cc has it: it says that it can be used as soon as the
 * app is ready, whatever the key store will say to the first use.
 */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { conform } from '../api/conformity.ts';
import { type KeyStoreState, keyStoreStates } from '../control.ts';
import { onCommand, requireReady, stage } from './stage.ts';

const keysSchema = z.array(z.string()).min(1);
const PREFIX = Buffer.from('v11');
const BEFORE_READY = 'safeStorage cannot be used before app is ready';

/** The keys in the store, the current one first. */
function keys(): string[] {
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
  if (state === 'returned') setState('working');
  const isNew = kept.length === 0 || state === 'lost' || state === 'rotated';
  if (!isNew) return kept;
  const made = [randomBytes(32).toString('hex'), ...kept];
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  setState('working');
  return made;
}

let answer = Promise.withResolvers<void>();

function setState(state: KeyStoreState): void {
  stage().options.keyStore.state = state;
  if (state === 'asking') return;
  answer.resolve();
  answer = Promise.withResolvers();
}

/** Whether the app is ready, once the store has answered at all. */
async function answered(): Promise<boolean> {
  if (stage().isReady && stage().options.keyStore.state === 'asking') await answer.promise;
  return stage().isReady;
}

function isUsable(): boolean {
  return ['working', 'lost', 'returned', 'rotated'].includes(stage().options.keyStore.state);
}

function seal(text: string): Buffer {
  const [key = ''] = keys();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([PREFIX, nonce, cipher.getAuthTag(), sealed]);
}

function open(sealed: Buffer): { result: string; shouldReEncrypt: boolean } | undefined {
  if (!sealed.subarray(0, 3).equals(PREFIX)) return undefined;
  for (const [index, key] of keys().entries()) {
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

type Implemented = Exclude<keyof SafeStorage, 'getSelectedStorageBackend'>;

class SafeStorageDouble implements Pick<SafeStorage, Implemented> {
  isEncryptionAvailable(): boolean {
    return stage().isReady && isUsable();
  }

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return await answered();
  }

  setUsePlainTextEncryption(): void {}

  encryptString(plainText: string): Buffer {
    requireReady(BEFORE_READY);
    if (!isUsable())
      throw new Error(
        'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
      );
    return seal(plainText);
  }

  decryptString(encrypted: Buffer): string {
    requireReady(BEFORE_READY);
    if (!isUsable())
      throw new Error(
        'Error while decrypting the ciphertext provided to safeStorage.decryptString. Decryption is not available.',
      );
    const opened = open(encrypted);
    if (opened === undefined)
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
    return opened.result;
  }

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(BEFORE_READY);
    await answered();
    if (!isUsable()) throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    return seal(plainText);
  }

  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    requireReady(BEFORE_READY);
    await answered();
    if (stage().options.keyStore.state === 'locked')
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    const opened = isUsable() ? open(encrypted) : undefined;
    if (opened === undefined)
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    return opened;
  }
}

conform(SafeStorageDouble.prototype, 'SafeStorage');

/** Made after the start, because only Linux has the name of a backend. */
export function createSafeStorage(): SafeStorageDouble {
  const backend = () => (stage().isReady ? stage().options.keyStore.backend : 'unknown');
  const isLinux = stage().options.platform === 'linux';
  const storage = new SafeStorageDouble();
  Object.defineProperty(storage, 'getSelectedStorageBackend', { value: isLinux ? backend : undefined });
  return storage;
}

onCommand('setKeyStore', ({ state }) => setState(z.enum(keyStoreStates).parse(state)));
