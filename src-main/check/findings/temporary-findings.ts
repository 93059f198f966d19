/** @file Findings for as long as one command needs them: on the disk, in a database without a name, however many there are. */

import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, isDiskFull } from '../../ground/files/disk-space.ts';
import type { Finding } from './finding.ts';
import type { GroupPage } from './finding-groups.ts';
import { type FindingOwner, FindingStore } from './finding-store.ts';
import type { PackedFindings } from './packed-findings.ts';

/** Its methods throw AppError `disk.full`, naming the folder of temporary files. */
export class TemporaryFindings {
  readonly #store: FindingStore;

  /** @param database for tests: one that is full */
  constructor(database = new DatabaseSync('')) {
    this.#store = new FindingStore(database);
  }

  add(owner: FindingOwner, findings: PackedFindings): void {
    try {
      this.#store.add(owner, findings);
    } catch (thrown) {
      throw explained(thrown);
    }
  }

  /** The most frequent groups. */
  async groups(owner: FindingOwner, limit: number, signal: AbortSignal): Promise<GroupPage> {
    return await this.#store.groups(owner, {}, { offset: 0, limit }, signal);
  }

  /** All findings in line order. */
  *iterate(owner: FindingOwner): Generator<Finding> {
    try {
      yield* this.#store.iterate(owner);
    } catch (thrown) {
      throw explained(thrown);
    }
  }
}

function explained(thrown: unknown): unknown {
  return isDiskFull(thrown) ? diskFull(temporaryFolder(), { cause: thrown }) : thrown;
}

/** Where SQLite keeps temporary files: https://sqlite.org/tempfiles.html#temporary_file_storage_locations */
function temporaryFolder({ platform, env } = process): string {
  if (platform === 'win32') return tmpdir();
  const folders = [env['SQLITE_TMPDIR'], env['TMPDIR'], '/var/tmp', '/usr/tmp', '/tmp'];
  return folders.find((folder) => folder !== undefined && isUsable(folder)) ?? '.';
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
