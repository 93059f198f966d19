/**
 * @file The secrets of this shell: 256 random bits as text. Only digests are kept and compared, so neither timing nor a
 * memory dump reveals a secret.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret: 43 characters of base64url, which an address, a header and a WebSocket protocol can carry. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a text has this digest; takes as long for every text of a length. */
export function isSecret(text: string, digest: Buffer): boolean {
  return timingSafeEqual(digestOf(text), digest);
}
