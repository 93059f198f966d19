import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { QueueProjection } from '../../src-main/actions/queue-projection.ts';
import type { QueueSnapshot, QueueState } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { queueChangeSchema } from '../../src-shared/queue-news-shapes.ts';
import { olderSubmissionsSchema, queueSnapshotSchema, queueStateSchema } from '../../src-shared/shapes.ts';
import { FakeClock } from '../fake-clock.ts';
import { batch, checked, QueueDouble, standing, submission } from '../shells/submissions.ts';

let clock: FakeClock;
let queue: QueueDouble;
let told: QueueState[];
let projection: QueueProjection;

function begin(): void {
  clock = new FakeClock();
  queue = new QueueDouble(clock);
  told = [];
  queue.put(standing(submission(1), [batch(1, 1)]), standing(submission(2), [batch(2, 2)]));
  projection = new QueueProjection({ queue, clock, tell: (change) => told.push(change) });
}

beforeEach(begin);

/** A projection of what the queue holds by now. */
function begunAgain(): { snapshot: QueueSnapshot } {
  projection = new QueueProjection({ queue, clock, tell: (change) => told.push(change) });
  return { snapshot: projection.snapshot() };
}

const touch = (id: number) => queue.tell({ kind: 'submission', submission: submission(id), cause: 'added' });
const idsOf = (change: Pick<QueueState, 'submissions'> | undefined) => change?.submissions.map(({ id }) => id);

