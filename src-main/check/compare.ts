/** @file Compares the ids of a checked file with those of others, in a thread of its own. */

import type { OtherIndex, SharedIds } from './id-index/shared-ids.ts';
import { answerOfThread } from './thread.ts';

export interface Comparison {
  /** The index of the file. */
  path: string;
  others: readonly OtherIndex[];
}

/** Rejects with AppError `check.failed` where the file's own index cannot be read, and with the signal's reason. */
export async function compareFiles(comparison: Comparison, signal: AbortSignal): Promise<SharedIds> {
  return await answerOfThread<SharedIds>(
    { entry: 'compare-worker', path: comparison.path, data: comparison },
    { signal },
  );
}
