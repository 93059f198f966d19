/**
 * @file The next state of a rule run after a reply, after a question about it and after a crash, and the time of the
 * next question. Pure.
 */

import { AppError, type ErrorCode, type ErrorRecord, saidBy } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { hasEnded } from '../../src-shared/service-shapes.ts';
import { HOUR, MINUTE, SECOND } from '../ground/clock.ts';
import type { RuleRunReply, RuleRunStatus } from '../wire/service/service-client.ts';
import type { RuleRun } from './rule-run.ts';

/** After so long, a run is not followed any more. */
export const LONGEST_RUN = 24 * HOUR;
/** For so long a reply of “not known” counts as “not there yet”. */
export const LONGEST_ABSENCE = 5 * MINUTE;

const FIRST_PAUSE = 2 * SECOND;
const LONGEST_PAUSE = MINUTE;
const GROWTH = 1.5;
/** Lengthened at random by up to a quarter, so that many clients do not ask at once. */
const SPREAD = 1 / 4;
/** Trouble that only a person can fix is not asked about each minute. */
const PAUSE_FOR_PERSON = 10 * MINUTE;

/** The result of a question about a run. */
export type Look = { kind: 'status'; status: RuleRunStatus } | { kind: 'failure'; error: ErrorRecord };

/** The run after the service has replied to the request for it. */
export function afterReply(
  run: RuleRun,
  { executionId, accepted, rejected, reply }: RuleRunReply,
  now: number,
): RuleRun {
  const answered = { ...run, executionId, accepted: [...accepted], rejected: [...rejected], reply: reply.text };
  if (executionId !== undefined) return { ...answered, state: 'running' };
  if (accepted.length === 0 && rejected.length > 0) return ended(answered, 'refused', now);
  return ended(answered, 'unknown', now, new AppError('rule-run.no-id', {}));
}

/** The run after the request for it has failed. */
export function afterFailedRequest(run: RuleRun, error: AppError, now: number): RuleRun {
  return mayHaveArrived(error) ? afterLostReply(run, saidBy(error), now) : ended(run, 'failed', now, error);
}

/** The run after a request whose reply is lost; `reason` says why. */
export function afterLostReply(run: RuleRun, reason: Said, now: number): RuleRun {
  const isSafeToRepeat = run.kind === 'execute' && !run.force;
  return ended(
    run,
    'unknown',
    now,
    new AppError(isSafeToRepeat ? 'rule-run.unanswered' : 'rule-run.doubtful', { reason }),
  );
}

/** The run after the request for it was interrupted: by a person, or because Tranship ended. */
export function afterBrokenRequest(run: RuleRun, now: number): RuleRun {
  return run.waitsUntil === undefined
    ? afterLostReply(run, fact('Tranship stopped before the answer came.'), now)
    : ended(run, 'stopped', now, new AppError('rule-run.not-asked', {}));
}

/** The run after a question about it. `missingSince`: since when the service has not known it, including this reply. */
export function afterLook(run: RuleRun, look: Look, now: number, missingSince: number | undefined): RuleRun {
  const next =
    look.kind === 'status' ? afterStatus(run, look.status, now) : afterFailure(run, look.error, now, missingSince);
  return !hasEnded(next) && now - run.askedAt >= LONGEST_RUN
    ? ended(next, 'unknown', now, new AppError('rule-run.endless', { hours: LONGEST_RUN / HOUR }))
    : next;
}

/** A person ends the following of the run. */
export function afterStop(run: RuleRun, now: number): RuleRun {
  return ended(run, 'stopped', now);
}

/** How long to wait (ms) before question number `looks` (0 is the first), after this failure if there was one. */
export function pauseBefore(looks: number, error: ErrorRecord | undefined, random: () => number): number {
  const base = Math.min(FIRST_PAUSE * GROWTH ** looks, LONGEST_PAUSE / (1 + SPREAD));
  const usual = base * (1 + SPREAD * random());
  if (error === undefined) return usual;
  if (needsPerson(error)) return PAUSE_FOR_PERSON;
  return Math.max(usual, askedPause(error));
}

/** How long the service asks to wait (ms). */
export function askedPause({ code, params: { seconds } }: Pick<ErrorRecord, 'code' | 'params'>): number {
  return code === 'service.rate-limited' && typeof seconds === 'number' ? seconds * SECOND : 0;
}

function afterStatus(run: RuleRun, { status, outcome, message, reply }: RuleRunStatus, now: number): RuleRun {
  const seen = { ...run, status, reply: reply.text, error: undefined };
  switch (outcome) {
    case 'running':
      return seen;
    case 'done':
      return ended(seen, 'done', now);
    case 'failed':
      return ended(seen, 'failed', now, new AppError('rule-run.failed', { reason: message || status }));
  }
}

function afterFailure(run: RuleRun, error: ErrorRecord, now: number, missingSince: number | undefined): RuleRun {
  if (error.code === 'service.not-found') {
    if (now - (missingSince ?? now) < LONGEST_ABSENCE) return run;
    return ended(run, 'unknown', now, new AppError('rule-run.missing', { minutes: LONGEST_ABSENCE / MINUTE }));
  }
  return error.retryable || needsPerson(error) ? { ...run, error } : ended(run, 'unknown', now, error);
}

function ended(run: RuleRun, state: RuleRun['state'], now: number, error?: AppError | ErrorRecord): RuleRun {
  const record = error instanceof AppError ? error.toRecord() : error;
  return { ...run, state, waitsUntil: undefined, endedAt: now, error: record };
}

/** The request may have reached the service, so its outcome is unknown. */
function mayHaveArrived({ code }: AppError): boolean {
  const lost: readonly ErrorCode[] = ['network.cut', 'network.no-answer', 'service.unavailable', 'service.bad-reply'];
  return lost.includes(code);
}

/** The questions continue, because a person may fix the trouble meanwhile. */
function needsPerson({ code, retryable }: ErrorRecord): boolean {
  return !retryable && /^(auth|secret|connection|certificate|network)\./.test(code);
}
