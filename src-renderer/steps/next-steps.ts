/** @file What a person can do about a submission in its current state: steps, and ways to the place that helps. Pure. */

import { awaitsPerson } from '../../src-shared/awaits-person.ts';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import { stopsConnection } from '../../src-shared/stopped-connections.ts';
import { helpAgainst } from './help.ts';

/**
 * `approve` sends a held submission despite what it is held for, `release` one that only waits for a person, `send` one that was
 * only checked; `findFile` says where its file is now; `allowHost` lets the files of its connection go to another storage host; `tryNow`
 * ends the pause before the next try, `sendNow` the wait for the sending hours.
 */
export type Step =
  | 'approve'
  | 'release'
  | 'send'
  | 'allowHost'
  | 'findFile'
  | 'tryNow'
  | 'sendNow'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'cancel'
  | 'remove';
/** The steps that one call takes for many submissions; each held one is approved by itself, with its reason. */
export const commonSteps = [
  'tryNow',
  'sendNow',
  'pause',
  'resume',
  'retry',
  'cancel',
  'remove',
] as const satisfies readonly Step[];
export type CommonStep = (typeof commonSteps)[number];

/** What is offered for all that are selected. */
export const stepsForMany = ['release', 'approve', ...commonSteps] as const satisfies readonly Step[];

const single: ReadonlySet<Step> = new Set<Step>(['approve', 'release', 'send', 'allowHost', 'findFile']);

/** Steps that send what is held. */
export const sendsHeld = (step: Step): step is 'approve' | 'release' => step === 'approve' || step === 'release';

export const isCommon = (step: Step): step is CommonStep => !single.has(step);

/** Ways to another page, where a person sees or mends the cause. */
export type Way =
  | 'correct'
  | 'renewSecret'
  | 'openConnection'
  | 'openNetwork'
  | 'seeErrors'
  | 'seeWarnings'
  | 'readReport'
  | 'seeBatches'
  | 'seeEarlier';

export type Action = Step | Way;

const ways: ReadonlySet<Action> = new Set<Way>([
  'correct',
  'renewSecret',
  'openConnection',
  'openNetwork',
  'seeErrors',
  'seeWarnings',
  'readReport',
  'seeBatches',
  'seeEarlier',
]);

export const isWay = (action: Action): action is Way => ways.has(action);

export type Situation = Pick<
  SubmissionRow,
  | 'state'
  | 'paused'
  | 'isForTeam'
  | 'errors'
  | 'warnings'
  | 'failedBatches'
  | 'unknownBatches'
  | 'error'
  | 'account'
  | 'doubled'
  | 'isTriedAgain'
>;

/** Whether it would continue by itself, but for something that only a person can mend. */
export function isStuck({ state, error }: Pick<Situation, 'state' | 'error'>): boolean {
  const { phase, isActive } = factsOf(state);
  return !isActive && (phase === 'sending' || phase === 'at-service') && error !== undefined && stopsConnection(error);
}

/** What a person can do, what helps first; the last is to cancel or to remove it. */
export function nextActions(row: Situation): Action[] {
  const { state } = row;
  const { phase } = factsOf(state);
  const last: Step = phase === 'ended' ? 'remove' : 'cancel';
  // What is at the service twice is named to the provider by its batch ids.
  const ids: Action[] = row.doubled === undefined ? [] : ['seeBatches'];
  return [...new Set([...ids, ...helpful(row), ...usual(row), last])];
}

/** Whether it is being tried again at this moment, after what usually passes. */
export function isTriedAgain({ state, paused, isForTeam, error, isTriedAgain: isUnderWay }: Situation): boolean {
  const { phase, isActive } = factsOf(state);
  return (
    isActive &&
    phase === 'sending' &&
    !paused &&
    isForTeam !== true &&
    (isUnderWay === true || error?.retryable === true)
  );
}

/** What is shown: `tryNow` keeps its place while it is done, so that no other step comes under the pointer meanwhile. */
export function shownActions(row: Situation): Action[] {
  const actions = nextActions(row);
  return isTriedAgain(row) ? [...new Set<Action>(['tryNow', ...actions])] : actions;
}

/** The steps among them. */
export function nextSteps(row: Situation): Step[] {
  return nextActions(row).filter((action) => !isWay(action));
}

