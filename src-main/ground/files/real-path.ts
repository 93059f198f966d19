/** @file Whether two paths lead to the same place. */

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** Without links where it is there, so that the same folder is always called the same. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    return absolute;
  }
}

export const isSamePlace = (one: string, other: string): boolean => realPath(one) === realPath(other);
