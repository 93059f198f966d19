/** @file What a run came to: the exit code, and what a person can do next. Pure. */

import { type AppError, assertNever } from '../../../src-shared/errors.ts';
import type { SubmissionId } from '../../queue/batch.ts';
import type { SubmissionView } from '../../queue/queue.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { isFinished, type WaitState } from './patience.ts';

/** How a wait ended. */
export type Ending =
  | { kind: Exclude<WaitState, 'wait' | 'stopped'> | 'interrupted' | 'timed-out' }
  /** The queue itself could not go on. */
  | { kind: 'stopped'; error: AppError };

/** What is to be told of a run. */
export interface Run {
  ending: Ending;
  /** All that was open in this run, and what waits for a decision. */
  views: readonly SubmissionView[];
  /** Of these, what had waited for a decision before the run began. */
  waitedBefore: ReadonlySet<SubmissionId>;
  /** Whether a connection is on hold until somebody has seen to it. */
  onHold: boolean;
}

/** What had come to its end before a run began is history; `queue list` shows it. What waits for a decision is not over. */
export function isHistory(view: SubmissionView): boolean {
  return isFinished(view, 'final') && view.submission.stage !== 'held';
}

/**
 * What this run did decides, so that a scheduled job can tell news from history: what failed in it comes before what waits
 * for a person.
 */
export function exitCodeOfRun(run: Run): ExitCode {
  const { ending } = run;
  switch (ending.kind) {
    case 'stopped':
      return exitCodeOf(ending.error);
    case 'interrupted':
    case 'timed-out':
    case 'unreachable':
      return exitCodes.leftInQueue;
    case 'needs-person':
      return run.onHold ? exitCodes.connection : exitCodeOfNews(run, exitCodes.leftInQueue);
    case 'finished':
      return exitCodeOfNews(run, exitCodes.done);
    default:
      return assertNever(ending);
  }
}

function exitCodeOfNews({ views, waitedBefore }: Run, otherwise: ExitCode): ExitCode {
  const unchecked = views.find(({ state }) => state === 'check-failed')?.submission.error;
  if (unchecked !== undefined) return exitCodeOf(unchecked);
  const fates = views.map((view) => fateOf(view, waitedBefore.has(view.submission.id)));
  if (fates.includes('refused')) return exitCodes.refused;
  return fates.includes('waits-for-person') ? exitCodes.leftInQueue : otherwise;
}

/** What came of a submission that is no history. */
function fateOf({ state }: SubmissionView, waitedBefore: boolean): 'well' | 'refused' | 'waits-for-person' | 'open' {
  switch (state) {
    case 'processed':
    case 'processing':
      return 'well';
    case 'rejected':
    case 'failed':
    case 'check-failed':
    case 'cancelled':
      return 'refused';
    case 'held':
      // The check of this very run found something: that is a result.
      return waitedBefore ? 'waits-for-person' : 'refused';
    case 'unknown':
    case 'paused':
      return 'waits-for-person';
    case 'checking':
    case 'waiting':
    case 'reserving':
    case 'uploading':
    case 'verifying':
      return 'open';
    default:
      return assertNever(state);
  }
}

/** What a person can do next, a sentence each. */
export function hintsAfter({ ending, views }: Run): string[] {
  switch (ending.kind) {
    case 'stopped':
      return [];
    case 'interrupted':
      return ['Stopped. Everything is in the queue; “tranship work” carries on.'];
    case 'timed-out':
      return ['The time is over. Everything is in the queue; “tranship work” carries on.'];
    case 'unreachable':
      return ['Nobody answers. Everything is in the queue; “tranship work” carries on.'];
    case 'needs-person':
      return [...hintsOn(views), 'Everything is in the queue; “tranship work” carries on once this is settled.'];
    case 'finished':
      return hintsOn(views);
    default:
      return assertNever(ending);
  }
}

function hintsOn(views: readonly SubmissionView[]): string[] {
  const held = views.map(({ submission }) => submission).filter((submission) => submission.stage === 'held');
  const [empty, sendable] = [
    held.filter(({ ranges }) => ranges.length === 0),
    held.filter(({ ranges }) => ranges.length > 0),
  ];
  const hints: (string | false)[] = [
    sendable.some(({ check }) => check.errors > 0) &&
      '“tranship check FILE” lists what is wrong; “tranship queue approve ID” sends it as it is.',
    sendable.some(({ error }) => error?.code === 'submission.sent-before') &&
      '“tranship queue approve ID --reason TEXT” sends again what has been sent before.',
    empty.length > 0 &&
      'There is nothing in it that could be sent. Export the file again and send that; “tranship queue remove ID” takes this one away.',
    views.some(({ batches }) => batches.some(({ state }) => state === 'unknown')) &&
      'It is not known whether a batch arrived. Either wait: ask the provider, and let “tranship work” go on asking. Or “tranship queue retry ID” sends it again under a new id; if the first upload arrived after all, its transactions are then in twice.',
    views.some(({ state }) => state === 'rejected') &&
      '“tranship report BATCH_ID” gives the service’s report on a refused batch.',
  ];
  return hints.filter((hint) => hint !== false);
}
