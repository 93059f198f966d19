/** @file A folder as one zip, for a browser, which can fetch only files. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { toWriteError } from '../ground/files/file-errors.ts';
import { saveFile } from '../ground/files/saved-file.ts';

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
    await saveFile(path, Readable.from(zip.outputStream), AbortSignal.any([signal, failed.signal]));
  } catch (thrown) {
    signal.throwIfAborted();
    throw toWriteError(failed.signal.aborted ? failed.signal.reason : thrown, path);
  }
}
