/** @file What is in a watched folder now: its plain files, with what tells whether they change. */

import type { BigIntStats } from 'node:fs';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type FolderToWatch, watchAddCommand } from '../../../src-shared/watch-add-command.ts';
import { SECOND } from '../../ground/clock.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { reasonInWords } from '../../ground/files/file-errors.ts';
import { OpenedFolder } from '../../ground/files/opened-folder.ts';
import { user } from '../../ground/files/own-folder.ts';
import { isIgnored, isMarker, type Listed } from './landing.ts';
import { othersMayWrite } from './others.ts';
import type { WatchedFolderSettings } from './ports.ts';

type FileFacts = Omit<Listed, 'name'>;

export interface Listing {
  files: readonly Listed[];
  /** Names that are no Unicode, which no system call of ours reaches. */
  unreachable: readonly string[];
}

/** Stands in a name for bytes that are no UTF-8. */
const NO_UNICODE = '\uFFFD';
/** More at once would not be faster, and would hold up other work on the drive. */
const AT_ONCE = 16;

/**
 * Folders, links and devices are left out, and what is ignored is not even looked at.
 * @throws AppError watch.open-to-others, and what node:fs throws
 */
export async function listFolder(settings: WatchedFolderSettings): Promise<Listing> {
  const { folder, marker, settleMs } = settings;
  await using opened = await OpenedFolder.open(folder);
  requireAnswer(opened, { ...settings, settleSeconds: settleMs / SECOND });
  const names = (await opened.names()).filter((name) => isMarker(name, marker) || !isIgnored(name, marker));
  const files: Listed[] = [];
  const unreachable: string[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((name) => factsOf(opened, name)));
    for (const [index, name] of some.entries()) {
      const facts = found[index];
      if (facts !== undefined) files.push({ name, ...facts });
      else if (name.includes(NO_UNICODE)) unreachable.push(name);
    }
  }
  return { files, unreachable };
}

/**
 * A folder to which others may write is watched only once a person has said that it is meant so. One that is not there is
 * asked about when it is.
 * @throws AppError watch.open-to-others, watch.folder-away
 */
export async function requireAnswered(wanted: FolderToWatch): Promise<void> {
  const { folder } = wanted;
  try {
    await using opened = await OpenedFolder.open(folder);
    requireAnswer(opened, wanted);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw folderAway(folder, thrown);
  }
}

function requireAnswer({ path, facts }: OpenedFolder, wanted: FolderToWatch): void {
  if (wanted.shared || !othersMayWrite(facts, user)) return;
  // Stored again, it is sent as before.
  const command = watchAddCommand({ ...wanted, folder: path, shared: true });
  throw new AppError('watch.open-to-others', { folder: path, command });
}

/** Why a folder cannot be looked at. An AppError is returned unchanged. */
export function folderAway(folder: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const reason = codeOf(thrown) === 'ENOENT' ? fact('it is not there') : reasonInWords(thrown);
  return new AppError('watch.folder-away', { folder, reason }, { cause: thrown });
}

/** What is known of a plain file; undefined where there is none. Throws what node:fs throws otherwise. */
async function factsOf(folder: OpenedFolder, name: string): Promise<FileFacts | undefined> {
  try {
    const found = await folder.factsOf(name);
    return found?.isFile() === true ? factsIn(found) : undefined;
  } catch (thrown) {
    // Windows denies a file that is about to be deleted.
    if (['EACCES', 'EPERM', 'EBUSY'].includes(codeOf(thrown) ?? '')) return undefined;
    throw thrown;
  }
}

/** What tells whether a file changes. */
export function factsIn({ size, mtimeNs, ino }: BigIntStats): FileFacts {
  // Without the number of the drive, which is another one once a share was connected again.
  const identity = ino === 0n ? '' : String(ino);
  // Milliseconds with their fraction: drives that know no finer time give whole ones.
  return { bytes: Number(size), modifiedAt: Number(mtimeNs) / 1e6, identity };
}
