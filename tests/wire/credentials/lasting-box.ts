/** @file A SecretBox that survives a restart, as long as the test keeps it: it stands for a keyring of the data folder. */

import { randomBytes } from 'node:crypto';
import { createKeyBox } from '../../../src-main/wire/credentials/keyring.ts';
import type { SecretBox } from '../../../src-main/wire/credentials/secret-box.ts';

export function createLastingBox(): SecretBox {
  const key = randomBytes(32);
  return createKeyBox('passphrase', async () => key);
}
