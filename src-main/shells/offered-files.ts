/**
 * @file The files that a person has picked: the window knows each by a random word, and only the app knows where it is.
 * So nothing that runs in the page can name a file that nobody picked.
 */

import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileOffer, PickedFiles } from '../../src-shared/contract.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { HEAD_BYTES, kindOf } from '../checking/file-kind.ts';
import { toFileError } from '../file-errors.ts';
import { findSourceFile } from '../queue/source-file.ts';
import { placeOf } from './submission-row.ts';

/** What is known of the way a file will take. */
export interface Estimate {
  estimatedBatches: number;
  estimatedCheckMs: number;
  estimatedSendMs?: number;
}

/** A thousand files are picked at once at most; older offers than so many are given up. */
const MOST_OFFERS = 5000;

export class OfferedFiles {
  readonly #estimate: (bytes: number) => Estimate;
  readonly #paths = new Map<string, string>();

  constructor(estimate: (bytes: number) => Estimate) {
    this.#estimate = estimate;
  }

  /** Offers the files at these paths, each by itself: one that cannot be read does not keep the others out. */
  async offer(paths: readonly string[]): Promise<PickedFiles> {
    const picked: PickedFiles = { offers: [], refused: [] };
    for (const path of paths) {
      try {
        picked.offers.push(await this.#offerOne(path));
      } catch (thrown) {
        picked.refused.push({ fileName: basename(path), error: toAppError(thrown).toRecord() });
      }
    }
    return picked;
  }

  /**
   * Uses up an offer for `work` on its path; when that fails, the offer stands again.
   * @throws AppError file.not-offered, and what `work` throws
   */
  async use<Result>(offer: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const path = this.#paths.get(offer);
    if (path === undefined) throw new AppError('file.not-offered', {});
    this.#paths.delete(offer);
    try {
      return await work(path);
    } catch (thrown) {
      this.#paths.set(offer, path);
      throw thrown;
    }
  }

  /** The name of an offered file; undefined when it is not offered. */
  nameOf(offer: string): string | undefined {
    const path = this.#paths.get(offer);
    return path === undefined ? undefined : placeOf(path).fileName;
  }

  async #offerOne(path: string): Promise<FileOffer> {
    const absolute = await findSourceFile(path);
    const { bytes, head } = await readHead(absolute);
    const offer = randomUUID();
    this.#paths.set(offer, absolute);
    const [oldest] = this.#paths.keys();
    if (this.#paths.size > MOST_OFFERS && oldest !== undefined) this.#paths.delete(oldest);
    return { offer, ...placeOf(absolute), bytes, kind: kindOf(head), ...this.#estimate(bytes) };
  }
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
