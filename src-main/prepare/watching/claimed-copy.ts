/**
 * @file The copy of a claimed file in the data folder. Others may change what is in a watched folder at any moment; of the copy
 * nothing changes any more, and all that is checked and sent is made of it.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { diskFull, freeBytesIn, SPARE_BYTES } from '../../ground/files/disk-space.ts';
import { explainFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { fileTime } from '../../ground/files/file-time.ts';
import { makeFolder, syncFolder } from '../../ground/files/folders.ts';
import { NoPlainFile } from '../../ground/files/opened-folder.ts';
import { PRIVATE_FILE, user } from '../../ground/files/own-folder.ts';
import { removeFolder } from '../../ground/files/remove-folder.ts';
import { WATCHED } from './journal.ts';
import type { Entry } from './journal-entry.ts';
import { isUnchanged } from './landing.ts';
import { factsIn } from './listing.ts';
import { whyNotTaken } from './others.ts';
import { openInWork } from './places.ts';

const BLOCK_BYTES = 1024 * 1024;

export type Copied =
  /** With the SHA-256 of its bytes, in hex. */
  | { kind: 'whole'; path: string; sha256: string }
  /** It is not what the entry says of it. */
  | { kind: 'changed'; facts: Entry['facts'] }
  /** It can never be taken. */
  | { kind: 'unfit'; error: AppError };

/** Where the copy is; whatever an earlier attempt left there is made again. */
export const copyFolderOf = (dataFolder: string, { claim }: Pick<Entry, 'claim'>): string =>
  join(dataFolder, WATCHED, claim);

/**
 * Copies a claimed file if it is still as it was claimed, and does not change while it is copied.
 * @param shared whether files of others are taken
 * Rejects with AppError watch.cannot-move, watch.not-taken, file.*, disk.full, or the signal's reason.
 */
export async function copyClaimed(
  entry: Entry,
  { dataFolder, shared }: { dataFolder: string; shared: boolean },
  signal: AbortSignal,
): Promise<Copied> {
  const original = join(entry.folder, entry.name);
  try {
    await using file = await openInWork(entry);
    const found = await file.stat({ bigint: true });
    const facts = factsIn(found);
    const problem = whyNotTaken(found, { shared, user });
    if (problem !== undefined) return refusal(entry, problem);
    if (!isUnchanged(entry.facts, facts)) return { kind: 'changed', facts };
    const copy = await writeCopy(file, entry, dataFolder, signal);
    const after = factsIn(await file.stat({ bigint: true }));
    return isUnchanged(facts, after) ? { kind: 'whole', ...copy } : { kind: 'changed', facts: after };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (thrown instanceof NoPlainFile)
      return { kind: 'unfit', error: new AppError('file.not-a-file', { path: original }) };
    throw thrown instanceof AppError ? thrown : await explainFileError(thrown, original);
  }
}

/** A person may still say that files of others are taken. @throws AppError watch.not-taken */
function refusal({ name, folder }: Entry, problem: 'owner' | 'second-name'): Copied {
  const error = new AppError('watch.not-taken', { name, folder, problem });
  if (problem === 'owner') throw error;
  return { kind: 'unfit', error };
}

/** No more bytes than it had: what grows without end must not fill the disk. */
async function writeCopy(
  file: FileHandle,
  entry: Entry,
  dataFolder: string,
  signal: AbortSignal,
): Promise<{ path: string; sha256: string }> {
  const folder = copyFolderOf(dataFolder, entry);
  const path = join(folder, entry.name);
  const { bytes, modifiedAt } = entry.facts;
  const copy = await guarded(path, async () => {
    await removeFolder(folder);
    makeFolder(folder);
    if (freeBytesIn(folder) < bytes + SPARE_BYTES) throw diskFull(folder, { neededBytes: bytes + SPARE_BYTES });
    return await open(path, 'wx', PRIVATE_FILE);
  });
  const hash = createHash('sha256');
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let left = bytes; left > 0; ) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(block, 0, Math.min(left, BLOCK_BYTES), bytes - left);
      if (bytesRead === 0) break;
      left -= bytesRead;
      const piece = block.subarray(0, bytesRead);
      hash.update(piece);
      await guarded(path, () => copy.writeFile(piece));
    }
    await guarded(path, async () => {
      // An unfinished preparation continues with a file of the same time.
      await copy.utimes(fileTime(modifiedAt), fileTime(modifiedAt));
      await copy.sync();
      syncFolder(folder);
    });
  } finally {
    await copy.close();
  }
  return { path, sha256: hash.digest('hex') };
}

async function guarded<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
}
