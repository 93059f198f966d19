/** @file What a command follows of the queue, and when it waits no longer; the queue and its projection are as in an app. */

import { Writable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { callsTo } from '../../../src-main/actions/calls.ts';
import { QueueProjection } from '../../../src-main/actions/queue-projection.ts';
import type { Batch, BatchState } from '../../../src-main/send/batch.ts';
import { Following } from '../../../src-main/shells/cli/follow.ts';
import { Output } from '../../../src-main/shells/cli/output.ts';
import type { QueueSituation } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { batch, batchId, QueueDouble, standing, submission } from '../submissions.ts';

let clock: FakeClock;
let queue: QueueDouble;
let projection: QueueProjection;
let following: Following;
let said: string;
let situation: QueueSituation;
let interruption: AbortController;

beforeEach(() => {
  clock = new FakeClock();
  queue = new QueueDouble(clock);
  said = '';
  situation = { state: 'wait', isOnHold: false };
  interruption = new AbortController();
  const stdout = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      said += bytes.toString();
      done();
    },
  });
  const output = new Output({ json: true, stdout, stderr: stdout });
  following = new Following({ output, clock, interrupted: interruption.signal });
  projection = new QueueProjection({ queue, clock, tell: (change) => following.tell('queue.changed', change) });
});

const events = () =>
  said
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Begins, and returns what is asked about at the end. */
async function begin(ids?: Parameters<Following['begin']>[1], holder?: string) {
  const named: string[] = [];
  const call = callsTo({
    'queue.snapshot': () => projection.snapshot(),
    'queue.watch': () => {},
    'queue.situation': () => situation,
    'queue.named': (asked) => {
      named.push(...asked.ids);
      return asked.ids.map(() => null);
    },
  });
  await following.begin({ holder, call }, ids);
  return {
    followed: async () => {
      await following.conclude({ kind: 'finished' });
      return named.map(Number);
    },
  };
}

function put(id: number, states: BatchState[] = [], change: object = {}, ofBatch: Partial<Batch> = {}): void {
  const batches = states.map((state, at) => batch(id * 10 + at, id, { state, ...ofBatch }));
  queue.put(standing(submission(id, change), batches));
}

const touch = (id: number, change: object = {}) =>
  queue.tell({ kind: 'submission', submission: submission(id, change), cause: 'added' });

describe('without ids, a command follows', () => {
  it('what had not ended before, what waits for a decision or a report, and what comes', async () => {
    put(1, ['failed']);
    put(2, [], { stage: 'cancelled' });
    put(3, [], { stage: 'held', ranges: [] });
    put(4, ['waiting']);
    put(5, ['rejected'], {}, { report: 'wanted' });
    const { followed } = await begin();
    put(6, ['processed']);
    touch(6);
    // What had ended is brought up again.
    put(1, ['waiting']);
    touch(1);
    touch(2, { stage: 'cancelled' });
    await clock.advance(100);
    expect(await followed()).toEqual([1, 3, 4, 5, 6]);
    expect(events().map(({ id }) => id)).toEqual([6, 1]);
  });
});

describe('with ids, a command', () => {
  it('tells also what has happened to them before it knew them, and nothing of others', async () => {
    put(1, ['waiting']);
    put(2, ['waiting']);
    touch(1);
    touch(2);
    await clock.advance(0);
    const { followed } = await begin([submission(2).id]);
    expect(events()).toMatchObject([{ event: 'submission', id: 2, stage: 'approved' }]);
    expect(await followed()).toEqual([2]);
    expect(following.openBefore).toEqual([1]);
  });
});

it('Each step of a batch is told, though a window hears of several at once', async () => {
  put(1, ['waiting']);
  await begin();
  const steps = ['reserving', 'uploading', 'processing'] as const;
  let before = batch(10, 1);
  for (const state of steps) {
    const now = { ...before, state, delivery: { batchId, mayHaveArrived: true } };
    queue.tell({ kind: 'batch', batch: now, before, cause: 'begin' });
    before = now;
  }
  await clock.advance(100);
  expect(events().map(({ state }) => state)).toEqual(steps);
});

