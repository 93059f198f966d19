/**
 * @file Signs settings that decide where secrets and files go, so that a change made outside of Tranship is noticed. Each
 * box of the data folder has a signature of its own.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SecretBox } from './secret-box.ts';

/** The signatures beside a value, by the name of the box. */
export const signaturesSchema = z.record(z.string(), z.string()).optional().catch(undefined);
export type Signatures = z.infer<typeof signaturesSchema>;

/**
 * The signature of this box on `value`, which says what it is in its first part. A box that does not survive a restart
 * signs nothing.
 */
export async function sign(box: SecretBox, value: readonly string[]): Promise<Signatures> {
  return box.survivesRestart ? { [box.name]: await signatureOf(box, value) } : undefined;
}

/** Whether this box signed `value`. A box that does not survive a restart has nothing to compare with. */
export async function isSigned(box: SecretBox, value: readonly string[], signatures: Signatures): Promise<boolean> {
  if (!box.survivesRestart) return true;
  const kept = Buffer.from(signatures?.[box.name] ?? '');
  const expected = Buffer.from(await signatureOf(box, value));
  return kept.length === expected.length && timingSafeEqual(kept, expected);
}

async function signatureOf(box: SecretBox, value: readonly string[]): Promise<string> {
  const key = await box.key('settings');
  return createHmac('sha256', key).update(JSON.stringify(value)).digest('base64url');
}
