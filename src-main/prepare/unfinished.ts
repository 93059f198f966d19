/**
 * @file What an unfinished preparation has finished already, in a file beside it, so that the same call continues. Each file
 * is noted with its digest before it gets its name: what has that name and another digest is not ours.
 */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { jsonIn } from '../../src-shared/json-in.ts';
import {
  FINDINGS,
  folderInUse,
  MANIFEST,
  makeOutputFolder,
  namesIn,
  REFUSED,
  ROWS,
  STATE,
} from '../exports/output-folder.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { toFileError, toWriteError } from '../ground/files/file-errors.ts';
import { partialOf } from '../ground/files/new-file.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { blockingReplaceFile } from '../ground/files/replace-file.ts';
import { manifestSchema } from './manifest-shape.ts';

const DIGEST_BYTES = 256 * 1024;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** The first line says what is prepared; each further one notes a file. */
const headSchema = z.strictObject({ version: z.literal(1), request: digest });
const noteSchema = z.strictObject({ name: z.string().min(1), sha256: digest });
type Note = z.infer<typeof noteSchema>;

interface State {
  request: string;
  notes: Note[];
}

/** Says early that a folder holds something else than a preparation. @throws AppError preparation.folder-in-use, file.* */
export function assertFolderIsOurs(folder: string): void {
  const names = namesIn(folder) ?? [];
  const [foreign] = names;
  if (foreign !== undefined && !names.includes(STATE)) throw folderInUse(folder, foreign);
}

export class Unfinished {
  readonly #path: string;
  readonly #kept: ReadonlySet<string>;

  private constructor(path: string, kept: ReadonlySet<string>) {
    this.#path = path;
    this.#kept = kept;
  }

  /**
   * Begins a preparation in a folder, or continues with the one that is there. Finished files are verified; of those that
   * are not as they were noted, nothing stays.
   * @param request a digest of all that decides about the bytes
   * @throws AppError preparation.folder-in-use, preparation.finished, file.*, disk.full
   */
  static async begin(folder: string, request: string): Promise<Unfinished> {
    const path = join(folder, STATE);
    const names = namesIn(folder) ?? [];
    const state = names.includes(STATE) ? readState(path) : undefined;
    const [foreign] = names;
    if (foreign !== undefined && state?.request !== request)
      throw whyNotEmpty(folder, state === undefined ? foreign : STATE, names);
    makeOutputFolder(folder);
    const kept: Note[] = [];
    for (const { name, sha256 } of state?.notes ?? []) {
      const isWhole = (await digestOf(join(folder, name))) === sha256;
      if (isWhole && !isMadeAtTheEnd(name)) kept.push({ name, sha256 });
      // What was noted is ours, but it is made again.
      else rmSync(join(folder, name), { force: true });
    }
    const begun = new Unfinished(path, new Set(kept.map(({ name }) => name)));
    // Beside its place first: a state that is cut off would make the folder one of others.
    begun.#append(partialOf(path), 'w', [{ version: 1, request }, ...kept]);
    begun.#guarded(() => blockingReplaceFile(partialOf(path), path));
    return begun;
  }

  /**
   * Whether an earlier attempt finished all of these files, which belong together. If not, none of them is left.
   * @throws AppError file.cannot-write
   */
  hasKept(names: readonly string[]): boolean {
    if (names.every((name) => this.#kept.has(name))) return true;
    for (const name of names) {
      if (this.#kept.has(name)) this.#guarded(() => rmSync(join(dirname(this.#path), name), { force: true }));
    }
    return false;
  }

  /** Notes files that are whole and get their names now. @throws AppError file.cannot-write, disk.full */
  note(files: readonly Note[]): void {
    this.#append(this.#path, 'a', files);
  }

  /** The preparation is whole. @throws AppError file.cannot-write */
  end(): void {
    this.#guarded(() => rmSync(this.#path, { force: true }));
  }

  #append(path: string, flags: 'w' | 'a', entries: readonly object[]): void {
    this.#guarded(() => {
      const file = openSync(path, flags, PRIVATE_FILE);
      try {
        writeSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    });
  }

  #guarded(action: () => void): void {
    try {
      action();
    } catch (thrown) {
      throw toWriteError(thrown, this.#path);
    }
  }
}

function isMadeAtTheEnd(name: string): boolean {
  return name === MANIFEST || name === FINDINGS;
}

/** @throws AppError file.* */
function whyNotEmpty(folder: string, foreign: string, names: readonly string[]): AppError {
  const path = join(folder, MANIFEST);
  const isFinished =
    foreign !== STATE && names.includes(MANIFEST) && manifestSchema.safeParse(jsonIn(linesOf(path).join('\n'))).success;
  return isFinished ? new AppError('preparation.finished', { path }) : folderInUse(folder, foreign);
}

/** Undefined for a file that is no state. @throws AppError file.* */
function readState(path: string): State | undefined {
  const [head, ...others] = linesOf(path).map(jsonIn);
  const begun = headSchema.safeParse(head).data;
  if (begun === undefined) return undefined;
  // A line that was cut off notes a file that has not got its name.
  const notes = others.map((other) => noteSchema.safeParse(other).data).filter((note) => note !== undefined);
  // The last note of a file counts.
  const byName = new Map(notes.map((note) => [note.name, note]));
  return { request: begun.request, notes: [...byName.values()].filter(({ name }) => isWithin(name)) };
}

/** A name that leads out of the folder was not noted by us. */
function isWithin(name: string): boolean {
  return !name.includes('..') && !name.includes('\\') && !name.startsWith('/') && !name.includes(':');
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}

/** The SHA-256 of a file, in hexadecimal; undefined where there is none. Rejects with AppError file.*, or the signal's reason. */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const file = await open(path, 'r');
    try {
      // The same for all of the file: a new one for each part would wait for the garbage collector, 40 MB of them at a time.
      const part = Buffer.allocUnsafeSlow(DIGEST_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(part, 0, part.length);
        signal?.throwIfAborted();
        if (bytesRead === 0) break;
        hash.update(part.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    signal?.throwIfAborted();
    throw toFileError(thrown, path);
  }
  return hash.digest('hex');
}

/**
 * Removes what an unfinished preparation has left in a folder: what it noted and is still as it was noted, and what was not
 * whole. Nothing where there is no unfinished one. Does not throw: what stays is in the way of no other folder.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  try {
    const state = readState(join(folder, STATE));
    if (state === undefined) return;
    for (const { name, sha256 } of state.notes) {
      if ((await digestOf(join(folder, name))) === sha256) rmSync(join(folder, name), { force: true });
    }
    for (const within of ['', ROWS, REFUSED]) {
      for (const name of namesIn(join(folder, within)) ?? []) {
        if (partialOf(name.slice(0, -partialOf('').length)) === name)
          rmSync(join(folder, within, name), { force: true });
      }
    }
    rmSync(join(folder, STATE), { force: true });
    for (const within of [ROWS, REFUSED])
      if (namesIn(join(folder, within))?.length === 0) rmdirSync(join(folder, within));
  } catch {
    // Its drive may be away; a person finds the rest where they had it saved.
  }
}
