/** @file Takes files as they are: a copy in the data folder, which no other can change while it is checked and sent. */

import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { diskFull, freeBytesIn, SPARE_BYTES } from '../../ground/files/disk-space.ts';
import { explainFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { makeFolder, syncFolder } from '../../ground/files/folders.ts';
import { PRIVATE_FILE } from '../../ground/files/own-folder.ts';
import type { Prepare } from './ports.ts';

const BLOCK_BYTES = 1024 * 1024;

/** The SHA-256 of a file, in hex. Rejects with AppError `file.*`, or the signal's reason. */
export async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocksOf(path, signal)) hash.update(block);
  return hash.digest('hex');
}

/**
 * Takes files as they are: each is copied into the inbox of this data folder, which is emptied along with the submissions.
 * Rejects with AppError `file.changed`, `file.*`, `disk.full`, or the signal's reason.
 */
export function asItIs(dataFolder: string): Prepare {
  return async ({ path, name, sha256, claim }, signal) => {
    const folder = join(dataFolder, 'inbox', claim);
    const copy = join(folder, name);
    const bytes = await sizeOf(path);
    try {
      await rm(folder, { recursive: true, force: true });
      makeFolder(folder);
      if (freeBytesIn(folder) < bytes + SPARE_BYTES) throw diskFull(folder, { neededBytes: bytes + SPARE_BYTES });
      if ((await copyTo(copy, path, signal)) !== sha256)
        throw new AppError('file.changed', { path, how: 'changed while it was read' });
      syncFolder(folder);
    } catch (thrown) {
      await rm(folder, { recursive: true, force: true });
      if (signal.aborted) throw signal.reason;
      throw toWriteError(thrown, copy);
    }
    return { files: [{ path: copy, name }], faults: 0, isDoubtful: false, details: [] };
  };
}

/** Returns the SHA-256 of what was copied, in hex. */
async function copyTo(copy: string, path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(copy, 'wx', PRIVATE_FILE);
  try {
    for await (const block of blocksOf(path, signal)) {
      hash.update(block);
      for (let at = 0; at < block.length; ) at += (await file.write(block, at)).bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function sizeOf(path: string): Promise<number> {
  try {
    const file = await open(path, 'r');
    return await file
      .stat()
      .then(({ size }) => size)
      .finally(() => file.close());
  } catch (thrown) {
    throw await explainFileError(thrown, path);
  }
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
