/**
 * @file Removes a folder of Tranship with all that is in it. On Windows that fails as long as another program has a file of it open:
 * it is tried again for seconds. Then what node:fs throws is thrown.
 */

import { rm } from 'node:fs/promises';
import { BRIEF_PATIENCE_MS, whileLocked } from './file-locks.ts';

export async function removeFolder(path: string): Promise<void> {
  await whileLocked(() => rm(path, { recursive: true, force: true }), { patience: BRIEF_PATIENCE_MS });
}
