import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { stopBeforeQuit } from '../../../src-main/shells/electron/quit.ts';
import { settle } from '../../fake-clock.ts';

/** An app that quits as Electron's does: it asks its listeners first. */
function quittingApp() {
  const emitter = new EventEmitter();
  let hasQuit = false;
  const quit = () => {
    const preventDefault = vi.fn();
    emitter.emit('before-quit', { preventDefault });
    if (preventDefault.mock.calls.length === 0) hasQuit = true;
  };
  const app = { quit, on: emitter.on.bind(emitter) };
  return { app: app as Parameters<typeof stopBeforeQuit>[0], quit, hasQuit: () => hasQuit };
}

describe('quitting', () => {
  it('waits for the queue to stop', async () => {
    const { app, quit, hasQuit } = quittingApp();
    const stopping = Promise.withResolvers<void>();
    stopBeforeQuit(app, () => stopping.promise);
    quit();
    await settle();
    expect(hasQuit()).toBe(false);
    stopping.resolve();
    await settle();
    expect(hasQuit()).toBe(true);
  });

  it('stops once, however often it is asked for meanwhile', async () => {
    const { app, quit, hasQuit } = quittingApp();
    const stopping = Promise.withResolvers<void>();
    const stop = vi.fn(() => stopping.promise);
    stopBeforeQuit(app, stop);
    quit();
    quit();
    await settle();
    expect([stop.mock.calls.length, hasQuit()]).toEqual([1, false]);
  });

  it('quits even if stopping fails', async () => {
    const { app, quit, hasQuit } = quittingApp();
    stopBeforeQuit(app, () => Promise.reject(new Error('disk full')));
    quit();
    await settle();
    expect(hasQuit()).toBe(true);
  });
});