describe('The projection of the queue', () => {
  it('The projection begins with all submissions and the number 0', () => {
    const { sequence, submissions } = projection.snapshot();
    expect([sequence, submissions.map(({ id }) => id)]).toEqual([0, [1, 2]]);
  });

  it('The projection reports a first change at once', async () => {
    touch(1);
    await clock.advance(0);
    expect(told.map(idsOf)).toEqual([[1]]);
  });

  it('The projection merges changes within a tenth of a second, with the latest version of each submission', async () => {
    touch(1);
    await clock.advance(0);
    for (let bytes = 10; bytes <= 50; bytes += 10) {
      const uploading = batch(2, 2, { state: 'uploading' });
      queue.put(standing(submission(2), [uploading]));
      queue.tell({
        kind: 'upload-progress',
        submission: uploading.submission,
        batch: uploading.number,
        sentBytes: bytes,
      });
    }
    await clock.advance(99);
    expect(told).toHaveLength(1);
    await clock.advance(1);
    expect(told[1]?.submissions.map(({ id, sent }) => [id, sent.bytes])).toEqual([[2, 50]]);
  });

  it('The projection tells every step with the rows to which it led, and knows what is still to be told', async () => {
    touch(1);
    queue.tell({ kind: 'batch', batch: batch(2, 2, { state: 'reserving' }), before: batch(2, 2), cause: 'begin' });
    queue.tell({ kind: 'batch', batch: batch(2, 2, { state: 'uploading' }), before: batch(2, 2), cause: 'begin' });
    expect(projection.hasNews).toBe(true);
    await clock.advance(0);
    expect(projection.hasNews).toBe(false);
    expect(told).toHaveLength(1);
    const [change] = told;
    expect(idsOf(change)).toEqual([1, 2]);
    expect(queueChangeSchema.parse(change)).toMatchObject({
      news: [
        { kind: 'submission', id: 1, stage: 'approved', check: { lines: 30, errors: 2, warnings: 1 } },
        { kind: 'batch', submission: 2, number: 2, bytes: 100, state: 'reserving' },
        { kind: 'batch', submission: 2, number: 2, bytes: 100, state: 'uploading' },
      ],
    });
  });

  it('The snapshot is what the contract says, and nothing else is in it', () => {
    const error = new AppError('network.unreachable', { host: 'bank.example', reason: 'refused' }).toRecord();
    const states = ['uploading', 'processing', 'failed', 'unknown', 'waiting'] as const;
    states.forEach((state, at) => {
      const id = at + 10;
      queue.put(standing(submission(id, { warning: error }), [batch(id, id, { state, error })]));
    });
    queue.put(standing(submission(3, { stage: 'checking', check: undefined }), []));
    const { snapshot } = begunAgain();
    expect(snapshot.submissions).toHaveLength(states.length + 3);
    expect(queueStateSchema.parse(snapshot)).toStrictEqual(snapshot);
  });

  it('Of many submissions, the snapshot has the latest hundred and those that move or need a person', () => {
    for (let id = 1; id <= 130; id++) {
      const state = id === 5 ? 'failed' : id === 9 ? 'uploading' : id === 11 ? 'cancelled' : 'processed';
      queue.put(standing(submission(id), [batch(id, id, { state, lines: checked.lines })]));
    }
    const { snapshot } = begunAgain();
    const { older, ...rest } = projection.snapshot();
    expect(older).toEqual({ before: 31, count: 28 });
    const latest = Array.from({ length: 100 }, (_, index) => 31 + index);
    expect(idsOf(rest)).toEqual([5, 9, ...latest]);
    expect(queueSnapshotSchema.parse(snapshot)).toStrictEqual(snapshot);
  });

  it('What the snapshot leaves out is told in pieces, the newest first, each submission once', () => {
    for (let id = 1; id <= 1300; id++) {
      const state = id % 100 === 7 ? 'rejected' : 'processed';
      queue.put(standing(submission(id), [batch(id, id, { state, lines: checked.lines })]));
    }
    const { snapshot } = begunAgain();
    const found: number[] = [];
    for (let before = snapshot.older?.before; before !== undefined; ) {
      const piece = projection.older(before);
      expect(olderSubmissionsSchema.parse(piece)).toStrictEqual(piece);
      expect(piece.submissions.length).toBeLessThanOrEqual(500);
      found.push(...piece.submissions.map(({ id }) => id));
      before = piece.before;
    }
    const missing = Array.from({ length: 1200 }, (_, index) => 1200 - index).filter((id) => id % 100 !== 7);
    expect(found).toEqual(missing);
    expect(snapshot.older?.count).toBe(missing.length);
  });

  it('The projection is silent while nothing changes', async () => {
    touch(1);
    await clock.advance(10_000);
    expect(told).toHaveLength(1);
  });

  it('A snapshot has the number of the last change reported', async () => {
    touch(1);
    await clock.advance(0);
    expect(projection.snapshot().sequence).toBe(told[0]?.sequence);
  });

  it('A new attempt starts from zero', async () => {
    const { submission: owner, number } = batch(1, 1);
    queue.tell({ kind: 'upload-progress', submission: owner, batch: number, sentBytes: 80 });
    queue.tell({ kind: 'batch', batch: batch(1, 1), cause: 'upload-failed' });
    queue.put(standing(submission(1), [batch(1, 1, { state: 'uploading' })]));
    queue.tell({ kind: 'batch', batch: batch(1, 1, { state: 'uploading' }), cause: 'begin' });
    await clock.advance(0);
    expect(told[0]?.submissions[0]?.sent.bytes).toBe(0);
  });

  it('The projection reports a hold, and its end, only for submissions of that connection bound to that destination', async () => {
    queue.put(standing(submission(3, { destination: 'elsewhere' }), [batch(3, 3)]));
    const error = new AppError('auth.no-secret', { connection: 'Bank' }).toRecord();
    const { connection, destination } = submission(1);
    queue.holds.set(destination, error);
    queue.tell({ kind: 'hold', connection, destination, error });
    await clock.advance(0);
    expect(told[0]?.submissions.map(({ id, error: shown }) => [id, shown?.code])).toEqual([
      [1, 'auth.no-secret'],
      [2, 'auth.no-secret'],
    ]);
    queue.holds.clear();
    queue.tell({ kind: 'hold-released', connection, destination });
    await clock.advance(100);
    expect(told[1]?.submissions.map(({ id, error: shown }) => [id, shown])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
  });

  it('The projection reports what stopped the whole queue, in changes and in snapshots, and when it works again', async () => {
    queue.tell({ kind: 'stopped', error: new AppError('disk.full', { folder: '/data' }) });
    await clock.advance(0);
    expect([told[0]?.stopped?.code, projection.snapshot().stopped?.code]).toEqual(['disk.full', 'disk.full']);
    queue.tell({ kind: 'going-on' });
    await clock.advance(100);
    expect(told[1]?.stopped).toBeUndefined();
  });

  it('The projection reports removed submissions once, without their rows', async () => {
    touch(1);
    queue.kept.delete(1);
    queue.tell({ kind: 'removed', submission: submission(1).id });
    touch(2);
    await clock.advance(100);
    touch(2);
    await clock.advance(100);
    expect(told.map(({ submissions, removed }) => [submissions.map(({ id }) => id), removed])).toEqual([
      [[2], [1]],
      [[2], []],
    ]);
  });

  it('says nothing of a removed submission when the service still speaks of an id of it', async () => {
    queue.kept.delete(1);
    queue.tell({ kind: 'removed', submission: submission(1).id });
    await clock.advance(100);
    queue.tell({ kind: 'batch', batch: batch(1, 1), cause: 'abandoned-status' });
    await clock.advance(100);
    expect(told.at(-1)?.submissions).toEqual([]);
  });

  it('does not tell that something was removed which has come back', async () => {
    touch(1);
    queue.tell({ kind: 'removed', submission: submission(1).id });
    touch(1);
    await clock.advance(100);
    expect(told.at(-1)).toMatchObject({ submissions: [{ id: 1 }], removed: [] });
  });

  it("The projection reports a submission's speed, and clears it when nothing moves any more", async () => {
    const sending = batch(1, 1, { state: 'uploading', end: 2_000_000 });
    queue.put(standing(submission(1), [sending]));
    for (let second = 0; second <= 10; second++) {
      queue.tell({
        kind: 'upload-progress',
        submission: sending.submission,
        batch: sending.number,
        sentBytes: second * 100_000,
      });
      await clock.advance(1000);
    }
    expect(told.at(-1)?.submissions[0]?.speed).toEqual({ bytesPerSecond: 100_000, remainingMs: expect.any(Number) });
    queue.put(standing(submission(1), [{ ...sending, state: 'verifying' }]));
    queue.tell({ kind: 'batch', batch: { ...sending, state: 'verifying' }, cause: 'upload-failed' });
    await clock.advance(1000);
    expect(told.at(-1)?.submissions[0]?.speed).toBeUndefined();
  });

  it('The projection is silent after it was closed, even about pending changes', async () => {
    touch(1);
    projection.close();
    await clock.advance(1_000);
    expect([told, queue.listeners.size]).toEqual([[], 0]);
  });

  it('The projection reports at most ten times a second, skips no number and forgets no submission', async () => {
    const happenings = fc.array(fc.record({ id: fc.constantFrom(1, 2), pause: fc.nat(150) }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(happenings, async (all) => {
        begin();
        const times: number[] = [];
        projection.close();
        projection = new QueueProjection({
          queue,
          clock,
          tell: (change) => {
            told.push(change);
            times.push(clock.now());
          },
        });
        for (const { id, pause } of all) {
          touch(id);
          await clock.advance(pause);
        }
        await clock.advance(100);
        expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 100)).toBe(true);
        expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
        expect(new Set(told.flatMap(idsOf))).toEqual(new Set(all.map(({ id }) => id)));
      }),
      { numRuns: 50 },
    );
  });
});
