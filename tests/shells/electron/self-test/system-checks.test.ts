/** @file The checks of power, sessions and notifications say what they know, and what they do not. */

import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { type SystemPorts, systemChecks } from '../../../../src-main/shells/electron/self-test/system-checks.ts';
import { FakeClock } from '../../../fake-clock.ts';

function system(change: Partial<SystemPorts> = {}) {
  const clock = new FakeClock();
  const powerMonitor = new EventEmitter();
  const destroy = vi.fn();
  const stop = vi.fn(() => true);
  const ports: SystemPorts = {
    platform: 'win32',
    powerMonitor,
    clock,
    notifications: answering('show'),
    powerSaveBlocker: { start: () => 0, isStarted: () => true, stop },
    createTeller: () => Object.assign(new EventEmitter(), { destroy }),
    ...change,
  };
  const run = async (name: string) =>
    await systemChecks(ports)
      .find((check) => check.name === name)
      ?.run(new AbortController().signal);
  return { clock, powerMonitor, destroy, stop, run };
}

/** Notifications of which the system says this, if anything. */
function answering(event?: string, error = '', isSupported = true): SystemPorts['notifications'] {
  return class extends EventEmitter {
    constructor(_options: object) {
      super();
    }
    static isSupported = () => isSupported;
    show = () => void (event !== undefined && this.emit(event, {}, error));
    close = () => {};
  };
}

it('the check of power says what the app listens to and what was not tried, and leaves nothing open', async () => {
  const { powerMonitor, destroy, stop, run } = system();
  const said = await run('power');
  expect(said).toContain('suspend, resume, query-session-end, session-end');
  expect(said).toContain('Not tried');
  expect([powerMonitor.eventNames(), destroy.mock.calls.length, stop.mock.calls]).toEqual([[], 1, [[0]]]);
});

it('the check of power asks no window where the system tells the app itself of its end', async () => {
  const createTeller = () => {
    throw new Error('no window');
  };
  expect(await system({ platform: 'darwin', createTeller }).run('power')).toContain('suspend, resume, shutdown,');
});

it('the check of power fails where the app cannot listen, or cannot keep the computer awake', async () => {
  const deaf = { on: () => {}, off: () => {}, listenerCount: () => 0 };
  await expect(system({ powerMonitor: deaf }).run('power')).rejects.toThrow('cannot listen to suspend');
  const powerSaveBlocker = { start: () => 0, isStarted: () => false, stop: () => true };
  await expect(system({ powerSaveBlocker }).run('power')).rejects.toThrow('cannot be kept awake');
});

it.each([
  ['is shown', answering('show'), 'has shown a notification'],
  ['is refused', answering('failed', 'Settings prevent it.'), 'refused a notification: Settings prevent it.'],
  ['is not supported', answering('show', '', false), 'shows no notifications'],
])('a notification that %s is said so, and fails nothing', async (_what, notifications, words) => {
  expect(await system({ notifications }).run('notification')).toContain(words);
});

it('a notification of which the system says nothing is said so', async () => {
  const { clock, run } = system({ notifications: answering() });
  const said = run('notification');
  await clock.advance(5000);
  expect(await said).toContain('has not said within 5 s');
  expect(clock.remaining).toEqual([]);
});
