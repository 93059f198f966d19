/** @file The name of a submission and the place of its bytes, of rows from the time when one path was both. Pure. */

import { posix, win32 } from 'node:path';

/** Where files lay that came through a browser, each in a folder of its own. */
const INBOX = /[\\/]inbox[\\/][0-9a-f-]{36}$/;

/** Parts the `path` of an older row; what is no such row stays as it is. */
export function withNameAndContent(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('path' in row)) return row;
  const { path, ...rest } = row;
  return typeof path === 'string' ? { name: nameOf(path), content: path, ...rest } : row;
}

/** The path is absolute, in the manner of the system it was added on. */
function nameOf(path: string): string {
  const { basename, dirname } = path.startsWith('/') ? posix : win32;
  return INBOX.test(dirname(path)) ? basename(path) : path;
}
