/** @file The data folder of a story, ready to be opened: with its settings, and a key that was made before. */

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealText } from '../../../src-main/wire/credentials/cipher.ts';
import { deriveKey } from '../../../src-main/wire/credentials/passphrase.ts';
import type { TransferSettings } from '../../../src-main/wire/transfer/transfer-settings.ts';

export const PASSPHRASE = 'a harbour at dawn';

/**
 * An upload that stands still does so until the story moves it. After the usual minute, the app would try again by itself
 * while a slow machine still looks at it.
 */
const usualTransfer: Partial<TransferSettings> = { stallSeconds: 3600 };

/** Of another year: a quarter of the work to open, which the product still accepts. */
const cost = { logN: 15, r: 8, p: 1 };

/** The key of a folder, wrapped with the passphrase: the same for all stories of a process. */
let wrapped: Promise<string> | undefined;

async function wrapKey(): Promise<string> {
  const salt = randomBytes(16);
  const content = { key: randomBytes(32).toString('base64url'), createdAt: Date.now(), hasAdopted: true };
  const key = await deriveKey(PASSPHRASE, salt, cost);
  const sealed = sealText(key, JSON.stringify(content), ['keyring', 'scrypt1']);
  return ['scrypt1', cost.logN, cost.r, cost.p, salt.toString('base64url'), sealed].join('.');
}

export interface ReadyFolder {
  /** Whether its secrets are behind the passphrase, or in the key store of the system. */
  hasPassphrase: boolean;
  /** What differs from the usual settings. */
  transfer?: Partial<TransferSettings>;
}

export async function makeReadyFolder(home: string, { hasPassphrase, transfer = {} }: ReadyFolder): Promise<void> {
  wrapped ??= wrapKey();
  const keyrings = hasPassphrase ? { keyrings: { passphrase: await wrapped } } : {};
  await mkdir(home, { mode: 0o700 });
  const settings = { transfer: { ...usualTransfer, ...transfer }, ...keyrings };
  await writeFile(join(home, 'settings.json'), JSON.stringify(settings));
}
