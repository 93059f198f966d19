/** @file Replaces a small file as a whole: after an end in the middle it is as it was. */

import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { toWriteError } from './file-errors.ts';
import type { BlockOptions } from './file-locks.ts';
import { partialOf } from './new-file.ts';
import { PRIVATE_FILE } from './own-folder.ts';
import { blockingReplaceFile } from './replace-file.ts';

/** The file is on the disk when this returns. @throws AppError file.cannot-write, file.locked, disk.full */
export function writeWhole(path: string, text: string, lock?: BlockOptions): void {
  const partial = partialOf(path);
  try {
    rmSync(partial, { force: true });
    const file = openSync(partial, 'wx', PRIVATE_FILE);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    blockingReplaceFile(partial, path, lock);
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
}
