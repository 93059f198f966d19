import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Queue, QueueSituation } from '../../../src-main/queue/queue.ts';
import { keepAwake, pauseDuringSleep } from '../../../src-main/shells/electron/power.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { settle } from '../../fake-clock.ts';

describe('the computer stays awake', () => {
  it('from the first thing that moves to the last', () => {
    const blocker = { start: vi.fn(() => 7), stop: vi.fn() };
    const stayAwake = keepAwake(blocker);
    for (const isNeeded of [false, true, true, false, false]) stayAwake(isNeeded);
    expect([blocker.start.mock.calls, blocker.stop.mock.calls]).toEqual([[['prevent-app-suspension']], [[7]]]);
  });

  it('again when something moves again', () => {
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
    // Of the situation only what stopped the queue is looked at.
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

describe('the queue and the sleep of the computer', () => {
  it('stops before, and starts afterwards', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await stopEnds();
    await say('resume');
    expect(calls).toEqual(['stop', 'start']);
  });

  it('starts only when the stop has ended', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('resume');
    expect(calls).toEqual(['stop']);
    await stopEnds();
    expect(calls).toEqual(['stop', 'start']);
  });

  it('does not start for a wake-up that was over before the stop had ended', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('resume');
    await say('suspend');
    await stopEnds();
    expect(calls).toEqual(['stop']);
  });

  it('stops once, however often it is told', async () => {
    const { calls, say, stopEnds } = sleeping();
    await say('suspend');
    await say('suspend');
    await stopEnds();
    expect(calls).toEqual(['stop']);
  });

  it('does not start because the computer wakes up that never slept', async () => {
    const { calls, say } = sleeping();
    await say('resume');
    expect(calls).toEqual([]);
  });

  it('leaves a queue alone that a failure has stopped', async () => {
    const { calls, say } = sleeping({ error: new AppError('disk.full', { folder: '/data' }), since: 0 });
    await say('suspend');
    await say('resume');
    expect(calls).toEqual([]);
  });

  it('does not start any more once the app ends', async () => {
    const { calls, end, say, stopEnds } = sleeping();
    await say('suspend');
    const ended = end();
    await say('resume');
    await stopEnds();
    await ended;
    expect(calls).toEqual(['stop']);
  });
});
