/**
 * @file What an action of a person would do to a submission, and what it would not and why. Pure: the queue acts by it, and
 * the shells tell by it.
 */

import type { Obstacle, QueueAction } from '../../src-shared/contract.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { batchStates, isEndState } from '../../src-shared/states.ts';
import { MINUTE } from '../ground/clock.ts';
import type { BatchState } from './batch.ts';
import { isBound, type Submission } from './submission.ts';
import type { SubmissionView } from './submission-view.ts';
import { isOpen, type Standing } from './view/standing.ts';

export type ActionResult =
  /** `batches`: how many of its batches it touches; none where it is about the submission as a whole. */
  { done: true; batches: number } | ({ done: false } & Obstacle);

/** For how long a submission that was taken out of the queue can be brought back. */
export const RESTORABLE = 10 * MINUTE;

/** Whether anything of a batch in this state is, or may again be, on its way to the storage. */
function mayBeSent({ state }: { state: BatchState }): boolean {
  return batchStates[state].phase === 'sending';
}

/** Whether another try has something to do for a batch in this state. */
export function mayBeRetried({ state }: { state: BatchState }): boolean {
  return batchStates[state].canRetry;
}

/** Whether what this batch would carry is in another submission. */
export function isCorrected({ corrected }: Pick<Submission, 'corrected'>, { start }: { start: number }): boolean {
  return corrected?.starts.includes(start) === true;
}

/** Stages in which nothing continues by itself, and nothing was sent. */
const endsUnsent: ReadonlySet<Submission['stage']> = new Set<Submission['stage']>([
  'cancelled',
  'check-failed',
  'checked',
]);

const done = (batches = 0): ActionResult => ({ done: true, batches });
const not = (obstacle: Obstacle): ActionResult => ({ done: false, ...obstacle });

/** What the action would do to this submission now. */
export function resultOf(action: QueueAction, view: SubmissionView, now: number): ActionResult {
  if (action === 'restore') return resultOfRestore(view.submission, now);
  switch (action) {
    case 'pause':
      return resultOfPause(view);
    case 'resume':
      return resultOfResume(view);
    case 'retry':
      return resultOfRetry(view);
    case 'cancel':
      return resultOfCancel(view);
    case 'remove':
      return resultOfRemove({ ...view, open: view.batches.filter(isOpen).length });
    default:
      return assertNever(action);
  }
}

/** What sending it without waiting for the sending hours would do now. */
export function resultOfSendNow({ submission, state, batches }: SubmissionView): ActionResult {
  const { stage } = submission;
  // Whether its check is quicker than the person who added it makes no difference. What is only checked goes nowhere yet.
  if (stage === 'checking' || stage === 'held') return isBound(submission) ? done() : not({ reason: stage });
  if (!batches.some(isOpen)) return not({ reason: 'ended', state });
  const sendable = batches.filter(mayBeSent).length;
  return sendable === 0 ? not({ reason: 'all-sent' }) : done(sendable);
}

function resultOfPause({ submission: { stage, paused }, state, batches }: SubmissionView): ActionResult {
  if (stage === 'held') return not({ reason: 'held' });
  if (stage === 'checking') return paused ? not({ reason: 'paused-already' }) : done();
  if (!batches.some(isOpen)) return not({ reason: 'ended', state });
  if (paused) return not({ reason: 'paused-already' });
  const sendable = batches.filter(mayBeSent).length;
  return sendable === 0 ? not({ reason: 'all-sent' }) : done(sendable);
}

function resultOfResume({ submission: { stage, paused }, state, batches }: SubmissionView): ActionResult {
  const hasEnded = stage === 'approved' ? !batches.some(isOpen) : endsUnsent.has(stage);
  if (hasEnded) return not({ reason: 'ended', state });
  return paused ? done(batches.filter(mayBeSent).length) : not({ reason: 'not-paused' });
}

function resultOfRetry({ submission, state, batches }: SubmissionView): ActionResult {
  const { stage, paused, corrected } = submission;
  switch (stage) {
    case 'check-failed':
    case 'checked':
    case 'cancelled':
      return corrected === undefined ? done() : not({ reason: 'corrected', by: corrected.by });
    case 'checking':
      return not({ reason: 'checking' });
    case 'held':
      return not({ reason: 'held' });
    case 'approved': {
      const ended = batches.filter((batch) => mayBeRetried(batch) && !isCorrected(submission, batch)).length;
      if (ended > 0) return done(ended);
      if (corrected !== undefined) return not({ reason: 'corrected', by: corrected.by });
      if (!batches.some(isOpen)) return not({ reason: 'ended', state });
      return paused ? not({ reason: 'paused' }) : not({ reason: 'under-way', state });
    }
    default:
      return assertNever(stage);
  }
}

function resultOfCancel({ submission: { stage }, state, batches }: SubmissionView): ActionResult {
  if (stage === 'checking' || stage === 'held') return done();
  const open = batches.filter(isCancellable).length;
  if (open > 0) return done(open);
  return state === 'cancelled' ? not({ reason: 'cancelled-already' }) : not({ reason: 'ended', state });
}

function isCancellable({ state }: { state: BatchState }): boolean {
  return !isEndState(state);
}

/** As `resultOf`; where a submission stands says enough, and thousands may be removed at once. */
export function resultOfRemove({
  submission: { stage, paused },
  state,
  open,
}: Pick<Standing, 'submission' | 'state' | 'open'>): ActionResult {
  if (stage === 'checking') return not({ reason: 'checking' });
  if (open === 0) return done();
  return paused ? not({ reason: 'paused' }) : not({ reason: 'under-way', state });
}

/** A clock that was set back makes no difference to what was removed in this very moment. */
function resultOfRestore({ removedAt, purgedAt }: Submission, now: number): ActionResult {
  if (removedAt === undefined) return not({ reason: 'not-removed' });
  return purgedAt !== undefined || now - removedAt > RESTORABLE ? not({ reason: 'removed-long-ago' }) : done();
}
