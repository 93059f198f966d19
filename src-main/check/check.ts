/**
 * @file The offline check of a source file, as the rest of the app calls it. It runs in threads of its own, reports
 * findings as it goes, and keeps neither the file nor its findings in memory.
 *
 *   caller ← the check's thread (check-worker.ts), unless the caller may block: reads, gathers in file order, finds duplicates
 *              ← scanners (scan-worker.ts), one chunk of the file after the other
 *              ← the digests (digest-worker.ts)
 */

import { availableParallelism } from 'node:os';
import { AppError, assertNever, fromRecord } from '../../src-shared/errors.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { type CheckAssignment, type CheckMessage, countUp, newCounter } from './check-messages.ts';
import type { CheckProgress, CheckRequest, CheckSummary, FinishedCheck } from './file-check.ts';
import { type PackedFindings, type SealedFindings, unseal } from './findings/packed-findings.ts';
import type { IdIndexOutcome } from './id-index/order.ts';
import { KeptThreads } from './kept-threads.ts';
import type { LineIndex } from './line-index.ts';
import { Paced } from './paced.ts';
import type { PossibleRepeats } from './possible-repeats.ts';
import { type RunOptions, runCheck, SMALL_BYTES } from './run-check.ts';
import { SourceFile } from './source-file.ts';

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
  /** Called at most once, with AppError `check.judge-alone`: the kernel cannot run here. The results are the same. */
  onJudgeAlone?(error: AppError): void;
  /**
   * Gathers the results in the calling thread, and checks a small file there, because starting another takes longer. That
   * blocks it for some hundredths of a second at a time, and for as long as a read takes: not for a process with a window, nor
   * where somebody may cancel. False by default.
   */
  mayBlock?: boolean;
  /** Replaces the entry of the check's thread, to test its failures. */
  workerFile?: URL;
  /** The file is small, and others are checked beside it: it may wait for a thread that has checked some of them. */
  isLight?: boolean;
  /** As of runCheck; only with `mayBlock`. */
  repeats?: PossibleRepeats;
  /** As of runCheck, for tests; `compile` and `entries` only with `mayBlock`. */
  chunkBytes?: number;
  smallBytes?: number;
  compile?: RunOptions['compile'];
  entries?: RunOptions['entries'];
}

/** Asked once: the system is slow to say it. */
const CORES = availableParallelism();
const MOST_WORKERS = 8;
const threads = new KeptThreads<CheckAssignment, CheckMessage>('check-worker');

/**
 * Checks a source file. Rejects with AppError `file.*` when the file cannot be read, changes during the check or cannot
 * be cut; with `check.failed` when a thread breaks down; with the signal's reason; or with what a listener threw.
 */
export async function checkFile(request: CheckRequest, options: CheckOptions = {}): Promise<CheckSummary> {
  options.signal?.throwIfAborted();
  const workers = Math.max(1, request.workers ?? Math.min(CORES, MOST_WORKERS));
  const check = options.mayBlock === true ? checkHere : checkInThread;
  const { summary, lineIndex, idIndex } = await check(request, options, workers);
  options.onLineIndex?.(lineIndex);
  if (idIndex !== undefined) options.onIdIndex?.(idIndex);
  return summary;
}

export const judgeAlone = (reason: string): AppError => new AppError('check.judge-alone', { reason });

/** The check with its results gathered in this thread. */
async function checkHere(request: CheckRequest, options: CheckOptions, workers: number): Promise<FinishedCheck> {
  const { onFindings, onProgress, onJudgeAlone, clock = systemClock, ...own } = options;
  const source = new SourceFile(request.path);
  try {
    const progress = new Paced((current: CheckProgress) => onProgress?.(current));
    const outlet = {
      findings: (sealed: SealedFindings, linesBefore: number) => onFindings?.(unseal(sealed, linesBefore)),
      progress: (current: CheckProgress) => progress.tell(current),
      judgeAlone: (reason: string) => onJudgeAlone?.(judgeAlone(reason)),
    };
    const finished = await runCheck(source, request, clock.now(), outlet, { ...own, workers });
    progress.flush();
    return finished;
  } finally {
    source.close();
  }
}

async function checkInThread(request: CheckRequest, options: CheckOptions, workers: number): Promise<FinishedCheck> {
  const { signal, onFindings, onProgress, onJudgeAlone, chunkBytes, smallBytes, clock = systemClock } = options;
  const { isLight = false, workerFile } = options;
  const dealtWith = newCounter();
  const { promise, resolve, reject } = Promise.withResolvers<FinishedCheck>();

  /** Whether its thread takes the next one. The memory of a large one is free again only with its thread. */
  let isKept = false;
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
      case 'judge-alone':
        onJudgeAlone?.(judgeAlone(message.reason));
        return;
      case 'done':
        isKept = message.result.summary.bytes <= SMALL_BYTES;
        resolve(message.result);
        return;
      case 'failed':
        isKept = isLight;
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
    workers,
    chunkBytes,
    smallBytes,
    dealtWith,
  };
  const waiter = {
    onMessage(message: CheckMessage) {
      if (isOver) return;
      try {
        receive(message);
      } catch (thrown) {
        isOver = true;
        reject(thrown);
      }
    },
    onFailure: reject,
  };
  const thread = threads.begin({
    assignment,
    path: request.path,
    waiter,
    isWanted: isLight ? () => !isOver : undefined,
    entry: workerFile,
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
    if (isKept && workerFile === undefined) await thread.rest();
    else await (signal?.aborted === true ? thread.abandon() : thread.stop());
  }
}
