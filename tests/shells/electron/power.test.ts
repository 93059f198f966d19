/** @file Sleep and waking, as the system tells them and as it does not. */

import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { HOUR, SECOND } from '../../../src-main/ground/clock.ts';
import type { Queue, QueueSituation } from '../../../src-main/send/queue.ts';
import { keepAwake, pauseDuringSleep } from '../../../src-main/shells/electron/power.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock, settle } from '../../fake-clock.ts';

describe('The computer stays awake', () => {
  it('The computer stays awake from the first movement to the last', () => {
    const blocker = { start: vi.fn(() => 7), stop: vi.fn() };
    const stayAwake = keepAwake(blocker);
    for (const isNeeded of [false, true, true, false, false]) stayAwake(isNeeded);
    expect([blocker.start.mock.calls, blocker.stop.mock.calls]).toEqual([[['prevent-app-suspension']], [[7]]]);
  });

  it('The computer stays awake again when something moves again', () => {
    const blocker = { start: vi.fn(() => 0), stop: vi.fn() };
    const stayAwake = keepAwake(blocker);
    for (const isNeeded of [true, false, true]) stayAwake(isNeeded);
    expect([blocker.start.mock.calls.length, blocker.stop.mock.calls.length]).toEqual([2, 1]);
  });
});

function sleeping(stopped?: QueueSituation['stopped']) {
  const monitor = new EventEmitter();
  const calls: string[] = [];
  const noted: string[] = [];
  let ends = Promise.withResolvers<void>();
  const queue = {
    start: () => void calls.push('start'),
    stop: () => {
      calls.push('stop');
      ends = Promise.withResolvers<void>();
      return ends.promise;
    },
    // Only the standstill of the situation is used.
    situation: () => ({ stopped }) as ReturnType<Queue['situation']>,
  };
  const clock = new FakeClock();
  const note = (event: string) => void noted.push(event);
  const end = pauseDuringSleep({ monitor, queue, clock, note });
  const say = async (event: 'suspend' | 'resume') => {
    monitor.emit(event);
    await settle();
  };
  const stopEnds = async () => {
    ends.resolve();
    await settle();
  };
  return { calls, noted, clock, end, say, stopEnds };
}

describe('The queue and the sleep of the computer', () => {
  it('The queue stops before sleep, and starts afterwards', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await stopEnds();
    await say('resume');
    expect(calls).toEqual(['stop', 'start']);
  });

  it('The queue starts after sleep only when its stop has ended', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('resume');
    expect(calls).toEqual(['stop']);
    await stopEnds();
    expect(calls).toEqual(['stop', 'start']);
  });

  it('The queue does not start for a wake-up that was over before the stop had ended', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('resume');
    await say('suspend');
    await stopEnds();
    expect(calls).toEqual(['stop']);
  });

  it('The queue stops once for repeated signs of sleep', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('suspend');
    await stopEnds();
    expect(calls).toEqual(['stop']);
  });

  it('The queue does not start when a computer wakes up that never slept', async () => {
    const { calls, say } = sleeping();
    await say('resume');
    expect(calls).toEqual([]);
  });

  it('A queue at a standstill is not changed by sleep', async () => {
    const { calls, say } = sleeping({ error: new AppError('disk.full', { folder: '/data' }), since: 0 });
    await say('suspend');
    await say('resume');
    expect(calls).toEqual([]);
  });

  it('The queue does not start any more once the app ends', async () => {
    const { calls, end, say, stopEnds } = sleeping();
    await say('suspend');
    const ended = end();
    await say('resume');
    await stopEnds();
    await ended;
    expect(calls).toEqual(['stop']);
  });

  it('The queue goes on where the computer stays awake although it said that it would sleep', async () => {
    const { calls, noted, clock, say, stopEnds } = sleeping();
    await say('suspend');
    await stopEnds();
    await clock.advance(110 * SECOND);
    expect(calls).toEqual(['stop']);
    await clock.advance(10 * SECOND);
    expect([calls, noted]).toEqual([
      ['stop', 'start'],
      ['suspend', 'awake'],
    ]);
  });

  it('The queue stays stopped while the computer wakes up for moments of its own', async () => {
    const { calls, clock, say, stopEnds } = sleeping();
    await say('suspend');
    await stopEnds();
    for (const _ of [1, 2, 3]) {
      await clock.advance(50 * SECOND);
      clock.set(clock.now() + HOUR);
      await clock.advance(10 * SECOND);
    }
    expect(calls).toEqual(['stop']);
  });

  it('Nothing is looked for any more once the computer has said that it is awake, or the app ends', async () => {
    const { clock, end, say, stopEnds } = sleeping();
    await say('suspend');
    await stopEnds();
    await say('resume');
    expect(clock.remaining).toEqual([]);
    await say('suspend');
    await stopEnds();
    await end();
    expect(clock.remaining).toEqual([]);
  });
});
