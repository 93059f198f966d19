/**
 * @file The format of sealed packages, version 1: bytes that only a passphrase opens, in chunks that cannot be changed, moved,
 * repeated, left out, or taken from another package. Pure, except for the salt.
 *
 *   head      8  “TRANSHIP”
 *             1  version: 1
 *             3  cost of scrypt: log2 of N, r, p
 *            16  salt
 *             8  how many bytes are sealed
 *            32  HMAC-SHA-256 of all that stands before
 *   chunks       65,536 bytes each, the last one with what is left; each is enciphered and has 16 bytes that prove it
 *
 * Numbers are big-endian. scrypt of the passphrase (UTF-8, NFKC) and the salt gives 64 bytes: the key of the chunks (AES-256-GCM)
 * and the key of the head's HMAC. A chunk's nonce is its number, from 0, in 12 bytes: no two packages have the same salt, hence
 * none the same key. Its associated data is the whole head, which says how many chunks there are: so the end is proved as well.
 */

import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { deriveKey, SCRYPT_COST, type ScryptCost } from '../../wire/credentials/passphrase.ts';

export const CHUNK_BYTES = 65_536;
export const HEAD_BYTES = 68;

const MAGIC = Buffer.from('TRANSHIP');
const VERSION = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const at = { version: 8, cost: 9, salt: 12, bytes: 28, proof: 36 };
/** What a head may ask for: from 64 to 256 MiB of memory, so that no package can take all of it. */
const USABLE_LOG_N = { least: 16, most: 18 };

export interface SealKeys {
  chunks: Buffer;
  head: Buffer;
}
export type KeysFor = (salt: Buffer, cost: ScryptCost) => Promise<SealKeys>;

export interface SealedHead {
  bytes: Buffer;
  /** How many bytes are sealed, without the head and the proofs. */
  contentBytes: number;
  /** Of the chunks. */
  key: Buffer;
}

/** Each call takes some tenths of a second, as each guess of a passphrase should. */
export function keysFrom(passphrase: string): KeysFor {
  return async (salt, cost) => {
    const derived = await deriveKey(passphrase, salt, cost, 2 * KEY_BYTES);
    return { chunks: derived.subarray(0, KEY_BYTES), head: derived.subarray(KEY_BYTES) };
  };
}

export async function newHead(contentBytes: number, keysFor: KeysFor): Promise<SealedHead> {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const salt = randomBytes(SALT_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt8(VERSION, at.version);
  bytes.set([SCRYPT_COST.logN, SCRYPT_COST.r, SCRYPT_COST.p], at.cost);
  salt.copy(bytes, at.salt);
  bytes.writeBigUInt64BE(BigInt(contentBytes), at.bytes);
  const keys = await keysFor(salt, SCRYPT_COST);
  proofOf(bytes, keys.head).copy(bytes, at.proof);
  return { bytes, contentBytes, key: keys.chunks };
}

/**
 * Reads a head; says all that it can without the passphrase before it derives any key.
 * @param bytes the first of the package: fewer than a head's, where it has no more
 * @param fileBytes how many the package has
 * @param path for the words of errors
 * @throws AppError team.package, team.package-passphrase
 */
export async function openHead(bytes: Buffer, fileBytes: number, keysFor: KeysFor, path: string): Promise<SealedHead> {
  const isOurs = bytes.length > MAGIC.length && bytes.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isOurs) throw unusable(path, fact('It is no sealed package of Tranship.'));
  const version = bytes.readUInt8(at.version);
  if (version !== VERSION)
    throw unusable(
      path,
      fact('It has version {version}, and this Tranship opens version {known} only: update Tranship.', {
        version,
        known: VERSION,
      }),
    );
  if (bytes.length < HEAD_BYTES) throw incomplete(path);
  const [logN = 0, r, p] = bytes.subarray(at.cost, at.salt);
  const isUsable =
    logN >= USABLE_LOG_N.least && logN <= USABLE_LOG_N.most && r === SCRYPT_COST.r && p === SCRYPT_COST.p;
  const contentBytes = Number(bytes.readBigUInt64BE(at.bytes));
  if (!isUsable || contentBytes === 0) throw unusable(path, fact('Its first bytes were changed after it was sealed.'));
  const expected = sealedBytes(contentBytes);
  if (fileBytes < expected) throw incomplete(path);
  if (fileBytes > expected) throw unusable(path, fact('It is longer than it was sealed.'));
  const keys = await keysFor(bytes.subarray(at.salt, at.bytes), { ...SCRYPT_COST, logN });
  if (!timingSafeEqual(proofOf(bytes, keys.head), bytes.subarray(at.proof)))
    throw new AppError('team.package-passphrase', { path });
  return { bytes, contentBytes, key: keys.chunks };
}

/** How many bytes a package has in which so many are sealed. */
export function sealedBytes(contentBytes: number): number {
  return HEAD_BYTES + contentBytes + Math.ceil(contentBytes / CHUNK_BYTES) * TAG_BYTES;
}

/** Where a chunk stands in the package, as `[start, end)`. */
export function placeOf(number: number, { contentBytes }: Pick<SealedHead, 'contentBytes'>): [number, number] {
  const whole = CHUNK_BYTES + TAG_BYTES;
  const start = HEAD_BYTES + number * whole;
  return [start, Math.min(start + whole, sealedBytes(contentBytes))];
}

/** A chunk as it stands in the package. @param number from 0; no two chunks of a head may have the same */
export function sealChunk({ key, bytes: head }: SealedHead, number: number, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES }).setAAD(head);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The bytes of a chunk; undefined where it is not as it was sealed, at this place, in this package. */
export function openChunk({ key, bytes: head }: SealedHead, number: number, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length <= TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES })
    .setAAD(head)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

export function unusable(path: string, problem: Fact): AppError<'team.package'> {
  return new AppError('team.package', { path, problem });
}

export function incomplete(path: string): AppError<'team.package'> {
  return unusable(path, fact('Its end is missing: it was not copied as a whole.'));
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function proofOf(head: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(head.subarray(0, at.proof)).digest();
}
