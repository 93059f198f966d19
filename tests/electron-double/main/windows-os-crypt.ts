/**
 * @file How Chromium encrypts on Windows (components/os_crypt/sync/os_crypt_win.cc): one key in the file `Local State`, which
 * Windows encrypts for the person. A key that Windows cannot open is replaced without a word, and the file is written late, and
 * once: a write that fails is not tried again (base/files/important_file_writer.cc), and a file that could not be read, other than
 * one that is missing or no JSON, is never written (components/prefs/json_pref_store.cc).
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stateSchema = z.looseObject({
  os_crypt: z.looseObject({ encrypted_key: z.string().optional(), audit_enabled: z.boolean().optional() }).optional(),
});
type State = z.infer<typeof stateSchema>;
/** `kDPAPIKeyPrefix` */
const OF_WINDOWS = 'DPAPI';
/** `kEncryptionVersionPrefix` */
const PREFIX = Buffer.from('v10');
/** `kDefaultCommitInterval` */
const WRITTEN_AFTER_MS = 10_000;
const KEY_BYTES = 32;

export class WindowsOsCrypt {
  readonly #file: string;
  readonly #state: State;
  readonly #isReadOnly: boolean;
  /** Undefined where the form of the kept one is unknown: `Init` gives up then. */
  readonly #key: Buffer | undefined;
  /** Only this process has what it has changed until then. */
  #isPending = false;

  /** `OSCryptImpl::Init`, before the app is ready. @param person whose keys Windows can open now */
  constructor(userData: string, person: string) {
    this.#file = join(userData, 'Local State');
    const { state, isReadOnly } = readState(this.#file);
    this.#state = state;
    this.#isReadOnly = isReadOnly;
    const kept = state.os_crypt?.encrypted_key;
    const sealed = kept === undefined ? undefined : Buffer.from(kept, 'base64');
    if (sealed !== undefined && !sealed.subarray(0, OF_WINDOWS.length).equals(Buffer.from(OF_WINDOWS))) return;
    const opened = sealed && openedFor(person, sealed.subarray(OF_WINDOWS.length));
    this.#key = opened ?? randomBytes(KEY_BYTES);
    // A key that was encrypted without the audit flag is encrypted once more: another text of the same key.
    if (opened !== undefined && state.os_crypt?.audit_enabled === true) return;
    state.os_crypt = { ...state.os_crypt, encrypted_key: encryptedFor(person, this.#key), audit_enabled: true };
    this.#isPending = true;
  }

  /** Writes after Chromium's interval, which keeps no process alive. */
  scheduleWrite(): void {
    setTimeout(() => this.commitPendingWrite(), WRITTEN_AFTER_MS).unref();
  }

  /** After the interval, or as the app ends in order; never after a crash. */
  commitPendingWrite(): void {
    if (!this.#isPending || this.#isReadOnly) return;
    this.#isPending = false;
    const partial = `${this.#file}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      writeFileSync(partial, JSON.stringify(this.#state));
      renameSync(partial, this.#file);
    } catch {
      // Chromium only counts it.
    }
  }

  encrypt(text: string): Buffer | undefined {
    if (this.#key === undefined) return undefined;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([PREFIX, nonce, sealed, cipher.getAuthTag()]);
  }

  /** Undefined for what another key has encrypted. */
  decrypt(sealed: Buffer): string | undefined {
    if (this.#key === undefined || !sealed.subarray(0, 3).equals(PREFIX)) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(3, 15));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(15, -16)), decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }
}

/** `ReadPrefsFromDisk`: one that is no JSON is put aside, and Chromium goes on with nothing. */
function readState(file: string): { state: State; isReadOnly: boolean } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    return { state: {}, isReadOnly: !isMissing };
  }
  try {
    return { state: stateSchema.parse(JSON.parse(text)), isReadOnly: false };
  } catch {
    renameSync(file, `${file}.bad`);
    return { state: {}, isReadOnly: false };
  }
}

const SALT_BYTES = 16;

function maskOf(person: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(person).digest();
}

function masked(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/** As `CryptProtectData`, in form: another text each time, which only this person opens. */
function encryptedFor(person: string, key: Buffer): string {
  const salt = randomBytes(SALT_BYTES);
  const mask = maskOf(person, salt);
  const check = createHash('sha256').update(mask).digest().subarray(0, 8);
  return Buffer.concat([Buffer.from(OF_WINDOWS), salt, check, masked(key, mask)]).toString('base64');
}

function openedFor(person: string, sealed: Buffer): Buffer | undefined {
  const mask = maskOf(person, sealed.subarray(0, SALT_BYTES));
  const check = createHash('sha256').update(mask).digest().subarray(0, 8);
  if (!sealed.subarray(SALT_BYTES, SALT_BYTES + 8).equals(check)) return undefined;
  return masked(sealed.subarray(SALT_BYTES + 8), mask);
}
