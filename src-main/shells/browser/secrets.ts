/**
 * @file The secrets of this shell: 256 random bits as text. Only digests are kept and compared, so neither timing nor a
 * memory dump reveals a secret.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret: 43 characters of base64url, which an address, a header and a WebSocket protocol can carry. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Proves to who has the secret that its digest is known here, without telling it.
 * @param about what the proof is for; it proves nothing else
 */
export function proofOf(digest: Buffer, about: string): string {
  return createHmac('sha256', digest).update(about).digest('base64url');
}

/** Whether a text has this digest; takes as long for every text of a length. */
export function isSecret(text: string, digest: Buffer): boolean {
  return timingSafeEqual(digestOf(text), digest);
}
