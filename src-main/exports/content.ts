/** @file Bytes of an export that can be read from their start, as often as wanted: a file, or what is packed in one. */

import { Buffer } from 'node:buffer';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors.ts';
import type { Packing } from '../../src-shared/formats.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { explainFileError, isFileSystemError } from '../ground/files/file-errors.ts';
import { whileLocked } from '../ground/files/file-locks.ts';
import { unreadable } from './structured-source.ts';

const CHUNK_BYTES = 256 * 1024;

/** How many bytes of the file on the disk have been read. */
export interface ReadCount {
  bytes: number;
}

export interface Content {
  /** Its name within an archive or a folder, with slashes; empty for a file that was chosen itself. */
  name: string;
  /** What errors call it. */
  shownPath: Said;
  /** What it was taken out of, the outermost first. */
  packing: readonly Packing[];
  /** Where these very bytes lie on the disk, if they do. */
  diskPath?: string;
  /** How much of the disk they take, packed as they are. */
  diskBytes: number;
  /** How many bytes there are, where that is known without reading them. */
  unpackedBytes?: number;
  /** Rejects with AppError `file.*`, and the signal's reason. */
  open(signal: AbortSignal, count?: ReadCount): AsyncIterable<Uint8Array>;
}

/** A file on the disk; it must not change while it is read. Rejects with AppError `file.*`. */
export async function fileContent(
  path: string,
  { name = '', shownPath = path }: { name?: string; shownPath?: Said } = {},
): Promise<Content> {
  const found = await stat(path).catch(async (thrown: unknown) => {
    throw await explainFileError(thrown, path);
  });
  if (!found.isFile()) throw new AppError('file.not-a-file', { path });
  const state = { bytes: found.size, modified: found.mtimeMs };
  return {
    name,
    shownPath,
    packing: [],
    diskPath: path,
    diskBytes: found.size,
    unpackedBytes: found.size,
    open: (signal, count) => readFile(path, shownPath, state, signal, count),
  };
}

async function* readFile(
  path: string,
  shownPath: Said,
  state: { bytes: number; modified: number },
  signal: AbortSignal,
  count: ReadCount = { bytes: 0 },
): AsyncGenerator<Uint8Array> {
  const file = await guarded(() => open(path, 'r'), path, signal);
  try {
    await assertSame(file, state, shownPath);
    for (let position = 0; position < state.bytes; ) {
      signal.throwIfAborted();
      // Not used again, so that it can be kept.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, state.bytes - position));
      const { bytesRead } = await guarded(() => file.read(chunk, 0, chunk.length, position), path, signal);
      if (bytesRead === 0) throw changed(shownPath);
      position += bytesRead;
      count.bytes += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
    await assertSame(file, state, shownPath);
  } finally {
    await file.close();
  }
}

async function assertSame(file: FileHandle, state: { bytes: number; modified: number }, shownPath: Said) {
  const { size, mtimeMs } = await file.stat();
  if (size !== state.bytes || mtimeMs !== state.modified) throw changed(shownPath);
}

function changed(shownPath: Said): AppError {
  return unreadable(shownPath, fact('It was written to while it was being read.'), {
    remedy: fact('Wait until the export is finished, then try again.'),
  });
}

async function guarded<Result>(work: () => Promise<Result>, path: string, signal: AbortSignal): Promise<Result> {
  try {
    return await whileLocked(work, { signal });
  } catch (thrown) {
    throw isFileSystemError(thrown) ? await explainFileError(thrown, path) : thrown;
  }
}
