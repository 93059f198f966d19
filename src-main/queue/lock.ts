/** @file One writing process per data folder: an operating-system lock, so that even `kill -9` lets go of it at once. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-preload/errors.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process. SQLite's file lock is used because it behaves alike on all systems.
 * @param holder who is told to the others, for example `tranship send (process 4711)`
 * @throws AppError queue.locked when another process has it; folder.unusable when the folder cannot be written
 */
export function lockFolder(folder: string, holder: string): FolderLock {
  const holderFile = join(folder, 'lock-holder.txt');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, holder);
  } catch (thrown) {
    database?.close();
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    if (/locked|busy/i.test(reason)) throw new AppError('queue.locked', { folder, holder: readHolder(holderFile) });
    if (/ENOSPC|full/i.test(reason)) throw new AppError('disk.full', { folder }, { cause: thrown });
    throw new AppError('folder.unusable', { folder, reason }, { cause: thrown });
  }
  const held = database;
  return { release: () => held.close() };
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'another process';
  }
}
