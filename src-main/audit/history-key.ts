/** @file The key that seals the history: who has it can prove that an entry was written with it, and sign receipts. */

import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto';

const SEED_BYTES = 32;
/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410 §7), and of a public one in SPKI. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** What is sealed: an entry of the history, or the head that is kept beside it. */
type Sealing = 'entry' | 'head';

export interface HistoryKey {
  /** Tells the keys of one folder apart: the desktop's key store and a passphrase have one each. Not secret. */
  readonly id: string;
  /** 64 hex digits that only who has the key can make for this text. */
  seal(what: Sealing, text: string): string;
  isSeal(what: Sealing, text: string, seal: string): boolean;
  /** The 32 bytes of the Ed25519 key that others verify receipts with, in base64url. */
  readonly publicKey: string;
  /** An Ed25519 signature in base64url. */
  sign(text: string): string;
}

/** @param key 32 bytes: the key of the SecretBox for the history */
export function createHistoryKey(key: Buffer): HistoryKey {
  const secret = createSecretKey(key);
  const seal = (what: Sealing, text: string) => createHmac('sha256', secret).update(`${what} ${text}`).digest('hex');
  const privateKey = signingKey(key);
  return {
    id: createHmac('sha256', key).update('id').digest('hex').slice(0, 16),
    seal,
    // Who has the files has them whole: how long a comparison takes tells nothing.
    isSeal: (what, text, given) => given === seal(what, text),
    publicKey: createPublicKey(privateKey)
      .export({ format: 'der', type: 'spki' })
      .subarray(-SEED_BYTES)
      .toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

function signingKey(key: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'tranship receipt signature', SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** The key object of a public key as `publicKey` writes it; undefined where the text is none. */
export function readPublicKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== SEED_BYTES || bytes.toString('base64url') !== text.trim()) return undefined;
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}
