/** @file A folder as one zip, for a browser, which can fetch only files. */

import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { toWriteError } from '../ground/files/file-errors.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';

/**
 * Packs all files of a folder, with those of the folders in it, in the order of their names. Memory stays flat for any size.
 * Rejects with the signal's reason, and AppError `disk.full`, `file.*`.
 */
export async function zipFolder(folder: string, path: string, signal: AbortSignal): Promise<void> {
  const failed = new AbortController();
  try {
    const zip = new ZipFile();
    zip.on('error', (error) => failed.abort(error));
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) zip.addFile(file, file.slice(folder.length + 1).replaceAll('\\', '/'));
    zip.end();
    const target = createWriteStream(path, { mode: PRIVATE_FILE });
    await pipeline(zip.outputStream, target, { signal: AbortSignal.any([signal, failed.signal]) });
  } catch (thrown) {
    signal.throwIfAborted();
    throw toWriteError(failed.signal.aborted ? failed.signal.reason : thrown, path);
  }
}
