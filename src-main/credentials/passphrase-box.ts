/**
 * @file A SecretBox with a passphrase, for machines without a keychain: scrypt derives the key, AES-256-GCM encrypts.
 */

import { randomBytes, scrypt } from 'node:crypto';
import { AppError } from '../../src-shared/errors.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { openText, sealText } from './cipher.ts';
import type { SecretBox } from './secret-box.ts';

/** About 32 MiB and a tenth of a second for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A box for one passphrase and one data folder's salt. The key is derived at the first use, then kept in memory. */
export function createPassphraseBox({ passphrase, salt }: { passphrase: string; salt: Buffer }): SecretBox {
  let derived: Promise<Buffer> | undefined;
  const key = () => {
    derived ??= deriveKey(passphrase, salt);
    return derived;
  };
  return {
    survivesRestart: true,
    seal: async (plain) => sealText(await key(), plain),
    open: async (sealed) => openText(await key(), sealed),
  };
}

const SALT = 'salt';

/**
 * The salt of these settings, made at the first call. A damaged salt is never replaced: without it no secret can be
 * opened.
 */
export function saltOf(settings: SettingsFile): Buffer {
  const stored = settings.get(SALT);
  if (stored === undefined) {
    const salt = randomBytes(SALT_BYTES);
    settings.set(SALT, salt.toString('base64url'));
    return salt;
  }
  const salt = Buffer.from(typeof stored === 'string' ? stored : '', 'base64url');
  if (salt.length !== SALT_BYTES)
    throw new AppError('connection.invalid', { field: SALT, problem: 'is damaged in the settings file' });
  return salt;
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same words typed on two keyboards can differ in bytes.
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
