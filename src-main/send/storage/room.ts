/** @file Finds out whether the disk has room for the queue again after it was full. */

import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { freeBytesIn, SPARE_BYTES } from '../../ground/files/disk-space.ts';
import { guarded } from './database.ts';

/** More than one step stores, so that the queue does not continue only to stop again. */
const STEP_BYTES = 256 * 1024;
/** A key that no limit uses. */
const TRIAL = 'room';

/**
 * Tries to write, commit and remove as much as a step of the queue stores. Free space alone does not show quotas, and a
 * transaction that is rolled back may never reach the disk. Does not throw for a full disk.
 * @param path of the database
 * @param spareBytes what must be free in addition
 * @throws AppError queue.damaged, folder.unusable
 */
export function hasRoom(database: DatabaseSync, path: string, spareBytes = SPARE_BYTES): boolean {
  if (freeBytesIn(dirname(path)) < spareBytes) return false;
  try {
    guarded(path, () => {
      database.exec(`INSERT INTO requests (key, at) VALUES ('${TRIAL}' || hex(zeroblob(${STEP_BYTES / 2})), 0)`);
      // The pages must fit into the database file too, not only into its log.
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'disk.full') return false;
    throw thrown;
  } finally {
    removeTrial(database, path);
  }
}

function removeTrial(database: DatabaseSync, path: string): void {
  try {
    guarded(path, () => database.exec(`DELETE FROM requests WHERE key >= '${TRIAL}' AND key < '${TRIAL}~' AND at = 0`));
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'disk.full') throw thrown;
  }
}
