/**
 * @file A file that is there as a whole or not at all: written beside its place under another name, then renamed. What
 * is there already is never overwritten.
 */

import { Buffer } from 'node:buffer';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { AppError } from '../../src-shared/errors.ts';
import { toWriteError } from '../files/file-errors.ts';
import { PRIVATE_FILE } from '../files/own-folder.ts';

const BUFFER_BYTES = 1024 * 1024;

/** Where a file is written until it is whole. */
export function partialOf(path: string): string {
  return `${path}.partial`;
}

/** @throws AppError file.cannot-write where something is there */
export function assertNew(path: string): void {
  if (existsSync(path))
    throw new AppError('file.cannot-write', { path, reason: 'there is a file of this name already' });
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
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #isOpen = true;

  /** @throws AppError file.cannot-write, disk.full, as do the other methods */
  constructor(path: string) {
    this.#path = path;
    assertNew(path);
    this.#file = this.#guarded(() => {
      rmSync(partialOf(path), { force: true });
      return openSync(partialOf(path), 'wx', PRIVATE_FILE);
    });
  }

  write(bytes: Buffer): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#writeAll(bytes);
      return;
    }
    bytes.copy(this.#buffer, this.#filled);
    this.#filled += bytes.length;
  }

  /** All of it is on the disk, still under the other name. */
  finish(): void {
    this.#flush();
    this.#guarded(() => fsyncSync(this.#file));
    this.#close();
  }

  /** Gives the finished file its name. */
  publish(): void {
    assertNew(this.#path);
    this.#guarded(() => renameSync(partialOf(this.#path), this.#path));
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
    this.#writeAll(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #writeAll(bytes: Buffer): void {
    this.#guarded(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    });
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#guarded(() => closeSync(this.#file));
  }

  #guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }
}
