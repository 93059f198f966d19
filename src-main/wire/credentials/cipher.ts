/**
 * @file Encrypts and decrypts text: AES-256-GCM, a random nonce each time, one line with a version prefix. The text is
 * bound to its context.
 */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealed } from './secret-box.ts';

/** The prefix of every sealed text. `tranship1` had no context. */
const VERSION = 'tranship2';
const VERSION_WITHOUT_CONTEXT = 'tranship1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `tranship2.<nonce>.<ciphertext and tag>`, the parts in base64url. `key` has 32 bytes. */
export function sealText(key: Buffer, plain: string, context: readonly string[]): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(context));
  const content = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  // The only place that makes sealed text.
  return [VERSION, nonce.toString('base64url'), content.toString('base64url')].join('.') as Sealed;
}

/** The plain text; undefined for another key or context, and for a foreign, damaged or changed text. */
export function openText(key: Buffer, sealed: string, context: readonly string[]): string | undefined {
  return decrypt(key, sealed, VERSION, boundTo(context));
}

/** As `openText`, for what was sealed before texts had a context. */
export function openTextWithoutContext(key: Buffer, sealed: string): string | undefined {
  return decrypt(key, sealed, VERSION_WITHOUT_CONTEXT, Buffer.alloc(0));
}

/** Whether a text was sealed, by any box, before texts had a context. */
export function isWithoutContext(sealed: string): boolean {
  return !sealed.startsWith(`${VERSION}.`);
}

function decrypt(key: Buffer, sealed: string, expected: string, bound: Buffer): string | undefined {
  const [version, nonceText = '', contentText = '', ...rest] = sealed.split('.');
  const nonce = Buffer.from(nonceText, 'base64url');
  const content = Buffer.from(contentText, 'base64url');
  const isOurs = version === expected && rest.length === 0 && nonce.length === NONCE_BYTES;
  // Decoding ignores stray characters. Text that we wrote encodes to the same letters again.
  const isExact = nonce.toString('base64url') === nonceText && content.toString('base64url') === contentText;
  if (!isOurs || !isExact || content.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(bound)
      .setAuthTag(content.subarray(-TAG_BYTES));
    return decipher.update(content.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** JSON keeps the parts of a context apart: ["a b"] and ["a", "b"] differ. */
function boundTo(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context), 'utf8');
}
