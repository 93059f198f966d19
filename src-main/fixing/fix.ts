/**
 * @file Makes a corrected file, as the rest of the app calls it: in a thread of its own, cancellable, and with memory
 * that does not grow with the file, but by 48 to 96 bytes for each line that a duplicate is looked for among.
 */

import { answerOfThread } from '../check/thread.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { removePartial } from '../ground/files/new-file.ts';
import type { RewriteProgress, RewriteRequest, RewriteSummary } from './rewrite-messages.ts';

export interface FixOptions {
  signal?: AbortSignal;
  /** Called at most ten times a second, and once at the end. */
  onProgress?(progress: RewriteProgress): void;
  /** Decides which dates are in the future. */
  clock?: Clock;
  /** Replaces the entry of the thread, to test its failures. */
  workerFile?: URL;
}

/**
 * Rewrites a file as the request says. Nothing of a new file is left if it fails or is cancelled.
 * Rejects with AppError `file.*`, `disk.full`, `fix.failed`, or with the signal's reason.
 */
export async function fixFile(request: RewriteRequest, options: FixOptions = {}): Promise<RewriteSummary> {
  const { signal, onProgress, clock = systemClock } = options;
  signal?.throwIfAborted();
  try {
    return await answerOfThread<RewriteSummary, RewriteProgress>(
      {
        entry: options.workerFile ?? 'fix-worker',
        path: request.path,
        data: { request, now: clock.now() },
        failure: 'fix.failed',
      },
      { signal, onProgress },
    );
  } finally {
    // Of a thread that was stopped in the middle; after a good end there is none.
    for (const path of filesOf(request)) removePartial(path);
  }
}

/** All that a request has made. */
export function filesOf({ out, log, rest }: Pick<RewriteRequest, 'out' | 'log' | 'rest'>): string[] {
  return [out, log, rest?.out, rest?.log].filter((path) => path !== undefined);
}
