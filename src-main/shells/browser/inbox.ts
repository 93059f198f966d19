/**
 * @file The inbox: files that a browser streamed to the app, each in its own folder inside the data folder, either
 * complete or absent.
 */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { shownName, storableName } from '../../actions/file-name.ts';
import type { ReceivedFile } from '../../actions/offered-files.ts';
import { type Clock, HOUR, systemClock } from '../../ground/clock.ts';
import { diskFull, freeBytesIn } from '../../ground/files/disk-space.ts';
import { isFileSystemError, toWriteError } from '../../ground/files/file-errors.ts';
import { fileTime } from '../../ground/files/file-time.ts';
import { replaceFile } from '../../ground/files/replace-file.ts';

/** A file that was not added within this time counts as unused. */
const KEPT_UNUSED = 24 * HOUR;
const MOST_AT_ONCE = 4;
/** Free space left for the queue, which needs little. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** Prefix of a folder whose file is not complete yet. */
const ARRIVING = 'arriving-';

export interface InboxPorts {
  /** The inbox itself. */
  folder: string;
  clock?: Clock;
  /** The free space in a folder, in bytes. */
  freeBytes?: (folder: string) => number;
  /** Opens a new file whose content is on the disk when the stream ends. */
  openNew?: (path: string) => Writable;
}

export interface ArrivingFile {
  /** The file name that the browser gives. */
  name: string;
  bytes: number;
  /** When it was last changed where it comes from, in milliseconds. */
  changedAt?: number | undefined;
  body: Readable;
}

export class Inbox {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #freeBytes: (folder: string) => number;
  readonly #openNew: (path: string) => Writable;
  readonly #arriving = new Set<Promise<ReceivedFile>>();

  constructor({ folder, clock = systemClock, freeBytes = freeBytesIn, openNew = openNewFile }: InboxPorts) {
    this.#folder = folder;
    this.#clock = clock;
    this.#freeBytes = freeBytes;
    this.#openNew = openNew;
  }

  /**
   * Stores a file; returns where, and its own name, once all of it is there.
   * @throws AppError inbox.busy, inbox.interrupted, disk.full, file.cannot-write; then nothing of the file is left
   */
  async receive(file: ArrivingFile): Promise<ReceivedFile> {
    if (this.#arriving.size >= MOST_AT_ONCE) throw new AppError('inbox.busy', { fileName: file.name });
    const arrival = this.#store(file);
    this.#arriving.add(arrival);
    try {
      return await arrival;
    } finally {
      this.#arriving.delete(arrival);
    }
  }

  async #store({ name, bytes, changedAt, body }: ArrivingFile): Promise<ReceivedFile> {
    const id = randomUUID();
    const arriving = join(this.#folder, ARRIVING + id);
    const fileName = storableName(name);
    try {
      await mkdir(arriving, { recursive: true, mode: 0o700 });
      // Checked first, so that the browser does not send gigabytes in vain.
      if (this.#freeBytes(arriving) < bytes + SPARE_BYTES)
        throw diskFull(this.#folder, { neededBytes: bytes + SPARE_BYTES });
      // The body stays open when the disk fails, because the reply uses the same connection.
      await pipeline(body.iterator({ destroyOnReturn: false }), this.#openNew(join(arriving, fileName)));
      if (changedAt !== undefined) await utimes(join(arriving, fileName), fileTime(changedAt), fileTime(changedAt));
      await replaceFile(arriving, join(this.#folder, id));
      return { path: join(this.#folder, id, fileName), name: shownName(name) };
    } catch (thrown) {
      await rm(arriving, { recursive: true, force: true, maxRetries: 3 });
      if (thrown instanceof AppError || isFileSystemError(thrown)) throw toWriteError(thrown, this.#folder);
      throw new AppError('inbox.interrupted', { fileName: name }, { cause: thrown });
    }
  }

  /**
   * Removes what is no longer needed: files that came only in part, and those that no submission uses, once they are a
   * day old. Never throws: what is left is removed another time.
   * @param pathsInUse where the bytes of all submissions are
   */
  async cleanUp(pathsInUse: Iterable<string>): Promise<void> {
    // Compares only the folder's name: a path may be spelled differently (links, short names on Windows).
    const inUse = new Set([...pathsInUse].map((path) => path.split(/[/\\]/).at(-2)));
    const entries = await readdir(this.#folder).catch((): string[] => []);
    for (const entry of entries.filter((name) => !inUse.has(name))) {
      const path = join(this.#folder, entry);
      const isUnused = entry.startsWith(ARRIVING) || (await this.#isOld(path));
      if (isUnused) await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  }

  async #isOld(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && this.#clock.now() - found.mtimeMs > KEPT_UNUSED;
  }

  /** Resolves once no file is arriving any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#arriving);
  }
}

function openNewFile(path: string): Writable {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 });
}
