/**
 * @file The source file as the check reads it: by position, and always the file that the check began with.
 */

import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { isFileSystemError, toFileError } from '../ground/files/file-errors.ts';
import { blockWhileLocked } from '../ground/files/file-locks.ts';

/** Bytes that can be read at any position. */
export interface ByteSource {
  readonly bytes: number;
  /** Fills all of `into` with the bytes from `position` on, which must exist. */
  read(into: Uint8Array, position: number): void;
}

/** By which a file is recognised. */
interface FileState {
  bytes: number;
  modifiedNanoseconds: bigint;
  /** Also changes when a program puts back the modification time, as `rsync -t` does. */
  changedNanoseconds: bigint;
  inode: bigint;
}

export class SourceFile implements ByteSource {
  readonly path: string;
  readonly #state: FileState;
  readonly #file: number;

  /** Opens the file. Throws AppError `file.*`, as do the other methods. */
  constructor(path: string) {
    this.path = path;
    this.#file = this.#guarded(() => {
      // Checked before opening, because opening a pipe would wait for its other end.
      if (!statSync(path).isFile()) throw new AppError('file.not-a-file', { path });
      // On Windows libuv opens with all FILE_SHARE_* flags: other programs may read, write and even delete the file in
      // the meantime. Node adds the prefix \\?\ to long paths (toNamespacedPath).
      return openSync(path, 'r');
    });
    this.#state = this.#guarded(() => stateOf(fstatSync(this.#file, { bigint: true })));
  }

  get bytes(): number {
    return this.#state.bytes;
  }

  /** Modification time in whole milliseconds since the epoch. */
  get modifiedAt(): number {
    return Number(this.#state.modifiedNanoseconds / 1_000_000n);
  }

  read(into: Uint8Array, position: number): void {
    this.#guarded(() => {
      // A network share may return fewer bytes than requested.
      for (let filled = 0; filled < into.length; ) {
        const bytes = readSync(this.#file, into, filled, into.length - filled, position + filled);
        if (bytes === 0) throw this.changed();
        filled += bytes;
      }
    });
  }

  /**
   * Throws AppError `file.changed`, or `file.not-found` when it is gone. Checks the path, not the open file, because another file may
   * have been put in its place.
   */
  assertUnchanged(): void {
    const now = this.#guarded(() => statSync(this.path, { bigint: true }));
    if (!isSame(this.#state, stateOf(now))) throw this.changed();
  }

  /** Throws AppError `file.changed` when it is not the file that was checked. */
  assertChecked({ bytes, modifiedAt }: { bytes: number; modifiedAt: number }): void {
    if (this.bytes !== bytes || this.modifiedAt !== modifiedAt)
      throw new AppError('file.changed', { path: this.path, how: fact('was written to after it had been checked') });
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The error that says that the file was written to. */
  changed(): AppError {
    return new AppError('file.changed', { path: this.path, how: fact('was written to while it was being checked') });
  }

  #guarded<Result>(action: () => Result): Result {
    try {
      return blockWhileLocked(action);
    } catch (thrown) {
      throw isFileSystemError(thrown) ? toFileError(thrown, this.path) : thrown;
    }
  }
}

function stateOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileState {
  return { bytes: Number(size), modifiedNanoseconds: mtimeNs, changedNanoseconds: ctimeNs, inode: ino };
}

function isSame(one: FileState, other: FileState): boolean {
  return (
    one.bytes === other.bytes &&
    one.modifiedNanoseconds === other.modifiedNanoseconds &&
    one.changedNanoseconds === other.changedNanoseconds &&
    one.inode === other.inode
  );
}
