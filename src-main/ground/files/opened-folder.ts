/**
 * @file A folder to which others may write, worked in while it is held open. A link that they put at its path, on the way to it
 * or under a name in it leads nowhere: links are refused or moved as such, never followed.
 *
 * [Note: By its handle] Node cannot name a file by an open folder. On Linux the system can: /proc/self/fd/N is the folder that
 * handle N has open, whatever is at its path by now. Elsewhere the work is done by path, and the folder at that path must be
 * the opened one, both before and after it.
 */

import { type BigIntStats, constants, mkdirSync } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, readlink, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fact } from '../../../src-shared/languages/fact.ts';
import { SaidError } from '../said-error.ts';
import { codeOf } from './error-codes.ts';
import { BRIEF_PATIENCE_MS, whileLocked } from './file-locks.ts';
import { syncFolder } from './folders.ts';
import { PRIVATE_FILE } from './own-folder.ts';
import { realPath } from './real-path.ts';
import { replaceFile } from './replace-file.ts';

/** While a scanner looks at a file that is there since a moment ago. */
const BRIEFLY = { patience: BRIEF_PATIENCE_MS };

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What stands under a name is no plain file, or another one by now. */
export class NoPlainFile extends SaidError {
  constructor() {
    super(fact('it is no plain file'));
  }
}

export class OpenedFolder implements AsyncDisposable {
  /** Where it was when it was opened. */
  readonly path: string;
  readonly facts: BigIntStats;
  /** By which it is named to the system. */
  readonly #way: string;
  /** Absent on Windows, where an open folder could not be moved by others any more. */
  readonly #handle: FileHandle | undefined;
  readonly #parent: OpenedFolder | undefined;

  private constructor(
    path: string,
    handle: FileHandle | undefined,
    { facts, parent }: { facts: BigIntStats; parent: OpenedFolder | undefined },
  ) {
    this.path = path;
    this.facts = facts;
    this.#handle = handle;
    this.#way = handle !== undefined && isNamedByHandle() ? wayOf(handle) : path;
    this.#parent = parent;
  }

