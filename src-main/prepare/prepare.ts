/**
 * @file Prepares exports, as the rest of the app calls it: in threads of its own, cancellable at any moment, and with memory
 * that does not grow with the exports. What is finished when it ends in the middle stays, and the same call continues with it.
 *
 *   caller ← the thread of the preparation (prepare-worker.ts): reads, and writes in the order of the rows
 *              ← threads that turn pieces into lines (piece-worker.ts)
 *              ← the check of the written files (check/check.ts)
 */

import { AppError } from '../../src-shared/errors.ts';
import { answerOfThread } from '../check/thread.ts';
import type { PreparationProgress, PreparationRequest, PreparationSource, PreparationSummary } from './preparation.ts';
import { refusingManifest } from './prepared-folder.ts';

export interface PrepareOptions {
  signal?: AbortSignal;
  /** Called at most ten times a second, and once at the end. */
  onProgress?(progress: PreparationProgress): void;
  /** Replaces the entry of the thread, to test its failures. */
  workerFile?: URL;
}

/** Pieces and lines of one take this room for a while. */
const YOUNG_MB = 8;

/**
 * Prepares the exports; without `out` it is a plan: the same, with nothing written.
 * Rejects with AppError `file.*`, `preparation.*`, `disk.full`, `check.failed`, or with the signal's reason.
 */
export async function prepare(request: PreparationRequest, options: PrepareOptions = {}): Promise<PreparationSummary> {
  const { signal, onProgress } = options;
  const sources = await Promise.all(request.sources.map(withRefusing));
  return await answerOfThread<PreparationSummary, PreparationProgress>(
    {
      entry: options.workerFile ?? 'prepare-worker',
      path: request.sources[0]?.path ?? '',
      data: { ...request, sources },
      youngMb: YOUNG_MB,
      failure: 'preparation.failed',
    },
    { signal, onProgress },
  );
}

/** As `prepare`, after what is left in its folder of an attempt with other exports, or by another version, is removed. */
export async function prepareOver(
  request: PreparationRequest,
  options: PrepareOptions,
  removeAttempt: () => Promise<void>,
): Promise<PreparationSummary> {
  return await prepare(request, options).catch(async (thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'preparation.folder-in-use') throw thrown;
    await removeAttempt();
    return await prepare(request, options);
  });
}

/** A file of refused rows may have been corrected since, so its content does not tell whose rows they are: its folder does. */
async function withRefusing(source: PreparationSource): Promise<PreparationSource> {
  const refusedBy = await refusingManifest(source.path);
  return refusedBy === undefined ? source : { ...source, refusedBy };
}
