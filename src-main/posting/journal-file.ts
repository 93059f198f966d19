/** @file The journal of a posted file on disk: read from the beginning, appended at the end. */

import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { BRIEF_PATIENCE_MS, whileLocked } from '../ground/files/file-locks.ts';
import { makeFolder, syncFolder } from '../ground/files/folders.ts';
import { PRIVATE_FILE, refuseDetour } from '../ground/files/own-folder.ts';
import { linesOf } from './file-lines.ts';
import { type JournalEntry, readRecord } from './journal-record.ts';

export class JournalFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #end = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Opens the journal, or creates it. Close it in any case. @throws AppError folder.untrusted, disk.full, … */
  static async open(path: string): Promise<JournalFile> {
    try {
      makeFolder(dirname(path));
      refuseDetour(path);
      // Neither truncates nor opens for appending only: on some systems such a file cannot be written at a position.
      const existing = whileLocked(() => open(path, 'r+'), { patience: BRIEF_PATIENCE_MS });
      const file = await existing.catch(async (thrown: NodeJS.ErrnoException) => {
        if (thrown.code !== 'ENOENT') throw thrown;
        return await open(path, 'wx+', PRIVATE_FILE);
      });
      return new JournalFile(path, file);
    } catch (thrown) {
      throw toWriteError(thrown, path);
    }
  }

  /**
   * All entries in order. Bytes behind the last line end were being written when the power failed: nothing was sent
   * because of them, and they are overwritten.
   * @throws AppError post.journal-damaged
   */
  async *entries(): AsyncGenerator<JournalEntry> {
    for await (const { number, bytes, start, isEnded } of linesOf(this.#file, Number.MAX_SAFE_INTEGER)) {
      if (!isEnded) return;
      const entries = bytes && readRecord(bytes.toString('utf8'));
      if (entries === undefined) throw new AppError('post.journal-damaged', { path: this.#path, line: number });
      this.#end = Math.max(this.#end, start + (bytes?.length ?? 0) + 1);
      yield* entries;
    }
  }

  /**
   * Removes an incomplete record at the end; `entries` must have been read to the end. @throws AppError disk.full, …
   */
  async prepare(): Promise<void> {
    try {
      await this.#file.truncate(this.#end);
      await this.#file.sync();
      // A new file is only safe once its folder is on the disk, too.
      syncFolder(dirname(this.#path));
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }

  /** Resolves once the text would survive a power cut. @throws AppError disk.full, file.cannot-write */
  async append(text: string): Promise<void> {
    try {
      const bytes = Buffer.from(text);
      await this.#file.write(bytes, 0, bytes.length, this.#end);
      this.#end += bytes.length;
      await this.#file.datasync();
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