  /** @param path absolute and without links. Throws what node:fs throws, and where a link stands on the way. */
  static async open(path: string): Promise<OpenedFolder> {
    const folder = await OpenedFolder.#open(path, path, undefined);
    try {
      const there = isNamedByHandle() ? await readlink(folder.#way) : realPath(path);
      if (there !== path) throw new SaidError(fact('a link leads to another place'));
      return folder;
    } catch (thrown) {
      await folder[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  static async #open(path: string, way: string, parent: OpenedFolder | undefined): Promise<OpenedFolder> {
    if (process.platform === 'win32')
      return new OpenedFolder(path, undefined, { facts: await folderFacts(way), parent });
    const handle = await open(way, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((thrown: unknown) => {
      throw ['ENOTDIR', 'ELOOP'].includes(codeOf(thrown) ?? '') ? noFolder(thrown) : thrown;
    });
    return new OpenedFolder(path, handle, { facts: await handle.stat({ bigint: true }), parent });
  }

  /** Opens a folder in it. Throws what node:fs throws, and where there is no folder, or a link. */
  async folder(name: string): Promise<OpenedFolder> {
    return await this.#act((way) => OpenedFolder.#open(join(this.path, name), join(way, name), this));
  }

  /**
   * Makes a folder in it, unless there is one, and opens it. An existing one keeps its mode.
   * @param mode exactly the mode of a new one
   */
  async makeFolder(name: string, mode: number): Promise<OpenedFolder> {
    await this.#act(async (way) => {
      try {
        makeWithMode(join(way, name), mode);
        syncFolder(way);
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw thrown;
      }
    });
    return await this.folder(name);
  }

  async names(): Promise<string[]> {
    return await this.#act((way) => readdir(way));
  }

  /** Of what has this name, without following it; undefined where there is nothing. */
  async factsOf(name: string): Promise<BigIntStats | undefined> {
    return await this.#act((way) =>
      lstat(join(way, name), { bigint: true }).catch((thrown: unknown) => {
        if (codeOf(thrown) === 'ENOENT') return undefined;
        throw thrown;
      }),
    );
  }

  /** Opens a file to be read. @throws NoPlainFile where it is a link, a pipe or the like */
  async openFile(name: string): Promise<FileHandle> {
    const before = await this.factsOf(name);
    if (before?.isFile() === false) throw new NoPlainFile();
    return await this.#act(async (way) => {
      // Who puts a pipe there at this moment must not make it wait for its other end.
      const file = await open(join(way, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((thrown: unknown) => {
        throw ['ELOOP', 'ENXIO'].includes(codeOf(thrown) ?? '') ? new NoPlainFile() : thrown;
      });
      const now = await file.stat({ bigint: true });
      // Windows would have followed a link.
      if (now.isFile() && now.ino === before?.ino) return file;
      await file.close();
      throw new NoPlainFile();
    });
  }

  /** Makes a file that was not there. @param mode exactly its mode */
  async createFile(name: string, mode: number): Promise<FileHandle> {
    return await this.#act(async (way) => {
      const file = await open(join(way, name), 'wx', PRIVATE_FILE);
      // By its handle: what has the name by now may be a file of others.
      await file.chmod(mode).catch(() => {});
      return file;
    });
  }

  /** Moves what has this name, itself and not what it leads to; replaces what has the new one. */
  async move(name: string, to: OpenedFolder, newName: string): Promise<void> {
    await this.#act((way) => to.#act((newWay) => replaceFile(join(way, name), join(newWay, newName), BRIEFLY)));
  }

  /** Gives a file another name besides, unless something has that. */
  async link(name: string, newName: string): Promise<void> {
    await this.#act((way) => link(join(way, name), join(way, newName)));
  }

  /** Removes a name of a file, unless there is none. */
  async remove(name: string): Promise<void> {
    await this.#act((way) =>
      whileLocked(() => unlink(join(way, name)), BRIEFLY).catch((thrown: unknown) => {
        if (codeOf(thrown) !== 'ENOENT') throw thrown;
      }),
    );
  }

  /** Removes an empty folder in it. */
  async removeFolder(name: string): Promise<void> {
    await this.#act((way) => rmdir(join(way, name)));
  }

  /** Makes new names in it last through a power failure. */
  async sync(): Promise<void> {
    await this.#act(async (way) => syncFolder(way));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }

  async #act<Result>(work: (way: string) => Promise<Result>): Promise<Result> {
    await this.#requireHere();
    const result = await work(this.#way);
    await this.#requireHere();
    return result;
  }

  async #requireHere(): Promise<void> {
    if (this.#way !== this.path) return;
    const { dev, ino } = await folderFacts(this.path);
    const isHere = dev === this.facts.dev && ino === this.facts.ino;
    if (!isHere) throw new SaidError(fact('another folder has taken its place'));
    if (this.#parent !== undefined) await this.#parent.#requireHere();
  }
}

const isNamedByHandle = (): boolean => process.platform === 'linux';
const wayOf = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;

async function folderFacts(path: string): Promise<BigIntStats> {
  const facts = await lstat(path, { bigint: true });
  if (!facts.isDirectory()) throw noFolder(undefined);
  return facts;
}

function noFolder(cause: unknown): Error {
  return new SaidError(fact('there is a file or a link where a folder is needed'), { cause });
}

/**
 * A mode that is set afterwards could meet a folder that others have put in its place. Without a pause in between, so that no
 * work of this thread is done under the other mask; what threads make at this moment says its own mode.
 */
function makeWithMode(path: string, mode: number): void {
  const mask = process.umask(0);
  try {
    mkdirSync(path, { mode });
  } finally {
    process.umask(mask);
  }
}