/** The submissions that a step applies to. */
export function fitFor(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[] {
  return rows.filter((row) => nextActions(row).includes(step));
}

/** As `fitFor`, in parts that are asked about together: what is sent together goes to one place. */
export function fitTogether(step: Step, rows: readonly SubmissionRow[]): SubmissionRow[][] {
  const fitting = fitFor(step, rows);
  if (sendsHeld(step)) return [...Map.groupBy(fitting, ({ connection }) => connection).values()];
  return fitting.length === 0 ? [] : [fitting];
}

/** What helps against what holds it up, or against how it ended. */
function helpful(row: Situation): Action[] {
  const { state, paused, errors, warnings, failedBatches, unknownBatches, error } = row;
  const { phase, isActive, end, canRetry } = factsOf(state);
  switch (end) {
    case 'success':
    case 'settled':
      return [];
    case 'checked':
      // Errors are corrected before anything is sent.
      return errors > 0 ? [...seeFindings(errors, warnings), 'send'] : ['send', ...seeFindings(errors, warnings)];
    case 'partial':
    case 'rejected':
      return [...correctRejected(row), 'readReport'];
    case 'unclear':
    case 'given-up':
      return ['retry'];
    case 'failed':
    case undefined:
      break;
    default:
      return assertNever(end);
  }
  if (state === 'held') return [...(error === undefined ? [] : againstHold(row)), ...seeFindings(errors, warnings)];
  const unknown: Action[] = unknownBatches > 0 || state === 'unknown' ? ['seeBatches', 'retry'] : [];
  const failed: Action[] = failedBatches > 0 || canRetry ? ['retry'] : [];
  // What is under way this very moment has got over its trouble, and what is paused waits for nothing else.
  const isOver = error === undefined || (error.retryable && (isActive || paused));
  const again: Step = phase === 'ended' || failed.length > 0 ? 'retry' : 'tryNow';
  return [
    ...(isOver ? [] : against(row, error, again)),
    ...unknown,
    ...failed,
    ...(end === 'failed' ? correctRejected(row) : []),
  ];
}

/** The way to the correction of what the service has rejected. */
function correctRejected({ account }: Situation): Action[] {
  return account !== undefined && account.rejected > 0 ? ['correct'] : [];
}

function against(row: Situation, error: NonNullable<Situation['error']>, again: Step): Action[] {
  const help = helpAgainst(error);
  switch (help) {
    case 'secret':
      return ['renewSecret', again];
    case 'connection':
      return ['openConnection', again];
    case 'network':
      return ['openNetwork', again];
    case 'host':
      return again === 'tryNow' ? ['allowHost'] : [again];
    case 'file':
      return ['findFile', again];
    case 'drive':
      return [again, 'findFile'];
    case 'time':
    case 'again':
    case 'release':
      return [again];
    case 'findings':
      return [...seeFindings(row.errors, row.warnings), again];
    case 'report':
      return ['readReport'];
    case 'batches':
      return ['seeBatches'];
    case 'earlier':
      return ['seeEarlier'];
    case 'hours':
      return ['sendNow'];
    default:
      return assertNever(help);
  }
}

/** A file that is held is not tried again: a person sees why, and then decides. */
function againstHold({ error, errors, warnings }: Situation): Action[] {
  if (error === undefined) return [];
  const release: Action[] = [...seeFindings(errors, warnings), ...(errors > 0 ? [] : (['release'] as const))];
  // It is sent by itself, and sooner where a person wants the ledger to be asked now.
  if (awaitsTeam(error)) return release;
  switch (helpAgainst(error)) {
    case 'earlier':
      if (errors > 0) return [...seeFindings(errors, 0), 'seeEarlier'];
      return newLinesIn({ error }) > 0 ? ['correct', 'seeEarlier'] : ['seeEarlier'];
    case 'batches':
      return ['seeBatches'];
    case 'release':
      return release;
    default:
      return [];
  }
}

/** Of a file of which only some transactions went before, how many did not. */
export function newLinesIn({ error }: Pick<Situation, 'error'>): number {
  if (error?.code !== 'submission.ids-sent-before') return 0;
  const { lines, transactions } = error.params;
  return typeof lines === 'number' && typeof transactions === 'number' ? transactions - lines : 0;
}

/** Where there are errors, the way to correct them first. */
function seeFindings(errors: number, warnings: number): Action[] {
  if (errors > 0) return ['correct', 'seeErrors'];
  return warnings > 0 ? ['seeWarnings'] : [];
}

/** What is possible without a special reason. */
function usual(row: Situation): Action[] {
  const { state, paused, error, errors } = row;
  const { phase } = factsOf(state);
  if (state === 'held')
    return error !== undefined && (awaitsPerson(error) || awaitsTeam(error)) && errors === 0 ? [] : ['approve'];
  if (paused && phase !== 'ended') return ['resume'];
  // Other computers send it, whatever is paused here.
  return phase === 'sending' && row.isForTeam !== true ? ['pause'] : [];
}
