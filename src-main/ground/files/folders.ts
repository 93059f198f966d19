/** @file Makes folders, and makes what happened in them last. */

import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './error-codes.ts';

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
    if (codeOf(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown;
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

/** What a system or a file system answers that cannot do this; there is nothing more to be done then. */
const CANNOT_SYNC: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EBADF',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
]);

/**
 * Makes new files and renames in a folder last through a power failure. Windows does that by itself, and cannot be asked
 * to. Blocks for as long as the disk takes. Throws what node:fs throws where the disk fails.
 */
export function syncFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, 'r');
    fsyncSync(handle);
  } catch (thrown) {
    if (!CANNOT_SYNC.has(codeOf(thrown))) throw thrown;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
