/**
 * @file A file that is there as a whole or not at all: written beside its place under another name, then renamed. What
 * is there already is never overwritten.
 */

import { Buffer } from 'node:buffer';
import { closeSync, constants, existsSync, fsyncSync, futimesSync, openSync, rmSync, writeSync } from 'node:fs';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { toWriteError } from './file-errors.ts';
import { fileTime } from './file-time.ts';
import { PRIVATE_FILE } from './own-folder.ts';
import { blockingReplaceFile } from './replace-file.ts';
import { refuseWindowsName } from './windows-names.ts';

const BUFFER_BYTES = 1024 * 1024;

/** Where a file is written until it is whole. */
export function partialOf(path: string): string {
  return `${path}.partial`;
}

/** @throws AppError file.cannot-write where something is there, or can never be */
export function assertNew(path: string): void {
  refuseWindowsName(path);
  if (existsSync(path))
    throw new AppError('file.cannot-write', { path, reason: fact('there is a file of this name already') });
}

/** Removes what an end in the middle has left; does not throw. */
export function removePartial(path: string): void {
  try {
    rmSync(partialOf(path), { force: true });
  } catch {
    // It is in the way of nothing: the next attempt tries to remove it again, and says why it cannot.
  }
}

export class NewFile {
  readonly #path: string;
  readonly #bufferBytes: number;
  /** Undefined while the file is laid aside. */
  #file: number | undefined;
  #buffer: Buffer | undefined;
  #filled = 0;

  /**
   * @param bufferBytes how much is gathered before it is written
   * @throws AppError file.cannot-write, disk.full, as do the other methods
   */
  constructor(path: string, bufferBytes = BUFFER_BYTES) {
    this.#path = path;
    this.#bufferBytes = bufferBytes;
    assertNew(path);
    this.#file = this.#guarded(() => {
      rmSync(partialOf(path), { force: true });
      return openSync(partialOf(path), 'wx', PRIVATE_FILE);
    });
  }

  write(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > this.#bufferBytes) this.#flush();
    if (bytes.length > this.#bufferBytes) {
      this.#writeAll(bytes);
      return;
    }
    this.#buffer ??= Buffer.allocUnsafe(this.#bufferBytes);
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Lets go of the open file and its memory until the next write, for those who write to thousands of files in turn. */
  layAside(): void {
    this.#flush();
    this.#close();
    this.#buffer = undefined;
  }

  /**
   * All of it is on the disk, still under the other name.
   * @param changedAt what it is to say of when it was last changed, where that is not now; a drive may not keep it
   */
  finish(changedAt?: Date): void {
    this.#flush();
    const file = this.#opened();
    if (changedAt !== undefined) setTime(file, changedAt);
    this.#guarded(() => fsyncSync(file));
    this.#close();
    this.#buffer = undefined;
  }

  /** Gives the finished file its name. */
  publish(): void {
    assertNew(this.#path);
    this.#guarded(() => blockingReplaceFile(partialOf(this.#path), this.#path));
  }

  /** Leaves nothing of a file that was not published. Does not throw. */
  discard(): void {
    try {
      this.#close();
    } catch {
      // A drive that is full or gone says so again; the first error is the one to tell.
    }
    removePartial(this.#path);
  }

  #flush(): void {
    if (this.#buffer === undefined || this.#filled === 0) return;
    this.#writeAll(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #writeAll(bytes: Uint8Array): void {
    const file = this.#opened();
    this.#guarded(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    });
  }

  #opened(): number {
    this.#file ??= this.#guarded(() => openSync(partialOf(this.#path), constants.O_WRONLY | constants.O_APPEND));
    return this.#file;
  }

  #close(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    this.#guarded(() => closeSync(file));
  }

  #guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }
}

function setTime(file: number, changedAt: Date): void {
  try {
    futimesSync(file, fileTime(changedAt.getTime()), fileTime(changedAt.getTime()));
  } catch {
    // Some shares let nobody set it: then the file is as old as it is.
  }
}
