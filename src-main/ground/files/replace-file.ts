/**
 * @file Puts a finished file in its place, in one step. On Windows that fails as long as another program has the file open
 * that is replaced, or scans the new one: it is tried again. Then what node:fs throws is thrown.
 */

import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type BlockOptions, blockWhileLocked, type LockOptions, whileLocked } from './file-locks.ts';

export async function replaceFile(finished: string, path: string, options?: LockOptions): Promise<void> {
  await whileLocked(() => rename(finished, path), options);
}

/** The same for what must block: on the main thread for seconds. */
export function blockingReplaceFile(finished: string, path: string, options?: BlockOptions): void {
  blockWhileLocked(() => renameSync(finished, path), options);
}
