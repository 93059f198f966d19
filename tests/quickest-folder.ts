/**
 * @file Where tests write: in memory, where the system offers it. What is tried is what is written, and not how long a disk
 * takes; on ext4 without a journal, the thousands of files that tests make and remove slow down every one made after them.
 */

import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A container may have only some megabytes of it. */
const LEAST_FREE_BYTES = 4_000_000_000;

export const quickestFolder = hasRoom() ? MEMORY : tmpdir();

/** Has this process, and those that it starts, write their temporary files there, unless a person names a place. */
export function writeToQuickestFolder(): void {
  process.env['TMPDIR'] ??= quickestFolder;
  keepWitnessesApart();
}

/** What a process notes outside of its data folder does not come into the home of who runs the tests. */
function keepWitnessesApart(): void {
  if (process.env['TRANSHIP_WITNESS'] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'tranship-witnesses-'));
  process.env['TRANSHIP_WITNESS'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}
