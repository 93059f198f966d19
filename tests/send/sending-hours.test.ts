/** @file What waits for the sending hours of its connection, why, and what does not wait. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src-main/ground/clock.ts';
import { HoursGate } from '../../src-main/send/hours-gate.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { QueueView } from '../../src-main/send/view/queue-view.ts';
import { describeError } from '../../src-shared/errors.ts';
import { type SendingRules, unruled } from '../../src-shared/sending-hours.ts';
import { hoursFromText } from '../../src-shared/sending-text.ts';
import { waitInWords } from '../../src-shared/wait-words.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, occasion, ranges, sampleBatch, submissionIn } from './samples.ts';
import { startQueue } from './started-queue.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'UTC';
});
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const rules = (text: string): SendingRules => ({ ...unruled, ...hoursFromText(text) });

/** Monday, 9:00; one submission of two batches. */
function started(first: SendingRules) {
  const store = new QueueStore(temporaryFolder());
  const { submission } = approved(store);
  let now = first;
  const world = startQueue(store, { uploads: 2, sendingRules: () => now });
  const view = new QueueView({ queue: world.queue, clock: world.clock, onChange: () => {} });
  const choose = (next: SendingRules) => {
    now = next;
    world.queue.refresh();
  };
  return { ...world, store, id: submission.id, view, choose };
}

describe('Outside of the sending hours', () => {
  it('nothing is begun, and the row and its connection say until when; then it goes by itself', async () => {
    const { queue, world, clock, view, id } = started(rules('night'));
    await settle();
    expect(world.pending).toBe(0);
    const { error } = view.of(id);
    expect(error).toMatchObject({ code: 'hours.closed', retryable: true });
    expect(error && describeError(error).detail).toBe('Sending hours begin at 20:00.');
    const [wait] = queue.waits.ofConnections();
    expect(wait).toMatchObject({ kind: 'hours', files: 1, until: clock.now() + 11 * HOUR });
    expect(wait && waitInWords(wait, clock.now())).toBe('1 file waits for the sending hours at 20:00');
    expect(queue.later()).toMatchObject([
      { at: clock.now() + 11 * HOUR, outlastsRestart: true },
      { at: clock.now() + 11 * HOUR },
    ]);

    await clock.advance(11 * HOUR - 1);
    expect(world.pending).toBe(0);
    await clock.advance(1);
    expect(world.pending).toBe(2);
    expect(view.of(id).error).toBeUndefined();
    expect(queue.waits.ofConnections()).toEqual([]);
  });

  it('what was sent is followed to its end, and what has begun is sent to its end', async () => {
    const { queue, world, clock, id } = started(rules('mon 08:00-09:30'));
    await settle();
    // Both have an address when the hours end.
    world.decide(0, 'well');
    world.decide(0, 'well');
    await clock.advance(HOUR);
    await settle();
    expect(queue.standing(id).counts.uploading).toBe(2);
    for (let step = 0; step < 30 && queue.standing(id).state !== 'processed'; step += 1) {
      while (world.pending > 0) world.decide(0, 'well');
      await clock.advance(MINUTE);
    }
    expect(queue.standing(id).state).toBe('processed');
  });

  it('a person sends it now, this once, and the history keeps that', async () => {
    const { queue, world, store, id } = started(rules('night'));
    await settle();
    expect(queue.actions.sendNow(id)).toEqual({ done: true, batches: 2 });
    await settle();
    expect(world.pending).toBe(2);
    expect(queue.waits.ofConnections()).toEqual([]);
    expect(store.history(id).map(({ kind }) => kind)).toContain('sent-now');
    expect(store.submission(id)).toMatchObject({ sendsNow: true });
  });

  it.each(['checking', 'held'] as const)('a person who adds it sends it now, also where it is %s by then', (stage) => {
    const store = new QueueStore(temporaryFolder());
    const add = (more: object) => {
      const { id: _, ...added } = submissionIn(stage, { ranges, ...more });
      return store.addSubmission(added, occasion).id;
    };
    const [id, onlyChecked] = [add({}), add({ connection: '', destination: '' })];
    const { queue } = startQueue(store, { uploads: 1, sendingRules: () => rules('night') });
    expect(queue.actions.sendNow(id)).toEqual({ done: true, batches: 0 });
    expect(store.submission(id)).toMatchObject({ stage, sendsNow: true });
    expect(queue.actions.sendNow(onlyChecked)).toMatchObject({ done: false, reason: stage });
  });

  it('what a person sends now while it is held goes at once when it is approved', async () => {
    const store = new QueueStore(temporaryFolder());
    const { id: _, ...held } = submissionIn('held', { ranges });
    const { id } = store.addSubmission(held, occasion);
    const { queue, world } = startQueue(store, { uploads: 2, sendingRules: () => rules('night') });
    queue.actions.sendNow(id);
    await queue.actions.approve(id, 'urgent');
    await settle();
    expect(world.pending).toBeGreaterThan(0);
    expect(queue.waits.ofConnections()).toEqual([]);
  });

  it('other hours hold at once', async () => {
    const { world, choose, view, id } = started(rules('night'));
    await settle();
    choose(rules('office'));
    await settle();
    expect(world.pending).toBe(2);
    expect(view.of(id).error).toBeUndefined();
  });

  it('what is paused says that it is paused', async () => {
    const { queue, view, id } = started(rules('night'));
    await settle();
    queue.actions.pause(id);
    expect(view.of(id)).toMatchObject({ state: 'paused', error: undefined });
    expect(queue.waits.ofConnections()).toEqual([]);
  });
});

