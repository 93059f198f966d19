/** @file The note that reading the queue met damage, which the next start must examine. */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../ground/files/own-folder.ts';

const NOTE = 'queue.suspect';

/** Makes the next start examine all of the queue, including the findings. */
export function markSuspect(folder: string): void {
  try {
    writeFileSync(join(folder, NOTE), '', { flag: 'wx', mode: PRIVATE_FILE });
  } catch {
    // It is there already, or the next read that meets the damage writes it again.
  }
}

export function isSuspect(folder: string): boolean {
  return existsSync(join(folder, NOTE));
}

/** Call it once a thorough examination has found nothing, or the damaged file is set aside. */
export function clearSuspicion(folder: string): void {
  rmSync(join(folder, NOTE), { force: true });
}
