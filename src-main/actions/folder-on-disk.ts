/** @file A folder that a person has added, read from the disk. */

import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { FolderEntry } from '../../src-shared/folder-contents.ts';
import { toFileError } from '../ground/files/file-errors.ts';

/** Whether there is a folder at this path. A link that the person has added is followed. */
export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The folder at this path; a handle is the path of a file. @throws, where it is listed, as `toFileError` */
export function folderAt(path: string): FolderEntry<string> & { kind: 'folder' } {
  const absolute = resolve(path);
  // The root of a drive has no name.
  return { kind: 'folder', name: basename(absolute) || absolute, list: () => entriesOf(absolute) };
}

async function entriesOf(folder: string): Promise<FolderEntry<string>[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry): FolderEntry<string> => {
      const { name } = entry;
      const handle = join(folder, name);
      if (entry.isDirectory()) return folderAt(handle);
      return entry.isFile() ? { kind: 'file', name, handle } : { kind: 'other', name };
    });
  } catch (thrown) {
    throw toFileError(thrown, folder);
  }
}
