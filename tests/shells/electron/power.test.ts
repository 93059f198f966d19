import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Queue, QueueSituation } from '../../../src-main/send/queue.ts';
import { keepAwake, pauseDuringSleep } from '../../../src-main/shells/electron/power.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { settle } from '../../fake-clock.ts';

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
  const end = pauseDuringSleep(monitor, queue);
  const say = async (event: 'suspend' | 'resume') => {
    monitor.emit(event);
    await settle();
  };
  const stopEnds = async () => {
    ends.resolve();
    await settle();
  };
  return { calls, end, say, stopEnds };
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
});
