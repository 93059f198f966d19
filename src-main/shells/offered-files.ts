/**
 * @file The files that a person has picked: the window knows each by a random word, and only the app knows where it is.
 * So a script in the page can only name files that a person has picked.
 */

import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileOffer, PickedFiles } from '../../src-shared/contract.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { MOST_FILES, takeFromFolder } from '../../src-shared/folder-contents.ts';
import { HEAD_BYTES, kindOf } from '../checking/file-kind.ts';
import { fromRecord } from '../checking/thread.ts';
import { toFileError } from '../files/file-errors.ts';
import { underOwnName } from '../queue/own-name.ts';
import { findSourceFile } from '../queue/source-file.ts';
import { folderAt, isFolder } from './folder-on-disk.ts';
import { shownAs } from './submission-row.ts';

/** What is known of the way a file will take. */
export interface Estimate {
  estimatedBatches: number;
  estimatedCheckMs: number;
  estimatedSendMs?: number;
}

/** A file without a place that people know: the app has its bytes at `path`, the person has it as `name`. */
export interface ReceivedFile {
  path: string;
  name: string;
}

/** A file that can be added. Its name where that is not its path. */
interface KnownFile {
  path: string;
  name?: string;
}

/** A thousand files are picked at once at most; older offers are dropped. */
const MOST_OFFERS = 5000;

export class OfferedFiles {
  readonly #estimate: (bytes: number) => Estimate;
  readonly #files = new Map<string, KnownFile>();

  constructor(estimate: (bytes: number) => Estimate) {
    this.#estimate = estimate;
  }

  /**
   * Offers the files at these paths, and those in folders, each by itself and once: one that cannot be read does not keep
   * the others out.
   */
  async offer(paths: readonly string[]): Promise<PickedFiles> {
    const found = new Set<string>();
    const refused: PickedFiles['refused'] = [];
    for (const path of paths) {
      if (!(await isFolder(path))) {
        found.add(path);
        continue;
      }
      const contents = await takeFromFolder(folderAt(path), MOST_FILES - found.size);
      for (const file of contents.taken) found.add(file);
      refused.push(...contents.refused);
    }
    const picked = await this.#offerEach([...found].map((path) => ({ path })));
    return { ...picked, refused: [...picked.refused, ...refused] };
  }

  /** Offers a file that was streamed to the app, under the name that it has where it came from. */
  async offerReceived(file: ReceivedFile): Promise<PickedFiles> {
    return await this.#offerEach([file]);
  }

  async #offerEach(files: readonly KnownFile[]): Promise<PickedFiles> {
    const picked: PickedFiles = { offers: [], refused: [] };
    for (const file of files) {
      try {
        picked.offers.push(await this.#offerOne(file));
      } catch (thrown) {
        picked.refused.push({
          fileName: file.name ?? basename(file.path),
          error: named(toAppError(thrown), file).toRecord(),
        });
      }
    }
    return picked;
  }

  /**
   * Uses up an offer for `work` on its file; when that fails, the offer stands again.
   * @throws AppError file.not-offered, and what `work` throws
   */
  async use<Result>(offer: string, work: (file: KnownFile) => Promise<Result>): Promise<Result> {
    const file = this.#files.get(offer);
    if (file === undefined) throw new AppError('file.not-offered', {});
    this.#files.delete(offer);
    try {
      return await work(file);
    } catch (thrown) {
      this.#files.set(offer, file);
      throw thrown instanceof AppError ? named(thrown, file) : thrown;
    }
  }

  /** The file of an offer, which stands. @throws AppError file.not-offered */
  peek(offer: string): KnownFile {
    const file = this.#files.get(offer);
    if (file === undefined) throw new AppError('file.not-offered', {});
    return file;
  }

  /** The name of an offered file; undefined when it is not offered. */
  nameOf(offer: string): string | undefined {
    const file = this.#files.get(offer);
    return file === undefined ? undefined : shownAs(file.name ?? file.path).fileName;
  }

  async #offerOne({ path, ...known }: KnownFile): Promise<FileOffer> {
    const absolute = await findSourceFile(path);
    const { bytes, head } = await readHead(absolute);
    const offer = randomUUID();
    this.#files.set(offer, { path: absolute, ...known });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MOST_OFFERS && oldest !== undefined) this.#files.delete(oldest);
    return { offer, ...shownAs(known.name ?? absolute), bytes, kind: kindOf(head), ...this.#estimate(bytes) };
  }
}

/** The error with the file's own name in place of where it lies. */
function named(error: AppError, { path, name = path }: KnownFile): AppError {
  return name === path ? error : fromRecord(underOwnName(error.toRecord(), { name, content: path }));
}

async function readHead(path: string): Promise<{ bytes: number; head: Buffer }> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0);
      return { bytes: size, head: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
