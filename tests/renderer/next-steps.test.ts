import { describe, expect, it } from 'vitest';
import {
  type Action,
  fitFor,
  isWay,
  nextActions,
  nextSteps,
  shownActions,
} from '../../src-renderer/steps/next-steps.ts';
import { actionWords } from '../../src-renderer/texts/steps.ts';
import { noLines } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { describeError, type ErrorCode, errorCodes } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/needs-reason.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { sample } from '../shared/error-samples.ts';
import { row } from '../shells/rows.ts';

const plain = { paused: false, errors: 0, warnings: 0, failedBatches: 0, unknownBatches: 0 };
const actionsOf = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}) =>
  nextActions({ state, ...plain, ...more });

const record = (code: ErrorCode) => ({
  code,
  params: sample,
  retryable: describeError({ code, params: sample }).retryable,
});

describe('What is shown while a submission is tried again', () => {
  const shown = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}) =>
    shownActions({ state, ...plain, error: record('service.unavailable'), ...more });

  it('keeps “Try now” in its place, so that a second click does not pause it', () => {
    expect(shown('waiting')).toEqual(['tryNow', 'pause', 'cancel']);
    expect(shown('reserving')).toEqual(['tryNow', 'pause', 'cancel']);
    expect(actionsOf('reserving', { error: record('service.unavailable') })).toEqual(['pause', 'cancel']);
  });

  it('is nothing more where it is paused, or was never in trouble', () => {
    expect(shown('reserving', { paused: true })).toEqual(['resume', 'cancel']);
    expect(shownActions({ state: 'reserving', ...plain })).toEqual(['pause', 'cancel']);
  });
});

