/** @file A SecretBox for this process only: what it seals is lost with the process, and that is its point. */

import { randomBytes } from 'node:crypto';
import { openText, sealText } from './cipher.ts';
import type { SecretBox } from './secret-box.ts';

/** A box with a random key that nothing keeps. */
export function createMemoryBox(): SecretBox {
  const key = randomBytes(32);
  return {
    survivesRestart: false,
    seal: async (plain) => sealText(key, plain),
    open: async (sealed) => openText(key, sealed),
  };
}