it('Trouble that an earlier run has left behind is told once it comes again', async () => {
  put(1, ['waiting']);
  await begin();
  const error = new AppError('network.unreachable', { host: 'bank.example', reason: 'refused' }).toRecord();
  const left = batch(10, 1, { error, failures: 1 });
  queue.tell({ kind: 'batch', batch: left, before: left, cause: 'restarted' });
  await clock.advance(100);
  expect(events().filter(({ event }) => event === 'trouble')).toEqual([]);
  queue.tell({ kind: 'batch', batch: { ...left, failures: 2 }, before: left, cause: 'begin' });
  await clock.advance(100);
  expect(events().filter(({ event }) => event === 'trouble')).toMatchObject([{ code: 'network.unreachable' }]);
});

it('What is wrong with a connection is told as that, and not of each of its batches', async () => {
  put(1, ['waiting']);
  await begin();
  const error = new AppError('auth.forbidden', { endpoint: 'batches' }).toRecord();
  const { connection, destination } = submission(1);
  queue.tell({ kind: 'batch', batch: batch(10, 1, { error }), before: batch(10, 1), cause: 'begin' });
  queue.tell({ kind: 'hold', connection, destination, error });
  await clock.advance(100);
  const troubles = events().filter(({ event }) => event === 'trouble');
  expect(troubles.map(({ whose }) => whose)).toEqual([`connection ${connection}`]);
});

describe('a command that waits', () => {
  const full = new AppError('disk.full', { folder: '/data' }).toRecord();
  const damaged = new AppError('queue.damaged', { path: '/data/queue.db', reason: 'malformed' }).toRecord();
  const forEver = { waitFor: 'final', patient: true, isMoreToCome: () => true } as const;

  it('waits as long as the app says so', async () => {
    await begin();
    const ending = following.until({ waitFor: 'final' });
    await clock.advance(60_000);
    situation = { state: 'needs-person', isOnHold: true };
    await clock.advance(1000);
    expect(await ending).toEqual({ kind: 'needs-person' });
    expect(await following.conclude({ kind: 'needs-person' })).toMatchObject({ onHold: true });
  });

  it('and is patient, waits for a host, for other desks, and for room on the disk', async () => {
    await begin();
    const ending = following.until({ waitFor: 'final', patient: true });
    for (const state of ['unreachable', 'elsewhere', 'stopped'] as const) {
      situation = { state, isOnHold: false, ...(state === 'stopped' && { stopped: full }) };
      await clock.advance(2000);
    }
    situation = { state: 'finished', isOnHold: false };
    await clock.advance(1000);
    expect(await ending).toEqual({ kind: 'finished' });
  });

  describe('for sending hours', () => {
    const hour = 3_600_000;
    const until = (at: number): QueueSituation => ({
      state: 'hours',
      isOnHold: false,
      waits: [{ kind: 'hours', connection: 'Nordbank', files: 1, until: at }],
    });
    const told = () => events().filter(({ event }) => event === 'waits');

    it('ends at once where they are far, and knows when they begin', async () => {
      await begin();
      situation = until(clock.now() + 9 * hour);
      const ending = following.until({ waitFor: 'settled' });
      await clock.advance(1000);
      expect(await ending).toEqual({ kind: 'hours' });
      expect(await following.conclude(await ending)).toMatchObject({ hours: situation.waits });
    });

    it.each([
      ['they begin within minutes', 60_000, {}],
      ['it may take until then', 9 * hour, { timeout: 10 * hour }],
      ['it is patient', 9 * hour, { patient: true }],
    ])('waits where %s, and says once until when', async (_why, away, how) => {
      await begin();
      const begins = clock.now() + away;
      situation = until(begins);
      const ending = following.until({ waitFor: 'settled', ...how });
      await clock.advance(5000);
      expect(told()).toMatchObject([{ connection: 'Nordbank', until: new Date(begins).toISOString() }]);
      situation = { state: 'finished', isOnHold: false };
      await clock.advance(1000);
      expect(await ending).toEqual({ kind: 'finished' });
    });
  });

  it('for what may come at any time, ends where the queue itself cannot continue', async () => {
    await begin();
    const ending = following.until(forEver);
    for (const stopped of [undefined, full, damaged]) {
      situation = { state: 'finished', isOnHold: false, ...(stopped && { stopped }) };
      await clock.advance(1000);
    }
    expect(await ending).toEqual({ kind: 'stopped', error: damaged });
  });

  it('ends when it is interrupted, or its time is over', async () => {
    await begin();
    const ending = following.until({ ...forEver, timeout: 5000 });
    await clock.advance(5000);
    expect(await ending).toEqual({ kind: 'timed-out' });
    const next = following.until(forEver);
    interruption.abort();
    expect(await next).toEqual({ kind: 'interrupted' });
  });
});
