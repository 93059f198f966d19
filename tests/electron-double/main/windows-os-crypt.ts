/**
 * @file How Chromium encrypts on Windows (components/os_crypt/sync/os_crypt_win.cc): one key in the file `Local State`, which
 * Windows encrypts for the person. A key that Windows cannot open is replaced without a word, and the file is written late.
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stateSchema = z.looseObject({ os_crypt: z.looseObject({ encrypted_key: z.string().optional() }).optional() });
/** `kDPAPIKeyPrefix` */
const OF_WINDOWS = 'DPAPI';
/** `kEncryptionVersionPrefix` */
const PREFIX = Buffer.from('v10');

export class WindowsOsCrypt {
  readonly #file: string;
  readonly #state: z.infer<typeof stateSchema>;
  readonly #key: Buffer;
  /** Until then, only this process has what it has changed. */
  #isWritten: boolean;

  /** `OSCryptImpl::Init`, before the app is ready. @param person whose keys Windows can open now */
  constructor(userData: string, person: string) {
    this.#file = join(userData, 'Local State');
    this.#state = readState(this.#file);
    const kept = this.#state.os_crypt?.encrypted_key;
    const opened = kept === undefined ? undefined : opensFor(person, kept);
    this.#isWritten = opened !== undefined;
    this.#key = opened ?? randomBytes(32);
    if (opened === undefined)
      this.#state.os_crypt = { ...this.#state.os_crypt, encrypted_key: encryptedFor(person, this.#key) };
  }

  /** Ten seconds after a change, or as the app ends in order (`CommitPendingWrite`); never after a crash. */
  commitPendingWrite(): void {
    if (this.#isWritten) return;
    writeFileSync(this.#file, JSON.stringify(this.#state));
    this.#isWritten = true;
  }

  encrypt(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([PREFIX, nonce, sealed, cipher.getAuthTag()]);
  }

  /** Undefined for what another key has encrypted. */
  decrypt(sealed: Buffer): string | undefined {
    if (!sealed.subarray(0, 3).equals(PREFIX)) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(3, 15));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(15, -16)), decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }
}

function readState(file: string): z.infer<typeof stateSchema> {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function digestOf(person: string): Buffer {
  return createHash('sha256').update(person).digest();
}

function encryptedFor(person: string, key: Buffer): string {
  const masked = key.map((byte, index) => byte ^ (digestOf(person)[index] ?? 0));
  return Buffer.concat([Buffer.from(OF_WINDOWS), digestOf(person).subarray(0, 8), masked]).toString('base64');
}

function opensFor(person: string, encrypted: string): Buffer | undefined {
  const bytes = Buffer.from(encrypted, 'base64').subarray(OF_WINDOWS.length);
  if (!bytes.subarray(0, 8).equals(digestOf(person).subarray(0, 8))) return undefined;
  return Buffer.from(bytes.subarray(8).map((byte, index) => byte ^ (digestOf(person)[index] ?? 0)));
}
