/** @file What was dropped on the page: files, and in a browser also the files in folders, which only the page can read. */

import type { PickedFiles } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { type FolderEntry, type FolderReading, MOST_FILES, takeFromFolder } from '../../src-shared/folder-contents.ts';

/** What stands at a place in a drop: the part of the browser's `FileSystemEntry` that this needs. */
export interface Entry {
  name: string;
  isFile: boolean;
  isDirectory: boolean;
}

export interface FileEntry extends Entry {
  file(take: (file: File) => void, fail: (error: Error) => void): void;
}

export interface FolderOfEntries extends Entry {
  createReader(): { readEntries(take: (entries: Entry[]) => void, fail: (error: Error) => void): void };
}

/** The part of a `DataTransfer` that this needs. */
export interface Drop {
  files: Iterable<File>;
  items: Iterable<{ webkitGetAsEntry(): Entry | null; getAsFile(): File | null }>;
}

export interface DroppedFiles {
  files: File[];
  /** What was left out, and why. */
  refused: PickedFiles['refused'];
}

/**
 * The files of a drop. Call it while the event is handled: afterwards the drop is empty.
 * @throws the signal's reason
 * @param readsFolders whether the page reads folders itself; on the desktop the app does, which knows where they are
 */
export async function filesOfDrop(
  { files, items }: Drop,
  readsFolders: boolean,
  reading: Pick<FolderReading, 'onFound' | 'signal'> = {},
): Promise<DroppedFiles> {
  const dropped: DroppedFiles = { files: readsFolders ? [] : [...files], refused: [] };
  if (!readsFolders) return dropped;
  const folders: FolderOfEntries[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    // A folder, too, has a file, which cannot be read.
    if (isFolder(entry)) folders.push(entry);
    else if (file !== null) dropped.files.push(file);
  }
  for (const folder of folders) {
    const room = MOST_FILES - dropped.files.length;
    const { taken, refused } = await takeFromFolder(folderOf(folder), { ...reading, room });
    dropped.refused.push(...refused);
    for (const entry of taken) {
      reading.signal?.throwIfAborted();
      await takeFile(entry, dropped);
    }
  }
  const count = dropped.files.length;
  if (count > MOST_FILES) {
    const error = new AppError('file.too-many', { count, limit: MOST_FILES }).toRecord();
    return { files: [], refused: [...dropped.refused, { fileName: dropped.files[0]?.name ?? '', error }] };
  }
  return dropped;
}

async function takeFile(entry: FileEntry, dropped: DroppedFiles): Promise<void> {
  try {
    dropped.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
  } catch (thrown) {
    dropped.refused.push({ fileName: entry.name, error: unreadable(entry.name, thrown).toRecord() });
  }
}

function isFolder(entry: Entry | null): entry is FolderOfEntries {
  return entry?.isDirectory === true && 'createReader' in entry;
}

function isFile(entry: Entry): entry is FileEntry {
  return entry.isFile && 'file' in entry;
}

function folderOf(folder: FolderOfEntries): FolderEntry<FileEntry> & { kind: 'folder' } {
  return {
    kind: 'folder',
    name: folder.name,
    list: async () => {
      try {
        return (await allIn(folder)).map(entryOf);
      } catch (thrown) {
        throw unreadable(folder.name, thrown);
      }
    },
  };
}

function entryOf(entry: Entry): FolderEntry<FileEntry> {
  if (isFolder(entry)) return folderOf(entry);
  return isFile(entry) ? { kind: 'file', name: entry.name, handle: entry } : { kind: 'other', name: entry.name };
}

/** A browser gives the entries of a folder in parts, the last of which is empty. */
async function allIn(folder: FolderOfEntries): Promise<Entry[]> {
  const reader = folder.createReader();
  const entries: Entry[] = [];
  for (;;) {
    const part = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

function unreadable(path: string, thrown: unknown): AppError {
  const reason = thrown instanceof Error ? thrown.message : 'the browser does not say why';
  return new AppError('file.unreadable', { path, reason });
}
