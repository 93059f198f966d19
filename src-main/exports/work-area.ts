/**
 * @file A folder of one preparation, for what must lie on the disk to be read: what comes from standard input, and what is
 * packed but needs to be read in any order. It is removed at the end; after a crash, by the next one.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFull, freeBytesIn, SPARE_BYTES } from '../ground/files/disk-space.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { toFolderError, toWriteError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';
import { namesIn } from '../ground/files/json-file.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';

const PREFIX = 'tranship-work';
/** How often the free space is asked for. */
const STEP_BYTES = 16 * 1024 * 1024;

export interface WorkAreaOptions {
  /** The folder in which it is made, and made if it is not there; that of temporary files by default. */
  parent?: string | undefined;
  /** For tests. */
  freeBytes?: (folder: string) => number;
  isAlive?: (processId: number) => boolean;
}

export class WorkArea {
  readonly folder: string;
  readonly #freeBytes: (folder: string) => number;
  #bytes = 0;

  /** Makes the folder, and removes what dead processes have left beside it. @throws AppError folder.unusable, disk.full */
  constructor({ parent = tmpdir(), freeBytes = freeBytesIn, isAlive = isProcessAlive }: WorkAreaOptions = {}) {
    this.#freeBytes = freeBytes;
    try {
      makeFolder(parent);
      removeLeftovers(parent, isAlive);
      this.folder = mkdtempSync(join(parent, `${PREFIX}-${thisHost()}-${process.pid}-`));
    } catch (thrown) {
      throw toFolderError(thrown, parent);
    }
  }

  /** How much lies in it, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws AppError disk.full where so many bytes more do not fit */
  assertRoom(neededBytes: number): void {
    const needed = neededBytes + SPARE_BYTES;
    if (this.#freeBytes(this.folder) < needed) throw diskFull(this.folder, { neededBytes: needed });
  }

  /**
   * Writes the bytes to a file of its own. Rejects with AppError disk.full, file.cannot-write, and what the source rejects
   * with; then nothing of it is left.
   * @param expectedBytes how many they will be, as far as known
   * @returns its path
   */
  async add(source: AsyncIterable<Uint8Array>, expectedBytes = 0): Promise<string> {
    this.assertRoom(expectedBytes);
    const path = join(this.folder, randomUUID());
    let written = 0;
    try {
      const file = await this.#opened(path);
      try {
        for await (const chunk of source) {
          if (Math.floor(written / STEP_BYTES) !== Math.floor((written + chunk.length) / STEP_BYTES)) {
            this.assertRoom(Math.max(STEP_BYTES, expectedBytes - written));
          }
          await this.#write(file, chunk, path);
          written += chunk.length;
          this.#bytes += chunk.length;
        }
      } finally {
        await file.close();
      }
      return path;
    } catch (thrown) {
      this.#bytes -= written;
      rmSync(path, { force: true });
      throw thrown;
    }
  }

  /** Removes the folder with all that is in it; does not throw: what is left is removed by the next work area. */
  remove(): void {
    this.#bytes = 0;
    tryToRemove(this.folder);
  }

  async #opened(path: string): Promise<FileHandle> {
    try {
      return await open(path, 'wx', PRIVATE_FILE);
    } catch (thrown) {
      throw toWriteError(thrown, path);
    }
  }

  async #write(file: FileHandle, chunk: Uint8Array, path: string): Promise<void> {
    try {
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    } catch (thrown) {
      throw toWriteError(thrown, path);
    }
  }
}

/** Gives the work an empty folder, and removes it at the end. @throws AppError folder.unusable, disk.full, and as `work` */
export async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const area = new WorkArea();
  try {
    return await work(area.folder);
  } finally {
    area.remove();
  }
}

/** Removes the work areas of processes of this computer that are no more. Does not throw. */
export function removeLeftovers(parent: string, isAlive: (processId: number) => boolean = isProcessAlive): void {
  if (!existsSync(parent)) return;
  for (const name of namesIn(parent)) {
    const processId = processIdIn(name);
    if (processId === undefined || isAlive(processId)) continue;
    // In a folder that others may write to, a link could lead to what is somebody else's.
    if (isOwnFolder(join(parent, name))) tryToRemove(join(parent, name));
  }
}

/** Another computer may share the folder, and knows nothing of the processes here. */
function thisHost(): string {
  return hostname().replace(/[^A-Za-z0-9.]/g, '_');
}

function processIdIn(name: string): number | undefined {
  const start = `${PREFIX}-${thisHost()}-`;
  const found = name.startsWith(start) ? /^(\d+)-[A-Za-z0-9]+$/.exec(name.slice(start.length)) : null;
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) !== 'ESRCH';
  }
}

function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.geteuid?.();
  return found?.isDirectory() === true && (user === undefined || found.uid === user);
}

function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // An antivirus program may hold a file in it.
  }
}
