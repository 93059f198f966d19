/** @file Makes folders, and reports where none can be made. */

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the folder and its missing parents, accessible to this person only. Throws what node:fs throws.
 *
 * The `recursive` option of node:fs never returns where the parent exists but answers ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  try {
    makeOne(path);
  } catch (thrown) {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    if (!isMissing || dirname(path) === path) throw thrown;
    makeFolder(dirname(path));
    makeOne(path);
  }
}

function makeOne(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    // Another process may have made it in the meantime.
    if (!isFolder(path)) throw thrown;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