describe('An upload that takes longer than the hours left', () => {
  const bytes = { start: 0, end: 3_000_000_000 };
  const batch = sampleBatch(1, bytes);
  const submission = submissionIn('approved');

  function gate(text: string, at: string, { speed, measured }: { speed?: number; measured?: number } = {}) {
    const clock = new FakeClock(Date.parse(at));
    let lately = speed;
    const hours = new HoursGate({
      clock,
      sendingRules: () => rules(text),
      bytesPerSecond: () => lately,
      measuredSpeed: () => measured,
    });
    const forget = () => {
      lately = undefined;
    };
    const words = () => {
      const held = hours.of(submission.id).get(batch.number);
      return held && describeError(held.reason).detail;
    };
    return { hours, clock, forget, words };
  }

  it('waits for the next ones, with the reason', () => {
    // 50 minutes.
    const { hours, words } = gate('office', '2026-11-24T17:20:00Z', { speed: 1_000_000 });
    expect(hours.pauseOf(batch, submission)).toBe(14 * HOUR + 40 * MINUTE);
    expect(words()).toBe(
      'Is sent on Wed 25 Nov at 08:00: this upload takes about 50 minutes, and sending hours end at 18:00.',
    );
  });

  it('is told by earlier days where no upload has moved yet, and goes where nothing at all is known', () => {
    expect(gate('office', '2026-11-24T17:20:00Z', { measured: 1_000_000 }).hours.pauseOf(batch, submission)).not.toBe(
      0,
    );
    expect(gate('office', '2026-11-24T17:20:00Z').hours.pauseOf(batch, submission)).toBe(0);
  });

  it('still waits when no upload has moved for a while', () => {
    const { hours, forget } = gate('office', '2026-11-24T17:20:00Z', { speed: 1_000_000 });
    hours.pauseOf(batch, submission);
    forget();
    expect(hours.pauseOf(batch, submission)).toBe(14 * HOUR + 40 * MINUTE);
  });

  it('passes over hours that are too short for it', () => {
    const { hours, words } = gate('tue 20:00-20:30, wed 20:00-22:00', '2026-11-24T17:20:00Z', { speed: 1_000_000 });
    hours.pauseOf(batch, submission);
    expect(words()).toBe(
      'Is sent on Wed 25 Nov at 20:00: this upload takes about 50 minutes, longer than the sending hours before that.',
    );
  });

  it('needs a person where none are long enough', () => {
    const { hours, words } = gate('every-day 20:00-20:30', '2026-11-24T17:20:00Z', { speed: 1_000_000 });
    expect(hours.pauseOf(batch, submission)).toBe(Number.POSITIVE_INFINITY);
    expect(hours.needsPerson(batch)).toBe(true);
    expect(words()).toBe('This upload takes about 50 minutes, and no sending hours are that long.');
  });
});
