import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import type { LogFields, Logs } from '../../src-main/ground/logs/logs.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { QueueChange } from '../../src-main/send/queue-change.ts';
import { logPause, logQueue } from '../../src-main/send/queue-log.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { type Submission, submissionSchema } from '../../src-main/send/submission.ts';
import { AppError } from '../../src-shared/errors.ts';
import { batchStateNames } from '../../src-shared/states.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, at, batchId, occasion, sampleBatch, sampleSubmission, submissionIn } from './samples.ts';
import { startQueue } from './started-queue.ts';

type Line = Parameters<Logs['event']>;

const offline = new AppError('network.unreachable', { host: 'api.test', reason: 'nothing answers' }).toRecord();
const noSecret = new AppError('auth.no-secret', { connection: 'bank' }).toRecord();
const destination = 'https://api.test/x?key=hidden https://token.test client tenant/1';

/** What is written down of changes that are told one after another. */
function follow() {
  const lines: Line[] = [];
  const clock = new FakeClock();
  const listeners = new Set<(told: QueueChange) => void>();
  const queue = {
    subscribe: (listener: (told: QueueChange) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  logQueue(queue, { event: (...line) => lines.push(line) }, clock);
  const tell = (change: QueueChange) => {
    for (const listener of listeners) listener(change);
  };
  return { lines, clock, tell };
}

function linesOf(...changes: QueueChange[]): Line[] {
  const { lines, tell } = follow();
  for (const change of changes) tell(change);
  return lines;
}

const batch = (more: Partial<Batch> = {}) => sampleBatch(1, more);
const submission: Submission = submissionSchema.parse({ ...sampleSubmission(), id: 1 });
/** The step from one batch to another. */
const step = (
  before: Batch,
  after: Batch,
  cause: 'begin' | 'reserve-failed' | 'status' | 'abandoned-status',
  error = offline,
) => ({ kind: 'batch', batch: after, before, cause, ...(cause === 'reserve-failed' && { error }) }) as const;

describe('the log of a batch', () => {
  it('says what failed, how often it was tried, and when it is tried again', () => {
    const waiting = batch({ state: 'waiting', attempts: 2, failures: 3, notBefore: at + 8 * SECOND, error: offline });
    expect(linesOf(step(batch({ state: 'reserving' }), waiting, 'reserve-failed'))).toEqual([
      [
        'info',
        'batch.changed',
        {
          batch: 1,
          submission: 1,
          from: 'reserving',
          to: 'waiting',
          cause: 'reserve-failed',
          failedWith: 'network.unreachable',
          error: 'network.unreachable',
          attempts: 2,
          failures: 3,
          nextTryAt: '2026-01-05T09:00:08.000Z',
        },
      ],
    ]);
  });

  it('says until when the service is asked whether a batch arrived', () => {
    const delivery = { batchId: batchId(1), mayHaveArrived: true };
    const before = batch({ state: 'verifying', delivery });
    const asked = { ...before, verifyUntil: at + 2 * MINUTE };
    expect(linesOf(step(before, asked, 'begin'))).toMatchObject([
      ['info', 'batch.changed', { askedUntil: '2026-01-05T09:02:00.000Z', lastBlockLeft: true, batchId: batchId(1) }],
    ]);
  });

  it('takes the level from what the state means, in every state', () => {
    const levels = batchStateNames.map((state) => [
      state,
      linesOf({ kind: 'batch', batch: batch({ state }), cause: 'made' })[0]?.[0],
    ]);
    const loud = levels.filter(([, level]) => level !== 'info');
    expect(loud).toEqual([
      ['unknown', 'warn'],
      ['failed', 'error'],
      ['rejected', 'warn'],
      ['unreported', 'warn'],
      ['partially-accepted', 'warn'],
    ]);
  });

  it('is silent about a question that brought nothing new', () => {
    const before = batch({ state: 'processing', remoteState: 'IN_PROGRESS', polls: 3 });
    expect(linesOf(step(before, { ...before, polls: 4, notBefore: at }, 'status'))).toEqual([]);
  });

  it('thins out what happens again and again, and takes it up when it happens after a time', async () => {
    const { lines, clock, tell } = follow();
    const failure = () =>
      tell(step(batch({ state: 'reserving' }), batch({ state: 'waiting', error: offline }), 'reserve-failed'));
    for (let count = 0; count < 100; count++) failure();
    const times = () => lines.map(([, , fields]) => fields?.['times'] ?? 1);
    expect(times()).toEqual([1, 2, 4, 8, 16, 32, 64]);
    await clock.advance(11 * MINUTE);
    failure();
    expect(times().at(-1)).toBe(1);
  });

  it('says that an id is watched, what was learnt of it, and nothing when that was nothing', () => {
    const watched = { batchId: batchId(1), since: at, polls: 0, notBefore: at, isOver: false };
    const lost = batch({ abandoned: [batchId(1)], watched: [watched] });
    const asked = { ...lost, watched: [{ ...watched, polls: 1, notBefore: at + MINUTE }] };
    const arrived = {
      ...asked,
      watched: [{ ...watched, polls: 2, notBefore: at + MINUTE, remoteState: 'IN_PROGRESS', movedAt: at }],
    };
    const lines = linesOf(
      step(batch(), lost, 'begin'),
      step(lost, asked, 'abandoned-status'),
      step(asked, arrived, 'abandoned-status'),
    );
    expect(lines.filter(([, name]) => name.startsWith('id.'))).toEqual([
      ['info', 'id.watched', { batch: 1, submission: 1, batchId: batchId(1) }],
      [
        'warn',
        'id.learnt',
        {
          batch: 1,
          submission: 1,
          batchId: batchId(1),
          remoteState: 'IN_PROGRESS',
          hasArrived: true,
          isOver: false,
          nextQuestionAt: '2026-01-05T09:01:00.000Z',
        },
      ],
    ]);
  });
});

describe('the log of the queue', () => {
  it('says what a person did, and to how many batches', () => {
    expect(linesOf({ kind: 'action', action: 'cancel', submission: submission.id, batches: 12 })).toEqual([
      ['info', 'queue.action', { action: 'cancel', submission: 1, batches: 12 }],
    ]);
  });

  it('says why a submission is held, and not that its check has let go of it', () => {
    const error = new AppError('submission.sent-before', {
      id: 7,
      path: '/exports/day.jsonl',
      at: '5 Jan 2026',
      isOpen: 'no',
    }).toRecord();
    const held = submissionIn('held', { error });
    const told = (cause: 'held' | 'check-over') => ({ kind: 'submission', submission: held, cause }) as const;
    expect(linesOf(told('held'), told('check-over'))).toMatchObject([
      ['warn', 'submission.changed', { submission: 1, cause: 'held', stage: 'held', error: 'submission.sent-before' }],
    ]);
  });

  it('says once that a connection is held, and when it is released, without its addresses', () => {
    const hold = { kind: 'hold', connection: 'bank', destination, error: noSecret } as const;
    const lines = linesOf(hold, hold, { kind: 'hold-released', connection: 'bank', destination }, hold);
    expect(lines).toEqual([
      ['warn', 'connection.held', { connection: 'bank', error: 'auth.no-secret' }],
      ['info', 'connection.released', { connection: 'bank', error: 'auth.no-secret' }],
      ['warn', 'connection.held', { connection: 'bank', error: 'auth.no-secret' }],
    ]);
  });

  it('says of each of two connections to one destination that it is held', () => {
    const holds = ['bank', 'bank, other secret'].map(
      (connection) => ({ kind: 'hold', connection, destination, error: noSecret }) as const,
    );
    expect(linesOf(...holds)).toEqual([
      ['warn', 'connection.held', { connection: 'bank', error: 'auth.no-secret' }],
      ['warn', 'connection.held', { connection: 'bank, other secret', error: 'auth.no-secret' }],
    ]);
  });

  it('says until when a service is left alone', () => {
    const lines: Line[] = [];
    logPause({ event: (...line) => lines.push(line) }, 'service.paused', { connection: 'bank' }, at);
    expect(lines).toEqual([['info', 'service.paused', { connection: 'bank', until: '2026-01-05T09:00:00.000Z' }]]);
  });

  it('says that the queue stopped, and why', () => {
    const error = new AppError('disk.full', { folder: '/data' });
    expect(linesOf({ kind: 'stopped', error })).toMatchObject([['error', 'queue.stopped', { error: 'disk.full' }]]);
  });

  it('never has an address in it, whatever is told', () => {
    const sealed = batch({ state: 'uploading', delivery: { batchId: batchId(1), mayHaveArrived: false } });
    const text = JSON.stringify(
      linesOf(
        { kind: 'batch', batch: sealed, cause: 'reserved', before: batch() },
        { kind: 'submission', submission: { ...submission, destination }, cause: 'rebound' },
        { kind: 'hold', connection: 'bank', destination, error: noSecret },
      ),
    );
    expect(text).not.toMatch(/https:|hidden|token\.test|exports/);
  });
});

describe('a queue that waits', () => {
  const minutes = 10;

  async function linesOfMinutes(course: 'network-away' | 'well', count: number): Promise<Line[]> {
    const store = new QueueStore(temporaryFolder());
    const submission = store.addSubmission(sampleSubmission(), occasion);
    const ranges = Array.from({ length: count }, (_, index) => ({
      start: index * 100,
      end: (index + 1) * 100,
      lines: 10,
      sha256: 'a'.repeat(64),
    }));
    if (submission.stage !== 'approved') throw new Error('an approved submission expected');
    store.approve(submission, ranges, occasion);
    const { world, clock, queue } = startQueue(store, { uploads: 4 });
    const lines: Line[] = [];
    logQueue(queue, { event: (...line) => lines.push(line) }, clock);
    for (let passed = 0; passed < minutes * MINUTE; passed += 5 * SECOND) {
      for (let rounds = 0; world.pending > 0 && rounds < 4 * count; rounds++) {
        world.decide(0, course);
        await settle();
      }
      await clock.advance(5 * SECOND);
    }
    return lines;
  }

  it('writes a line for each time the number of vain tries has doubled, not one for each', async () => {
    const count = 2;
    const lines = await linesOfMinutes('network-away', count);
    const fields = lines.map(([, , line = {}]) => line as LogFields);
    expect(fields.every(({ to }) => to === 'reserving' || to === 'waiting')).toBe(true);
    // Each is tried every few seconds: at most 120 times, which is less than 2 to the power of 7.
    expect(lines.length).toBeLessThanOrEqual(count * 2 * 7);
    expect(lines.length).toBeGreaterThan(count * 2 * 4);
  });

  it('writes nothing more when all is done', async () => {
    const lines = await linesOfMinutes('well', 2);
    const last = lines.filter(([, name]) => name === 'batch.changed').map(([, , fields]) => fields?.['to']);
    expect(last.slice(-2)).toEqual(['processed', 'processed']);
    expect(lines.length).toBeLessThan(20);
  });
});

it('writes down what a person does in a real queue: pause, cancel, remove', async () => {
  const store = new QueueStore(temporaryFolder());
  const { submission: added } = approved(store, {});
  const { queue, clock } = startQueue(store, { uploads: 1 });
  const lines: Line[] = [];
  logQueue(queue, { event: (...line) => lines.push(line) }, clock);
  await settle();
  queue.actions.pause(added.id);
  queue.actions.cancel(added.id);
  await settle();
  queue.actions.remove(added.id);
  const actions = lines.filter(([, name]) => name === 'queue.action').map(([, , fields]) => fields?.['action']);
  expect(actions).toEqual(['pause', 'cancel', 'remove']);
  const cancelled = lines.filter(([, , fields]) => fields?.['cause'] === 'cancel');
  expect(cancelled.map(([, , fields]) => fields?.['to'])).toEqual(['cancelled', 'cancelled']);
});
