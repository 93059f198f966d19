/** @file A SecretBox for this process only: on purpose, what it seals cannot be opened after the process has ended. */

import { randomBytes } from 'node:crypto';
import { createKeyBox } from './keyring.ts';
import type { SecretBox } from './secret-box.ts';

/** A box with a random key that is stored nowhere. */
export function createMemoryBox(): SecretBox {
  const key = randomBytes(32);
  return createKeyBox('memory', async () => key);
}
