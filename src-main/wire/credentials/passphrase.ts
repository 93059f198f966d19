/**
 * @file Keys from what a person types, for machines without a key store: scrypt makes each guess cost time and memory.
 * The parameters are stored with what they made, so that they can grow.
 */

import { randomBytes, scrypt } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { openText, openTextWithoutContext, sealText } from './cipher.ts';
import { createKeyBox, type KeyWrap } from './keyring.ts';
import type { SecretBox } from './secret-box.ts';

export interface ScryptCost {
  /** The base-2 logarithm of N. */
  logN: number;
  r: number;
  p: number;
}
/** What OWASP recommends (2025): 128 MiB, and about half a second for each guess. */
export const SCRYPT_COST: ScryptCost = { logN: 17, r: 8, p: 1 };
/** Before the parameters were stored. */
const FORMER_COST: ScryptCost = { logN: 15, r: 8, p: 1 };
/** Settings that somebody wrote cannot make us use more than this. */
const HIGHEST_LOG_N = 20;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const LEAST_CHARACTERS = 12;
const LEAST_DIFFERENT_CHARACTERS = 5;

const PREFIX = 'scrypt1';
const CONTEXT = ['keyring', PREFIX];

/**
 * Wraps the keyring with a passphrase: `scrypt1.<log2 N>.<r>.<p>.<salt>.<sealed>`.
 * @param salt of the settings, for what the passphrase sealed before there were keyrings
 * @param mayBeWeak for a passphrase that already protects something: refusing it would lose that
 */
export function passphraseWrap(
  passphrase: string,
  { salt: formerSalt, mayBeWeak = false }: { salt?: Buffer | undefined; mayBeWeak?: boolean } = {},
): KeyWrap {
  /** The wrapped text and its key: a keyring is wrapped again right after it was made. */
  let last: { salt: Buffer; cost: ScryptCost; key: Buffer } | undefined;
  let formerKey: Promise<Buffer> | undefined;
  const keyFor = async (salt: Buffer, cost: ScryptCost) => {
    if (last === undefined || !last.salt.equals(salt) || last.cost.logN !== cost.logN) {
      last = { salt, cost, key: await deriveKey(passphrase, salt, cost) };
    }
    return last.key;
  };
  return {
    name: 'passphrase',
    async wrap(content) {
      if (!mayBeWeak && last === undefined) requireStrength(passphrase);
      const salt = last?.cost.logN === SCRYPT_COST.logN ? last.salt : randomBytes(SALT_BYTES);
      const sealed = sealText(await keyFor(salt, SCRYPT_COST), content, CONTEXT);
      return [PREFIX, SCRYPT_COST.logN, SCRYPT_COST.r, SCRYPT_COST.p, salt.toString('base64url'), sealed].join('.');
    },
    async unwrap(wrapped) {
      const [prefix, logN, r, p, salt = '', ...sealed] = wrapped.split('.');
      const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
      const isUsable = Number.isInteger(cost.logN) && cost.logN <= HIGHEST_LOG_N && cost.logN >= FORMER_COST.logN;
      if (prefix !== PREFIX || !isUsable || cost.r !== SCRYPT_COST.r || cost.p !== SCRYPT_COST.p) return undefined;
      const key = await keyFor(Buffer.from(salt, 'base64url'), cost);
      const content = openText(key, sealed.join('.'), CONTEXT);
      return content === undefined ? undefined : { content, isOutdated: false };
    },
    hasChanged: async () => false,
    async openFormer(sealed) {
      if (formerSalt === undefined) return undefined;
      formerKey ??= deriveKey(passphrase, formerSalt, FORMER_COST);
      return openTextWithoutContext(await formerKey, sealed);
    },
  };
}

/**
 * A box for what was obtained with a client secret (tokens, addresses): who has the secret may read it. The secret is
 * random, so it needs no high cost; what was sealed with another one counts as missing.
 */
export function createClientSecretBox(secret: string, settings: SettingsFile): SecretBox {
  let derived: Promise<Buffer> | undefined;
  return createKeyBox('client-secret', () => {
    derived ??= deriveKey(secret, saltOf(settings), FORMER_COST);
    return derived;
  });
}

/** @throws AppError secret.weak-passphrase */
export function requireStrength(passphrase: string): void {
  const characters = [...passphrase.normalize('NFKC')];
  if (characters.length >= LEAST_CHARACTERS && new Set(characters).size >= LEAST_DIFFERENT_CHARACTERS) return;
  throw new AppError('secret.weak-passphrase', { least: LEAST_CHARACTERS });
}

const SALT = 'salt';

/** The salt of these settings; undefined where none was made yet. @throws AppError connection.invalid */
export function keptSalt(settings: SettingsFile): Buffer | undefined {
  const stored = settings.get(SALT);
  if (stored === undefined) return undefined;
  const salt = Buffer.from(typeof stored === 'string' ? stored : '', 'base64url');
  // Never replaced: without it, what it made cannot be opened.
  if (salt.length !== SALT_BYTES)
    throw new AppError('connection.invalid', { field: SALT, problem: fact('is damaged in the settings file') });
  return salt;
}

function saltOf(settings: SettingsFile): Buffer {
  const kept = keptSalt(settings);
  if (kept !== undefined) return kept;
  const salt = randomBytes(SALT_BYTES);
  settings.set(SALT, salt.toString('base64url'));
  return salt;
}

/** @param bytes how many the key has */
export function deriveKey(text: string, salt: Buffer, { logN, r, p }: ScryptCost, bytes = KEY_BYTES): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    // The same words typed on two keyboards can differ in bytes.
    scrypt(text.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
