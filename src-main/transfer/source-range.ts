/**
 * @file Reads a checked byte range of a source file such that bytes which were not checked never go out whole: the range
 * is hashed while it streams, and its last block is withheld until the digest and the file are what the check saw.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '../../src-preload/errors.ts';
import { toFileError } from '../file-errors.ts';

export interface CheckedRange {
  path: string;
  /** Size of the whole file when it was checked. */
  fileBytes: number;
  /** The byte range `[start, end)`; never empty. */
  start: number;
  end: number;
  /** SHA-256 of the range, in hex. */
  sha256: string;
}

const READ_BYTES = 1024 * 1024;
/** What is handed to the network at a time; small enough that a slow line still shows progress. */
const BLOCK_BYTES = 256 * 1024;

/**
 * The range, block by block. Size and identity of the file must hold from the first byte to the last; a differing time
 * of modification alone is no change, since the digest decides about the content.
 * @throws AppError file.changed before the last block is given out; file.not-found, file.unreadable …
 */
export async function* readCheckedRange(range: CheckedRange): AsyncGenerator<Buffer> {
  const { path, start, end } = range;
  const handle = await open(path, 'r').catch((thrown: unknown) => Promise.reject(toFileError(thrown, path)));
  try {
    const identity = await identify(handle);
    if (identity.size !== BigInt(range.fileBytes)) throw changed(range, identity.size);
    const hash = createHash('sha256');
    let withheld: Buffer | undefined;
    for (let position = start; position < end; ) {
      const read = await readFully(handle, path, position, Math.min(READ_BYTES, end - position));
      if (read.length === 0) throw new AppError('file.changed', { path, how: 'has become shorter' });
      hash.update(read);
      position += read.length;
      for (let offset = 0; offset < read.length; offset += BLOCK_BYTES) {
        if (withheld !== undefined) yield withheld;
        withheld = read.subarray(offset, offset + BLOCK_BYTES);
      }
    }
    if (hash.digest('hex') !== range.sha256) throw new AppError('file.changed', { path, how: 'has other content now' });
    await requireSameFile(range, identity);
    if (withheld !== undefined) yield withheld;
  } finally {
    await handle.close();
  }
}

interface Identity {
  device: bigint;
  inode: bigint;
  size: bigint;
}

async function identify(source: FileHandle | string): Promise<Identity> {
  const { dev, ino, size } = await (typeof source === 'string'
    ? stat(source, { bigint: true })
    : source.stat({ bigint: true }));
  return { device: dev, inode: ino, size };
}

async function requireSameFile(range: CheckedRange, opened: Identity): Promise<void> {
  const { path } = range;
  const now = await identify(path).catch((thrown: unknown) => Promise.reject(toFileError(thrown, path)));
  if (now.size !== opened.size) throw changed(range, now.size);
  if (now.device !== opened.device || now.inode !== opened.inode) {
    throw new AppError('file.changed', { path, how: 'was replaced by another file while it was being sent' });
  }
}

function changed({ path, fileBytes }: CheckedRange, size: bigint): AppError {
  return new AppError('file.changed', { path, how: `had ${fileBytes} bytes and has ${size} now` });
}

async function readFully(handle: FileHandle, path: string, position: number, length: number): Promise<Buffer> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
