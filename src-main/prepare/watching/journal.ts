/**
 * @file The journal of the watched folders, in the data folder: how far each file came, so that after a crash at any moment
 * nothing is lost and nothing is added twice. Each line is an entry as a whole; the last one of a claim counts.
 *
 * [Note: Written first] An entry is on the disk before the step that it announces is taken, and again afterwards.
 */

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { toFolderError } from '../../ground/files/file-errors.ts';
import { blockWhileLocked } from '../../ground/files/file-locks.ts';
import { makeFolder, syncFolder } from '../../ground/files/folders.ts';
import { openAtEnd, PRIVATE_FILE, refuseDetour } from '../../ground/files/own-folder.ts';
import { blockingReplaceFile } from '../../ground/files/replace-file.ts';
import { type Entry, entrySchema, isOver } from './journal-entry.ts';

/** The folder of the watched folders within the data folder. */
export const WATCHED = 'watched';
const NAME = 'journal.jsonl';
/** Of files that are over, so many are kept: by them the same content is recognised. */
const KEPT_OVER = 20_000;
/** Lines that no longer count, before the file is written again. */
const MOST_OUTDATED = 10_000;

export class WatchJournal {
  readonly #folder: string;
  readonly #path: string;
  readonly #entries = new Map<string, Entry>();
  #file: number | undefined;

  /**
   * Opens the journal, or begins one. Only the process that has locked the data folder may.
   * @param dataFolder the data folder
   * @throws AppError watch.journal-damaged, folder.*, disk.full
   */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, WATCHED);
    this.#path = join(this.#folder, NAME);
    try {
      makeFolder(this.#folder);
      refuseDetour(this.#path);
      const lines = this.#read();
      if (lines - this.#entries.size > MOST_OUTDATED || this.#entries.size > 2 * KEPT_OVER) this.#rewrite();
      this.#file = blockWhileLocked(() => openAtEnd(this.#path));
      syncFolder(this.#folder);
    } catch (thrown) {
      throw toFolderError(thrown, this.#folder);
    }
  }

  /** The files of this folder with which something is still to be done, in the order in which they were claimed. */
  openIn(folder: string): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.folder === folder && !isOver(entry));
  }

  /** All entries, in the order in which the files were claimed. */
  all(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  /** On the disk when this returns. @throws AppError disk.full, folder.unusable */
  note(entry: Entry): void {
    const file = this.#file;
    if (file === undefined) throw new Error('The journal is closed.');
    const { size } = fstatSync(file);
    try {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
      fdatasyncSync(file);
    } catch (thrown) {
      // Else the next entry would follow on the line that was cut off.
      ftruncateSync(file, size);
      throw toFolderError(thrown, this.#folder);
    }
    this.#entries.set(entry.claim, entry);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Reads all entries; returns how many lines there are. What stands behind the last line end was not written to its end. */
  #read(): number {
    let text: string;
    try {
      text = blockWhileLocked(() => readFileSync(this.#path, 'utf8'));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return 0;
      throw thrown;
    }
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(0, end).split('\n').slice(0, -1);
    for (const [index, line] of lines.entries()) {
      const entry = entrySchema.safeParse(jsonIn(line));
      if (!entry.success) throw new AppError('watch.journal-damaged', { path: this.#path, line: index + 1 });
      this.#entries.set(entry.data.claim, entry.data);
    }
    // Else the next entry would be written behind it, on the same line.
    if (end < text.length) this.#rewrite();
    return lines.length;
  }

  #rewrite(): void {
    const all = [...this.#entries.values()];
    const over = all.filter(isOver);
    for (const { claim } of over.slice(0, Math.max(0, over.length - KEPT_OVER))) this.#entries.delete(claim);
    const fresh = `${this.#path}.new`;
    rmSync(fresh, { force: true });
    const text = [...this.#entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const file = openSync(fresh, 'wx', PRIVATE_FILE);
    try {
      writeFileSync(file, text);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    blockingReplaceFile(fresh, this.#path);
  }
}
