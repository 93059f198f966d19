/** @file The files in a zip archive that lies on the disk. */

import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { isFileSystemError, toFileError } from '../../ground/files/file-errors.ts';
import { assertBounded, assertEntries, type Bounds } from '../bounds.ts';
import type { Content } from '../content.ts';
import { unreadable } from '../structured-source.ts';
import { damaged } from './damage.ts';
import { assertName, inArchive, isNoFile, leadsOut, plainName, refusedEntry } from './entry-name.ts';

/** Bits of the mode that Unix programs put into an entry: https://man7.org/linux/man-pages/man7/inode.7.html */
const TYPE_BITS = 0xf000;
const REGULAR = 0x8000;
const FOLDER = 0x4000;

export interface ZipArchive {
  /** The names of all entries, in the order of the archive. */
  names: readonly string[];
  /** In the order of the archive; equal names are possible. Folders are not among them. */
  files: readonly Content[];
  close(): void;
}

/** Opens it, and looks at all entries. Rejects with AppError `file.*`. */
export async function openZip(path: string, archive: Content, bounds: Bounds): Promise<ZipArchive> {
  const { shownPath } = archive;
  const zip = await opened(path, shownPath);
  try {
    const entries = await entriesOf(zip, shownPath, bounds);
    const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    assertBounded(total, zip.fileSize, { ...bounds, mostBytes: Number.POSITIVE_INFINITY }, shownPath);
    const files = entries
      .filter(({ fileName }) => !fileName.endsWith('/'))
      .map((entry) => contentOf(entry, zip, archive, bounds));
    const names = entries.map(({ fileName }) => fileName);
    return { names, files, close: () => zip.close() };
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
}

async function opened(path: string, shownPath: Said): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (thrown) {
    throw explained(thrown, shownPath);
  }
}

async function entriesOf(zip: ZipFile, shownPath: Said, bounds: Bounds): Promise<Entry[]> {
  assertEntries(zip.entryCount, bounds, shownPath);
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      assertEntries(entries.length, bounds, shownPath);
    }
  } catch (thrown) {
    throw explained(thrown, shownPath);
  }
  for (const entry of entries) assertEntry(entry, shownPath);
  return entries;
}

function assertEntry(entry: Entry, shownPath: Said): void {
  assertName(entry.fileName, shownPath);
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) {
    throw refusedEntry(isNoFile(entry.fileName), shownPath);
  }
  if (entry.isEncrypted()) {
    throw unreadable(
      shownPath,
      fact('The archive has a password: “{name}” cannot be read.', { name: entry.fileName }),
      {
        remedy: fact('Unpack it with its password, then choose what is in it.'),
      },
    );
  }
}

function contentOf(entry: Entry, zip: ZipFile, archive: Content, bounds: Bounds): Content {
  const name = plainName(entry.fileName);
  const shownPath = inArchive(name, archive);
  return {
    name: archive.name === '' ? name : `${archive.name}/${name}`,
    shownPath,
    packing: [...archive.packing, 'zip'],
    diskBytes: entry.compressedSize,
    unpackedBytes: entry.uncompressedSize,
    async *open(signal, count = { bytes: 0 }) {
      signal.throwIfAborted();
      assertBounded(entry.uncompressedSize, entry.compressedSize, bounds, shownPath);
      if (!entry.canDecodeFileData()) {
        throw unreadable(shownPath, fact('It is packed by a method that is rarely used.'), {
          remedy: fact('Unpack it with the program that has made it, then choose what is in it.'),
        });
      }
      const before = count.bytes;
      let bytes = 0;
      let sum = 0;
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          signal.throwIfAborted();
          bytes += chunk.length;
          sum = crc32(chunk, sum);
          count.bytes = before + Math.round((bytes / Math.max(1, entry.uncompressedSize)) * entry.compressedSize);
          yield chunk;
        }
      } catch (thrown) {
        signal.throwIfAborted();
        if (isFileSystemError(thrown)) throw toFileError(thrown, archive.shownPath);
        throw damaged('zip', shownPath, bytes, thrown);
      }
      // yauzl leaves it to its callers: without it, a changed byte of a file that is stored as it is would pass.
      if (sum !== entry.crc32)
        throw damaged('zip', shownPath, 0, new Error('The sum of the file in the archive differs.'));
    },
  };
}

/** What yauzl says, in our words. */
function explained(thrown: unknown, shownPath: Said): unknown {
  if (isFileSystemError(thrown)) return toFileError(thrown, shownPath);
  if (!(thrown instanceof Error)) return thrown;
  const name = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
    thrown.message,
  )?.[1];
  if (name !== undefined) return refusedEntry(leadsOut(name), shownPath);
  if (/multi-disk/.test(thrown.message)) {
    return unreadable(shownPath, fact('It is only one part of an archive in several parts.'), {
      remedy: fact('Unpack all its parts together, then choose what is in them.'),
    });
  }
  return damaged('zip', shownPath, 0, thrown);
}
