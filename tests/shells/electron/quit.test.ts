import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { activityOf } from '../../../src-main/shells/electron/activity.ts';
import {
  guardQuit,
  meaningOfClosing,
  type QuitAnswer,
  type QuitPorts,
} from '../../../src-main/shells/electron/quit.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { row, uploading } from '../rows.ts';

/** An app that quits as Electron's does: it calls its listeners first. */
function quittingApp(change: Partial<QuitPorts> = {}) {
  const emitter = new EventEmitter();
  let hasQuit = false;
  const quit = () => {
    const preventDefault = vi.fn();
    emitter.emit('before-quit', { preventDefault });
    if (preventDefault.mock.calls.length === 0) hasQuit = true;
  };
  const clock = new FakeClock();
  const ports = {
    cost: (): string | undefined => undefined,
    ask: vi.fn(async (): Promise<QuitAnswer> => 'cancel'),
    goOnInBackground: vi.fn(),
    stop: vi.fn(async () => {}),
    clock,
    endHard: vi.fn(),
    ...change,
  };
  const app = { quit, on: emitter.on.bind(emitter), once: emitter.once.bind(emitter) };
  const quitting = guardQuit(app as Parameters<typeof guardQuit>[0], ports);
  return { ...ports, emitter, clock, quitting, quit, hasQuit: () => hasQuit };
}
const cost = () => '1 file is still being sent.';

describe('Quitting', () => {
  it('Quitting waits for the queue to stop', async () => {
    const stopping = Promise.withResolvers<void>();
    const { quit, hasQuit, quitting } = quittingApp({ stop: () => stopping.promise });
    quit();
    await settle();
    expect([hasQuit(), quitting.isUnderWay()]).toEqual([false, true]);
    stopping.resolve();
    await settle();
    expect(hasQuit()).toBe(true);
  });

  it('Repeated quitting stops the queue once', async () => {
    const stop = vi.fn(() => new Promise<void>(() => {}));
    const { quit, hasQuit } = quittingApp({ stop });
    quit();
    quit();
    await settle();
    expect([stop.mock.calls.length, hasQuit()]).toEqual([1, false]);
  });

  it('Quitting succeeds even if stopping fails', async () => {
    const { quit, hasQuit } = quittingApp({ stop: () => Promise.reject(new Error('disk full')) });
    quit();
    await settle();
    expect(hasQuit()).toBe(true);
  });
});

describe('The deadline of quitting', () => {
  it('A stop that hangs is ended hard', async () => {
    const { quit, clock, endHard } = quittingApp({ stop: () => new Promise(() => {}) });
    quit();
    await clock.advance(9_999);
    expect(endHard).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(endHard).toHaveBeenCalledTimes(1);
  });

  it('A window that does not close after the stop is ended hard', async () => {
    const { quit, hasQuit, clock, endHard } = quittingApp();
    quit();
    await clock.advance(10_000);
    expect([hasQuit(), vi.mocked(endHard).mock.calls.length]).toEqual([true, 1]);
  });

  it('Nothing is ended hard once the app has quit', async () => {
    const { quit, emitter, clock, endHard } = quittingApp();
    quit();
    await settle();
    emitter.emit('quit');
    await clock.advance(10_000);
    expect(endHard).not.toHaveBeenCalled();
  });

  it('A shutdown has the same deadline', async () => {
    const { quitting, clock, endHard } = quittingApp({ stop: () => new Promise(() => {}) });
    quitting.quitAtOnce();
    await clock.advance(10_000);
    expect(endHard).toHaveBeenCalledTimes(1);
  });

  it('A question that is open has no deadline', async () => {
    const { quit, clock, endHard } = quittingApp({ cost, ask: () => new Promise(() => {}) });
    quit();
    await clock.advance(3_600_000);
    expect(endHard).not.toHaveBeenCalled();
  });
});

describe('Quitting while files are being sent', () => {
  it.each([
    ['quit', { hasQuit: true, hidden: 0 }],
    ['background', { hasQuit: false, hidden: 1 }],
    ['cancel', { hasQuit: false, hidden: 0 }],
  ] as const)('Quitting while files are being sent obeys the answer “%s”', async (answer, expected) => {
    const { quit, hasQuit, goOnInBackground } = quittingApp({ cost, ask: async () => answer });
    quit();
    await settle();
    expect({ hasQuit: hasQuit(), hidden: vi.mocked(goOnInBackground).mock.calls.length }).toEqual(expected);
  });

  it('The question before quitting names the cost', async () => {
    const ask = vi.fn(async (): Promise<QuitAnswer> => 'cancel');
    quittingApp({ cost, ask }).quit();
    expect(ask.mock.calls).toEqual([['1 file is still being sent.']]);
  });

  it('The question before quitting comes once until it is answered', async () => {
    const ask = vi.fn(() => new Promise<QuitAnswer>(() => {}));
    const { quit } = quittingApp({ cost, ask });
    quit();
    quit();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('The question before quitting comes again after a no', async () => {
    const ask = vi.fn(async (): Promise<QuitAnswer> => 'cancel');
    const { quit } = quittingApp({ cost, ask });
    quit();
    await settle();
    quit();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('The app keeps running when the question before quitting fails', async () => {
    const { quit, hasQuit } = quittingApp({ cost, ask: () => Promise.reject(new Error('no window')) });
    quit();
    await settle();
    expect(hasQuit()).toBe(false);
  });

  it('The app quits without a question when the system shuts down', async () => {
    const { quitting, ask, hasQuit } = quittingApp({ cost });
    quitting.quitAtOnce();
    await settle();
    expect([vi.mocked(ask).mock.calls.length, hasQuit()]).toEqual([0, true]);
  });

  it('A shutdown does not wait for an open question', async () => {
    const { quit, quitting, hasQuit } = quittingApp({ cost, ask: () => new Promise(() => {}) });
    quit();
    quitting.quitAtOnce();
    await settle();
    expect(hasQuit()).toBe(true);
  });
});

describe('Closing the window', () => {
  const busy = activityOf([uploading(1, 10)], false);
  const idle = activityOf([row(1, { state: 'processed' })], false);
  it.each([
    ['win32', busy, 'go-on-in-tray'],
    ['darwin', busy, 'go-on-in-tray'],
    ['win32', idle, 'quit'],
    ['linux', idle, 'quit'],
    ['darwin', idle, 'hide'],
  ] as const)("Closing the window on %s has the platform's usual effect", (platform, activity, meaning) => {
    expect(meaningOfClosing(platform, activity)).toBe(meaning);
  });
});
