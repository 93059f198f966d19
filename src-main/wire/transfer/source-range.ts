/**
 * @file Reads a checked byte range of a source file such that unchecked bytes never leave complete: the range is hashed
 * while it streams, and its last block is withheld until the digest and the file match the check.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { explainFileError } from '../../ground/files/file-errors.ts';
import { type LockOptions, whileLocked } from '../../ground/files/file-locks.ts';

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

const BLOCK_BYTES = 1024 * 1024;
/**
 * Two are lent to the caller, one is withheld, one is being filled. New buffers each time would take a third longer.
 */
const BUFFERS = 4;

export class SourceRange {
  readonly #range: CheckedRange;
  readonly #handle: FileHandle;
  readonly #identity: Identity;
  readonly #patience: LockOptions;
  readonly #buffers: Buffer[] = [];

  private constructor(range: CheckedRange, handle: FileHandle, identity: Identity, patience: LockOptions) {
    this.#range = range;
    this.#handle = handle;
    this.#identity = identity;
    this.#patience = patience;
  }

  /**
   * Opens the file, and waits while it is locked. Close the range in any case.
   * @throws AppError file.changed when the file has another size; file.not-found, file.unreachable, file.locked …
   */
  static async open(range: CheckedRange, patience: LockOptions = {}): Promise<SourceRange> {
    // On Windows libuv opens with all of FILE_SHARE_*: other programs may read, write and even delete the file
    // meanwhile. Node puts the prefix \\?\ before long paths by itself (toNamespacedPath).
    const handle = await asked(range, () => whileLocked(() => open(range.path, 'r'), patience));
    try {
      const identity = await asked(range, () => identify(handle));
      if (identity.size !== BigInt(range.fileBytes)) throw changed(range, identity.size);
      return new SourceRange(range, handle, identity, patience);
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  /**
   * The range, block by block, once. A block keeps its bytes until the next but one is asked for. Size and identity of
   * the file must stay the same from the first byte to the last. A new modification time alone is not a change, since
   * the digest decides about the content.
   * @throws AppError file.changed before the last block is handed over; file.not-found, file.unreadable …
   */
  async *blocks(): AsyncGenerator<Buffer> {
    const { path, start, end, sha256 } = this.#range;
    const hash = createHash('sha256');
    let withheld: Buffer | undefined;
    let ahead = this.#read(start, 0);
    for (let position = start, turn = 1; position < end; turn++) {
      const block = await ahead;
      if (block.length === 0) throw new AppError('file.changed', { path, how: fact('has become shorter') });
      position += block.length;
      // The disk reads ahead while this block is hashed and sent.
      if (position < end) ahead = this.#read(position, turn);
      hash.update(block);
      if (withheld !== undefined) yield withheld;
      withheld = block;
    }
    if (hash.digest('hex') !== sha256) throw new AppError('file.changed', { path, how: fact('now has other content') });
    await this.#requireSameFile();
    if (withheld !== undefined) yield withheld;
  }

  /** Waits for the read under way. */
  async close(): Promise<void> {
    await this.#handle.close();
  }

  #read(position: number, turn: number): Promise<Buffer> {
    const length = Math.min(BLOCK_BYTES, this.#range.end - position);
    const into = this.#buffers[turn % BUFFERS] ?? Buffer.allocUnsafeSlow(length);
    this.#buffers[turn % BUFFERS] = into;
    const read = asked(this.#range, () =>
      whileLocked(() => this.#handle.read(into, 0, length, position), this.#patience),
    ).then(({ bytesRead }) => into.subarray(0, bytesRead));
    // The promise is never awaited when the upload ends before.
    read.catch(() => {});
    return read;
  }

  async #requireSameFile(): Promise<void> {
    const { device, inode, size } = this.#identity;
    const now = await asked(this.#range, () => identify(this.#range.path));
    if (now.size !== size) throw changed(this.#range, now.size);
    if (now.device !== device || now.inode !== inode) {
      const how = fact('was replaced by another file while it was being sent');
      throw new AppError('file.changed', { path: this.#range.path, how });
    }
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

function changed({ path, fileBytes }: CheckedRange, size: bigint): AppError {
  return new AppError('file.changed', {
    path,
    how: fact('had {before} bytes and now has {now}', { before: fileBytes, now: Number(size) }),
  });
}

/** Runs an operation of the file system, and explains its failure. */
async function asked<Result>({ path }: CheckedRange, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (thrown) {
    throw await explainFileError(thrown, path);
  }
}
