/** @file What a run came to: the exit code, and what a person can do next. Pure. */

import { awaitsTeam } from '../../../src-shared/awaits-team.ts';
import { type AppError, assertNever } from '../../../src-shared/errors.ts';
import { needsReason } from '../../../src-shared/sent-before.ts';
import { factsOf } from '../../../src-shared/states.ts';
import type { SubmissionId } from '../../send/batch.ts';
import type { SubmissionView } from '../../send/queue.ts';
import type { Standing } from '../../send/view/standing.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { isFinished, type WaitState } from './patience.ts';

/** How a wait ended. */
export type Ending =
  | { kind: Exclude<WaitState, 'wait' | 'stopped'> | 'interrupted' | 'timed-out' }
  /** The queue itself could not continue. */
  | { kind: 'stopped'; error: AppError };

/** What the summary of a run needs. */
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
export function isHistory(standing: Standing): boolean {
  return isFinished(standing, 'final') && standing.state !== 'held';
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
    case 'elsewhere':
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
function fateOf(
  { state, submission }: SubmissionView,
  waitedBefore: boolean,
): 'well' | 'refused' | 'waits-for-person' | 'open' {
  // The check of this very run found something: that is a result.
  const { error } = submission;
  const awaits = error !== undefined && (error.code === 'submission.awaits-confirmation' || awaitsTeam(error));
  if (state === 'held') return waitedBefore || awaits ? 'waits-for-person' : 'refused';
  const { phase, end } = factsOf(state);
  switch (phase) {
    case 'checking':
    case 'sending':
      return 'open';
    case 'at-service':
      return 'well';
    case 'deciding':
    case 'paused':
      return 'waits-for-person';
    case 'ended':
      return end === 'success' || end === 'settled' || end === 'checked' ? 'well' : 'refused';
    default:
      return assertNever(phase);
  }
}

/** What a person can do next, a sentence each. */
export function hintsAfter({ ending, views }: Run): string[] {
  switch (ending.kind) {
    case 'stopped':
      return [];
    case 'interrupted':
      return ['Stopped. Everything is in the queue; “tranship work” continues.'];
    case 'timed-out':
      return ['The time limit is reached. Everything is in the queue; “tranship work” continues.'];
    case 'elsewhere':
      return ['Other desks of the team have the rest; “tranship team parts” shows where it is.'];
    case 'unreachable':
      return ['There is no answer. Everything is in the queue; “tranship work” continues.'];
    case 'needs-person':
      return [...hintsOn(views), 'Everything is in the queue; “tranship work” continues once this is settled.'];
    case 'finished':
      return hintsOn(views);
    default:
      return assertNever(ending);
  }
}

function hintsOn(views: readonly SubmissionView[]): string[] {
  const waiting = views.filter(({ state }) => state === 'held').map(({ submission }) => submission);
  const held = waiting.filter((submission) => submission.stage === 'held');
  const [empty, sendable] = [
    held.filter(({ ranges }) => ranges.length === 0),
    held.filter(({ ranges }) => ranges.length > 0),
  ];
  const hints: (string | false)[] = [
    sendable.some(({ check }) => check.errors > 0) &&
      '“tranship check FILE” lists what is wrong; “tranship queue approve ID” sends it as it is.',
    sendable.some(({ error }) => needsReason(error)) &&
      '“tranship queue approve ID --reason TEXT” sends again what has been sent before.',
    sendable.some(({ error }) => error?.code === 'submission.awaits-confirmation') &&
      'A person confirms what goes to Production: in the window, or with “tranship queue approve ID --confirm CONNECTION”.',
    sendable.some(({ error }) => error !== undefined && awaitsTeam(error)) &&
      'What waits for the team ledger is sent by “tranship work”, once the ledger allows it.',
    empty.length > 0 &&
      'The file contains nothing that can be sent. Export it again and send the new file; “tranship queue remove ID” removes this one.',
    views.some(({ batches }) => batches.some(({ state }) => state === 'unknown')) &&
      'It is not known whether a batch arrived. Ask the provider. To wait, let “tranship work” keep asking. “tranship queue retry ID” sends it again under a new id; if the first upload did arrive, its transactions are then at the service twice.',
    views.some(({ state }) => factsOf(state).end === 'refused') &&
      '“tranship report BATCH_ID” fetches the service’s report on a refused batch.',
  ];
  return hints.filter((hint) => hint !== false);
}