describe('The next actions', () => {
  it.each([
    ['checking', ['cancel']],
    ['held', ['approve', 'cancel']],
    ['waiting', ['pause', 'cancel']],
    ['uploading', ['pause', 'cancel']],
    ['verifying', ['pause', 'cancel']],
    ['unknown', ['seeBatches', 'retry', 'cancel']],
    ['processing', ['cancel']],
    ['processed', ['remove']],
    ['corrected', ['remove']],
    ['rejected', ['readReport', 'remove']],
    ['failed', ['retry', 'remove']],
    ['cancelled', ['retry', 'remove']],
    ['check-failed', ['retry', 'remove']],
  ] as const)('The next actions on a submission that is %s are %j', (state, actions) => {
    expect(actionsOf(state)).toEqual(actions);
  });

  it('lead from rejected lines to their correction first', () => {
    const account = { ...noLines(), accepted: 17_753, rejected: 2247 };
    expect(actionsOf('partially-accepted', { account })).toEqual(['correct', 'readReport', 'remove']);
    expect(actionsOf('rejected', { account: { ...noLines(), rejected: 10 } })[0]).toBe('correct');
    expect(actionsOf('failed', { account })).toEqual(['retry', 'correct', 'remove']);
    expect(actionWords('correct', { state: 'partially-accepted', account }).label).toBe('Correct 2,247 rejected lines');
  });

  it('ask for the report again where it is missing', () => {
    const account = { ...noLines(), unknown: 10 };
    expect(actionsOf('unreported', { account })).toEqual(['retry', 'remove']);
    expect(actionWords('retry', { state: 'unreported', account }).label).toBe('Ask for the report again');
    expect(actionWords('retry', { state: 'failed' }).label).toBe('Try again');
  });

  it('do not include a pause where other computers of the team send', () => {
    expect(actionsOf('uploading', { isForTeam: true })).toEqual(['cancel']);
  });

  it.each<[ErrorCode, Action]>([
    ['auth.refused', 'renewSecret'],
    ['auth.no-secret', 'renewSecret'],
    ['secret.unreadable', 'renewSecret'],
    ['secret.moved', 'renewSecret'],
    ['auth.token-rejected', 'openConnection'],
    ['auth.forbidden', 'tryNow'],
    ['certificate.expired', 'openConnection'],
    ['connection.unconfirmed', 'openConnection'],
    ['service.not-found', 'openConnection'],
    ['network.untrusted', 'openNetwork'],
    ['network.proxy-credentials', 'openNetwork'],
    ['network.unconfirmed', 'openNetwork'],
    ['network.identity-wanted', 'openConnection'],
    ['upload.other-host', 'allowHost'],
    ['upload.unconfirmed-host', 'allowHost'],
    ['upload.host-refused', 'openConnection'],
    ['hours.closed', 'sendNow'],
    ['hours.end-first', 'sendNow'],
    ['hours.too-short', 'sendNow'],
    ['hours.never', 'sendNow'],
    ['network.unreachable', 'tryNow'],
    ['network.cut', 'tryNow'],
    ['service.unavailable', 'tryNow'],
    ['service.rate-limited', 'tryNow'],
    ['service.token-not-accepted', 'tryNow'],
    ['upload.busy', 'tryNow'],
    ['upload.declined', 'tryNow'],
    ['secret.store-closed', 'tryNow'],
    ['file.locked', 'tryNow'],
    ['file.unreachable', 'tryNow'],
  ])('What waits because of %s is helped first by %s', (code, action) => {
    expect(actionsOf('waiting', { error: record(code) })[0]).toBe(action);
  });

  it('A sign-in that is refused can be tried again once the secret is renewed', () => {
    expect(actionsOf('waiting', { error: record('auth.refused') })).toEqual([
      'renewSecret',
      'tryNow',
      'pause',
      'cancel',
    ]);
  });

  it('A held file that needs a reason is offered only the step that asks for one', () => {
    const codes = errorCodes.filter((code) => needsReason({ code }));
    const offered = (code: ErrorCode) => actionsOf('held', { error: record(code) });
    expect(codes.length).toBeGreaterThan(3);
    expect(codes.filter((code) => offered(code).includes('release') || !offered(code).includes('approve'))).toEqual([]);
  });

  it('A held file with errors is corrected first, then its errors are seen, and it is sent with them only after that', () => {
    expect(actionsOf('held', { errors: 3 })).toEqual(['correct', 'seeErrors', 'approve', 'cancel']);
    expect(actionsOf('held', { errors: 3, error: record('submission.sent-before') })).toEqual([
      'correct',
      'seeErrors',
      'seeEarlier',
      'approve',
      'cancel',
    ]);
  });

  it('A file that was sent before leads to the earlier one first', () => {
    expect(actionsOf('held', { error: record('submission.sent-before') })).toEqual(['seeEarlier', 'approve', 'cancel']);
  });

  it('A file of a watched folder is released; with warnings they are seen first, with errors it is sent despite them', () => {
    const error = record('submission.awaits-release');
    expect(actionsOf('held', { error })).toEqual(['release', 'cancel']);
    expect(actionsOf('held', { error, warnings: 2 })).toEqual(['seeWarnings', 'release', 'cancel']);
    expect(actionsOf('held', { error, errors: 1 })).toEqual(['correct', 'seeErrors', 'approve', 'cancel']);
  });

  it('A paused submission can be resumed', () => {
    expect(actionsOf('paused', { paused: true })).toEqual(['resume', 'cancel']);
    expect(actionsOf('paused', { paused: true, error: record('service.unavailable') })[0]).toBe('resume');
  });

  it('A submission that is about to pause but still moves can be resumed', () => {
    expect(actionsOf('uploading', { paused: true })).toEqual(['resume', 'cancel']);
  });

  it('Failed batches are tried again first, although others still move', () => {
    expect(actionsOf('uploading', { failedBatches: 2 })).toEqual(['retry', 'pause', 'cancel']);
  });

  it('A refused batch leads to its report, although others still move', () => {
    expect(actionsOf('uploading', { error: record('batch.refused') })[0]).toBe('readReport');
  });

  it('An ended submission cannot be resumed', () => {
    expect(actionsOf('processed', { paused: true })).toEqual(['remove']);
  });

  it('A step for several submissions applies only to some of them', () => {
    const rows = [row(1, { state: 'uploading' }), row(2, { state: 'processed' }), row(3)];
    expect(fitFor('pause', rows).map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('In every state, with every error', () => {
  const any = row(1);
  const counts = [0, 2];
  const situations = submissionStateNames.flatMap((state) =>
    [undefined, ...errorCodes.map(record)].flatMap((error) =>
      [false, true].flatMap((paused) =>
        counts.flatMap((errors) =>
          counts.flatMap((failedBatches) =>
            counts.map(
              (unknownBatches): SubmissionRow => ({
                ...any,
                state,
                paused,
                errors,
                warnings: 0,
                failedBatches,
                unknownBatches,
                ...(error !== undefined && { error }),
              }),
            ),
          ),
        ),
      ),
    ),
  );
  const failing = (isWrong: (row: SubmissionRow, actions: readonly Action[]) => boolean) =>
    situations
      .filter((situation) => isWrong(situation, nextActions(situation)))
      .map(({ state, error, paused, failedBatches }) => ({ state, code: error?.code, paused, failedBatches }))
      .slice(0, 5);

  it('what needs a person has an action that helps before any that ends or delays it', () => {
    const endsOrDelays: readonly (Action | undefined)[] = ['remove', 'cancel', 'pause', undefined];
    expect(failing((situation, [first]) => groupOf(situation) === 'needs' && endsOrDelays.includes(first))).toEqual([]);
  });

  it('what waits for something that passes can be tried now', () => {
    const waits = ({ state, paused, error }: SubmissionRow) =>
      ['waiting', 'verifying', 'processing'].includes(state) && !paused && error?.retryable === true;
    const now = ({ error }: SubmissionRow) => (error?.code.startsWith('hours.') === true ? 'sendNow' : 'tryNow');
    expect(
      failing((situation, [first]) => waits(situation) && ![now(situation), 'retry'].includes(first ?? '')),
    ).toEqual([]);
  });

  it('no action is offered twice, and to cancel or to remove it comes last and only there', () => {
    const isEnd = (action: Action) => action === 'remove' || action === 'cancel';
    expect(failing((_situation, actions) => new Set(actions).size < actions.length)).toEqual([]);
    expect(failing((_situation, actions) => actions.findIndex(isEnd) !== actions.length - 1)).toEqual([]);
  });

  it('what is held is not sent by the first action, if there is anything to look at', () => {
    const sends: readonly (Action | undefined)[] = ['approve', 'release'];
    expect(failing(({ state, errors }, [first]) => state === 'held' && errors > 0 && sends.includes(first))).toEqual(
      [],
    );
  });

  it('nothing can be paused and resumed at once, and the steps are those actions that lead nowhere else', () => {
    expect(failing((_situation, actions) => actions.includes('pause') && actions.includes('resume'))).toEqual([]);
    expect(
      failing((situation, actions) => nextSteps(situation).length !== actions.filter((one) => !isWay(one)).length),
    ).toEqual([]);
  });
});

it('where lines are at the service twice, its batch ids are what a person needs first', () => {
  expect(actionsOf('processed', { doubled: { batches: 1, lines: 10 } })[0]).toBe('seeBatches');
});
