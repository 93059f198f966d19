/**
 * @file A file that is written because a person wants it: readable by this person only, there as a whole or not at all, and
 * never through a link or into a file of somebody else, which would give customer data away or overwrite a file elsewhere.
 */

import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { toWriteError } from './file-errors.ts';
import { syncFolder } from './folders.ts';
import { PRIVATE_FILE } from './own-folder.ts';
import { replaceFile } from './replace-file.ts';
import { refuseWindowsName } from './windows-names.ts';

/** Gathered before it is written: pieces may be as short as a line. */
const BUFFER_BYTES = 256 * 1024;

/** Text or bytes in pieces, such as a stream. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes a file as a whole; an own file of this name is replaced. Whether it may be is asked before.
 * @throws AppError file.cannot-write, file.locked, disk.full, what `pieces` throws, and the signal's reason
 */
export async function saveFile(path: string, pieces: Pieces, signal?: AbortSignal): Promise<void> {
  await using file = await SavedFile.create(path);
  await file.write(pieces, signal);
  await file.publish();
}

/** Whether there is a file that would be replaced. @throws AppError file.cannot-write where it may never be */
export async function isReplaced(path: string): Promise<boolean> {
  refuseWindowsName(path);
  const found = await lstat(path).catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw toWriteError(thrown, path);
  });
  if (found === undefined) return false;
  const refuse = (reason: Fact) => new AppError('file.cannot-write', { path, reason });
  if (found.isSymbolicLink()) throw refuse(fact('it is a link; name the file that it leads to'));
  if (found.isDirectory()) throw refuse(fact('there is a folder where a file is needed'));
  if (!found.isFile()) throw refuse(fact('it is a pipe or a device, and no file'));
  // Windows has no owner of this kind.
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user) throw refuse(fact('a file of this name belongs to another user'));
  return true;
}

export class SavedFile {
  readonly #path: string;
  /** Beside its place until it is whole, under a name that no other user can know before. */
  readonly #partial: string;
  readonly #file: FileHandle;
  #written = 0;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #isOver = false;

  private constructor(path: string, partial: string, file: FileHandle) {
    this.#path = path;
    this.#partial = partial;
    this.#file = file;
  }

  /** @throws AppError file.cannot-write, file.locked, disk.full, as do the other methods */
  static async create(path: string): Promise<SavedFile> {
    await isReplaced(path);
    // A new name of its own, since the whole name may be as long as the system allows.
    const partial = join(dirname(path), `.tranship-${randomBytes(16).toString('hex')}.partial`);
    const file = await open(partial, 'wx', PRIVATE_FILE).catch((thrown: unknown) => {
      throw toWriteError(thrown, path);
    });
    return new SavedFile(path, partial, file);
  }

  /** When the disk is full, what is there ends with a whole piece, so that no reader meets half a line. */
  async write(pieces: Pieces, signal?: AbortSignal): Promise<void> {
    for await (const piece of signal === undefined ? pieces : untilAborted(pieces, signal)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      this.#gathered.push(bytes);
      this.#gatheredBytes += bytes.length;
      if (this.#gatheredBytes >= BUFFER_BYTES) await this.#flush();
    }
    await this.#flush();
  }

  /** Gives the file its name: it is on the disk when this resolves. */
  async publish(): Promise<void> {
    try {
      await this.#file.sync();
      await this.#file.close();
      await isReplaced(this.#path);
      await replaceFile(this.#partial, this.#path);
      this.#isOver = true;
      syncFolder(dirname(this.#path));
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    try {
      await this.#file.appendFile(bytes);
    } catch (thrown) {
      // The first error is the one to tell.
      await this.#file.truncate(this.#written).catch(() => {});
      throw toWriteError(thrown, this.#path);
    }
    this.#written += bytes.length;
  }

  /** Leaves nothing of a file that was not published. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver) return;
    await this.#file.close().catch(() => {});
    await rm(this.#partial, { force: true }).catch(() => {});
  }
}

/** Also where a piece never comes: a stream whose writer has failed may be silent. */
async function* untilAborted(pieces: Pieces, signal: AbortSignal): Pieces {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done === true) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not waited for: a generator that waits for its next piece would not hear of it.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
