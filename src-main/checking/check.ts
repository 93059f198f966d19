/**
 * @file The offline check of a source file, as the rest of the app calls it. It runs in threads of its own, reports
 * findings as it goes, and keeps neither the file nor its findings in memory.
 *
 *   caller ← the check's thread (check-worker.ts): gathers in file order, finds duplicates
 *              ← scanners (scan-worker.ts), one chunk of the file after the other
 *              ← the digests (digest-worker.ts)
 */

import { availableParallelism } from 'node:os';
import { assertNever } from '../../src-shared/errors.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type CheckAssignment, type CheckMessage, countUp, newCounter } from './check-messages.ts';
import {
  CHUNK_BYTES,
  type CheckProgress,
  type CheckRequest,
  type CheckSummary,
  type FinishedCheck,
  isSmall,
  runFileCheck,
} from './file-check.ts';
import { type PackedFindings, unseal } from './findings/packed-findings.ts';
import type { IdIndexOutcome } from './id-index/order.ts';
import type { LineIndex } from './line-index.ts';
import { Paced } from './paced.ts';
import { SourceFile } from './source-file.ts';
import { fromRecord, Thread } from './thread.ts';

export type { CheckedRange } from './batch-cutter.ts';
export type { CheckProgress, CheckRequest, CheckSummary } from './file-check.ts';
export type { Totals } from './totals/totals.ts';

export interface CheckOptions {
  signal?: AbortSignal;
  /**
   * Called with the findings of some thousand lines at a time, of which a few hundred are new ones; the check waits for
   * it, and takes them back afterwards. Duplicates come last, each batch in line order.
   */
  onFindings?(findings: PackedFindings): void;
  /** Called at most ten times a second, and once at the end. */
  onProgress?(progress: CheckProgress): void;
  /** Called once, at the end, with the index that fetchLine needs. */
  onLineIndex?(index: LineIndex): void;
  /** Called once, at the end, with what became of the index of modification ids, where one was ordered. */
  onIdIndex?(outcome: IdIndexOutcome): void;
  /** Decides which dates are in the future. */
  clock?: Clock;
  /**
   * Checks a small file in the calling thread, which is blocked for some tenths of a second at most; starting another
   * takes longer than checking. Not for a process with a window. False by default.
   */
  mayBlock?: boolean;
  /** Replaces the entry of the check's thread, to test its failures. */
  workerFile?: URL;
  /** How many bytes a scanner checks at a time; for tests. */
  chunkBytes?: number;
}

const MOST_WORKERS = 8;

/**
 * Checks a source file. Rejects with AppError `file.*` when the file cannot be read, changes during the check or cannot
 * be cut; with `check.failed` when a thread breaks down; with the signal's reason; or with what a listener threw.
 */
export async function checkFile(request: CheckRequest, options: CheckOptions = {}): Promise<CheckSummary> {
  const { signal, onLineIndex, onIdIndex } = options;
  signal?.throwIfAborted();
  const chunkBytes = options.chunkBytes ?? CHUNK_BYTES;
  const { summary, lineIndex, idIndex } =
    (options.mayBlock === true ? await checkHere(request, options, chunkBytes) : undefined) ??
    (await checkInThread(request, options, chunkBytes));
  onLineIndex?.(lineIndex);
  if (idIndex !== undefined) onIdIndex?.(idIndex);
  return summary;
}

/** The check of a small file in this thread; undefined for one that is not small. Throws AppError `file.*`. */
async function checkHere(
  request: CheckRequest,
  { signal, onFindings, onProgress, clock = systemClock }: CheckOptions,
  chunkBytes: number,
): Promise<FinishedCheck | undefined> {
  const source = new SourceFile(request.path);
  try {
    if (!isSmall(source, chunkBytes)) return undefined;
    const progress = new Paced((current: CheckProgress) => onProgress?.(current));
    const outlet = {
      findings: (findings: PackedFindings) => onFindings?.(findings),
      progress: (current: CheckProgress) => progress.tell(current),
    };
    const finished = await runFileCheck(source, request, clock.now(), outlet, chunkBytes);
    progress.flush();
    // What was asked for while this thread was blocked arrives in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    return finished;
  } finally {
    source.close();
  }
}

async function checkInThread(request: CheckRequest, options: CheckOptions, chunkBytes: number): Promise<FinishedCheck> {
  const { signal, onFindings, onProgress, clock = systemClock } = options;
  const dealtWith = newCounter();
  const { promise, resolve, reject } = Promise.withResolvers<FinishedCheck>();

  const receive = (message: CheckMessage): void => {
    switch (message.kind) {
      case 'findings':
        if (onFindings !== undefined) onFindings(unseal(message.sealed, message.linesBefore));
        // Frees the memory at once instead of waiting for the garbage collector.
        message.sealed.transfer(0);
        // Counted in a later turn, because the port delivers everything that arrives in the meantime in one go.
        setImmediate(countUp, dealtWith);
        return;
      case 'progress':
        onProgress?.(message.progress);
        return;
      case 'done':
        resolve(message.result);
        return;
      case 'failed':
        reject(fromRecord(message.error));
        return;
      default:
        assertNever(message);
    }
  };
  let isOver = false;
  const assignment: CheckAssignment = {
    request,
    now: clock.now(),
    workers: Math.max(1, request.workers ?? Math.min(availableParallelism(), MOST_WORKERS)),
    chunkBytes,
    dealtWith,
  };
  const thread = new Thread<CheckMessage>({
    entry: options.workerFile ?? 'check-worker',
    path: request.path,
    data: assignment,
    onMessage(message) {
      if (isOver) return;
      try {
        receive(message);
      } catch (thrown) {
        isOver = true;
        reject(thrown);
      }
    },
    onFailure: reject,
  });
  const abort = () => {
    isOver = true;
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });

  try {
    return await promise;
  } finally {
    isOver = true;
    signal?.removeEventListener('abort', abort);
    await thread.stop();
  }
}
