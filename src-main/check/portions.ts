/**
 * @file Small files that follow one another, in portions: each is checked by one thread in one go and told of together. Of ten
 * thousand files, to ask a thread for each, and to hear of each, takes longer than to check them.
 */

import { stat } from 'node:fs/promises';
import { type ErrorRecord, fromRecord } from '../../src-shared/errors.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { type CheckOptions, judgeAlone } from './check.ts';
import type { CheckRequest, CheckSummary } from './file-check.ts';
import { type SealedFindings, unseal } from './findings/packed-findings.ts';
import { KeptThreads } from './kept-threads.ts';
import { SMALL_BYTES } from './run-check.ts';
import { answered } from './thread.ts';
import type { AnswerMessage } from './thread-answer.ts';

/** What a portion has at most: a few hundredths of a second, whatever is in its files. */
const PORTION_BYTES = 1024 * 1024;
const PORTION_FILES = 64;
/** The size of a file that may be in one with others: its findings are held until all of them are checked. */
export const QUICK_BYTES = 256 * 1024;
/** So many files are asked for their size at once: to wait for each answer takes longer than the answer. */
const ASKED_AT_ONCE = 64;

/** Files for one thread: small ones, or a single one. */
export interface Portion {
  paths: string[];
  /** Whether it may be checked beside others. */
  isLight: boolean;
}

/** Cuts files into portions, in their order. Rejects with the signal's reason. */
export async function* portionsOf(paths: readonly string[], signal: AbortSignal): AsyncGenerator<Portion> {
  let portion: string[] = [];
  let bytes = 0;
  for (let from = 0; from < paths.length; from += ASKED_AT_ONCE) {
    const asked = paths.slice(from, from + ASKED_AT_ONCE);
    const sizes = await Promise.all(asked.map((path) => sizeOf(path, signal)));
    for (const [at, path] of asked.entries()) {
      const size = sizes[at] ?? 0;
      const isFull = bytes + size > PORTION_BYTES || portion.length === PORTION_FILES;
      if (portion.length > 0 && (isFull || size > QUICK_BYTES)) {
        yield { paths: portion, isLight: true };
        [portion, bytes] = [[], 0];
      }
      if (size > QUICK_BYTES) yield { paths: [path], isLight: size <= SMALL_BYTES };
      else {
        portion.push(path);
        bytes += size;
      }
    }
  }
  if (portion.length > 0) yield { paths: portion, isLight: true };
}

/** Of a file that cannot be looked at, 0: its check says why. */
async function sizeOf(path: string, signal: AbortSignal): Promise<number> {
  const found = await untilAborted(stat(path), signal).catch(() => signal.throwIfAborted());
  return found?.size ?? 0;
}

export interface PortionAssignment {
  paths: readonly string[];
  request: Omit<CheckRequest, 'path'>;
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
}

/** What the check of one of its files came to. */
export interface CheckedInPortion {
  findings: { sealed: SealedFindings; linesBefore: number }[];
  /** Why the kernel could not run, where it could not. */
  judgeAlone: string | undefined;
  outcome: CheckSummary | ErrorRecord;
}

/** A file of a portion, and who hears of it. */
export interface FileOfPortion {
  path: string;
  listener: Pick<CheckOptions, 'onFindings' | 'onJudgeAlone'>;
}

interface Waiting<File = FileOfPortion> extends PromiseWithResolvers<CheckSummary> {
  file: File;
}

/** The first ones that were checked: where reading waits, not all. */
type Answer = CheckedInPortion[];

const threads = new KeptThreads<PortionAssignment, AnswerMessage<Answer, never>>('portion-worker');

/** Checks the files of a portion; the promise of each resolves or rejects as checkFile. */
export function checkPortion<File extends FileOfPortion>(
  files: readonly File[],
  request: PortionAssignment['request'],
  signal: AbortSignal,
  clock: Clock = systemClock,
): Pick<Waiting<File>, 'file' | 'promise'>[] {
  const ask = (some: readonly Waiting[]): Promise<Answer> => {
    const paths = some.map(({ file }) => file.path);
    const assignment = { paths, request, now: clock.now() };
    return answered<Answer, never, ReturnType<typeof threads.begin>>(
      (waiter) => threads.begin({ assignment, path: paths[0] ?? '', waiter, isWanted: () => !signal.aborted }),
      (thread) => thread.rest(),
      { signal },
    );
  };
  const all = files.map((file) => ({ file, ...Promise.withResolvers<CheckSummary>() }));
  void checkAll(all, ask);
  return all;
}

async function checkAll(files: readonly Waiting[], ask: (some: readonly Waiting[]) => Promise<Answer>): Promise<void> {
  for (let left = files; left.length > 0; ) {
    try {
      const answer = await ask(left);
      for (const [at, checked] of answer.entries()) tell(left[at], checked);
      left = left.slice(answer.length);
    } catch (thrown) {
      // Which of several broke the thread down, or was to be left, shows when each is checked by itself.
      if (left.length > 1) for (const file of left) await checkAll([file], ask);
      else left[0]?.reject(thrown);
      return;
    }
  }
}

function tell(waiting: Waiting | undefined, { findings, judgeAlone: reason, outcome }: CheckedInPortion): void {
  if (waiting === undefined) return;
  const { resolve, reject } = waiting;
  const { listener } = waiting.file;
  try {
    if (reason !== undefined) listener.onJudgeAlone?.(judgeAlone(reason));
    for (const { sealed, linesBefore } of findings) listener.onFindings?.(unseal(sealed, linesBefore));
    if ('code' in outcome) reject(fromRecord(outcome));
    else resolve(outcome);
  } catch (thrown) {
    reject(thrown);
  }
}
