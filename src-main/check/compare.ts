/** @file Compares the ids of a checked file with those of others, in a thread of its own. */

import type { OtherIndex, SharedIds } from './id-index/shared-ids.ts';
import { KeptThreads } from './kept-threads.ts';
import { answered } from './thread.ts';
import type { AnswerMessage } from './thread-answer.ts';

export interface Comparison {
  /** The index of the file. */
  path: string;
  others: readonly OtherIndex[];
  /** So many of the lines that they share are named, and all are told; without it, they are only counted. */
  mostNamed?: number;
}

const threads = new KeptThreads<Comparison, AnswerMessage<SharedIds, never>>('compare-worker');

/** Rejects with AppError `check.failed` where the file's own index cannot be read, and with the signal's reason. */
export async function compareFiles(comparison: Comparison, signal: AbortSignal): Promise<SharedIds> {
  return await answered<SharedIds, never, ReturnType<typeof threads.begin>>(
    (waiter) => threads.begin({ assignment: comparison, path: comparison.path, waiter }),
    (thread) => thread.rest(),
    { signal },
  );
}
