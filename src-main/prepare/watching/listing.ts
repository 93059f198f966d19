/** @file What is in a watched folder now: its plain files, with what tells whether they change. */

import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../ground/files/error-codes.ts';
import { isIgnored, isMarker, type Listed } from './landing.ts';

export interface Listing {
  files: readonly Listed[];
  /** Names that are no Unicode, which no system call of ours reaches. */
  unreachable: readonly string[];
}

/** Stands in a name for bytes that are no UTF-8. */
const NO_UNICODE = '\uFFFD';
/** More at once would not be faster, and would hold up other work on the drive. */
const AT_ONCE = 16;

/** Folders, links and devices are left out, and what is ignored is not even looked at. Throws what node:fs throws. */
export async function listFolder(folder: string, marker: string | undefined): Promise<Listing> {
  const names = (await readdir(folder)).filter((name) => isMarker(name, marker) || !isIgnored(name, marker));
  const files: Listed[] = [];
  const unreachable: string[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((name) => factsOf(join(folder, name))));
    for (const [index, name] of some.entries()) {
      const facts = found[index];
      if (facts !== undefined) files.push({ name, ...facts });
      else if (name.includes(NO_UNICODE)) unreachable.push(name);
    }
  }
  return { files, unreachable };
}

/** What is known of a plain file; undefined where there is none. Throws what node:fs throws otherwise. */
export async function factsOf(path: string): Promise<Omit<Listed, 'name'> | undefined> {
  let found: BigIntStats;
  try {
    found = await lstat(path, { bigint: true });
  } catch (thrown) {
    // Taken, or renamed, since the folder was read. Windows denies a file that is about to be deleted.
    if (['ENOENT', 'EACCES', 'EPERM', 'EBUSY'].includes(codeOf(thrown) ?? '')) return undefined;
    throw thrown;
  }
  if (!found.isFile()) return undefined;
  const { size, mtimeNs, ino } = found;
  // Without the number of the drive, which is another one once a share was connected again.
  const identity = ino === 0n ? '' : String(ino);
  // Milliseconds with their fraction: drives that know no finer time give whole ones.
  return { bytes: Number(size), modifiedAt: Number(mtimeNs) / 1e6, identity };
}
