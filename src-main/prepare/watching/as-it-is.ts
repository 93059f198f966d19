/** @file Takes files as they are, and reads files block by block. */

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { makeFolder, syncFolder } from '../../ground/files/folders.ts';
import { removeFolder } from '../../ground/files/remove-folder.ts';
import { replaceFile } from '../../ground/files/replace-file.ts';
import type { Prepare } from './ports.ts';

const BLOCK_BYTES = 1024 * 1024;

/** The SHA-256 of a file, in hex. Rejects with AppError `file.*`, or the signal's reason. */
export async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocksOf(path, signal)) hash.update(block);
  return hash.digest('hex');
}

/**
 * Takes files as they are: each is moved into the inbox of this data folder, which is emptied along with the submissions.
 * Rejects with AppError `file.*`.
 */
export function asItIs(dataFolder: string): Prepare {
  return async ({ path, name, claim }, signal) => {
    const folder = join(dataFolder, 'inbox', claim);
    const place = join(folder, name);
    try {
      await removeFolder(folder);
      makeFolder(folder);
      await replaceFile(path, place, { signal });
      syncFolder(folder);
    } catch (thrown) {
      signal.throwIfAborted();
      throw toWriteError(thrown, place);
    }
    return { files: [{ path: place, name }], faults: 0, isDoubtful: false, details: [] };
  };
}

/** The bytes of a file, each block only until the next one is asked for. Rejects with AppError `file.*`, or the signal's reason. */
export async function* blocksOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw await explainFileError(thrown, path);
  } finally {
    await file?.close();
  }
}
