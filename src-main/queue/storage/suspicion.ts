/** @file The note that reading the queue met damage, which the next start must look into. */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'queue.suspect';

/** Makes the next start examine all of the queue, the findings included. */
export function markSuspect(folder: string): void {
  try {
    writeFileSync(join(folder, NOTE), '');
  } catch {
    // Whoever meets the damage next says so again.
  }
}

export function isSuspect(folder: string): boolean {
  return existsSync(join(folder, NOTE));
}

/** Once a thorough examination has found nothing, or the damage is set aside. */
export function clearSuspicion(folder: string): void {
  rmSync(join(folder, NOTE), { force: true });
}
