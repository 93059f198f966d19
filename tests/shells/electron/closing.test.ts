import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { activityOf, stillSent } from '../../../src-main/shells/electron/activity.ts';
import { type ClosingPorts, followClosing, followShutdown } from '../../../src-main/shells/electron/closing.ts';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { settle } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { row, uploading } from '../rows.ts';

function closing({ rows = [] as SubmissionRow[], platform = 'win32', isUnderWay = false, hasPlace = true }) {
  const window = Object.assign(new EventEmitter(), {
    hide: vi.fn(),
    isFullScreen: () => false,
    isMaximized: () => false,
    getNormalBounds: () => ({ x: 1, y: 2, width: 900, height: 600 }),
  });
  const settings = new MemorySettings();
  const ports = {
    // The part of a window that closing needs.
    window: window as unknown as BrowserWindow,
    electronApp: { quit: vi.fn() },
    dialog: { showMessageBox: vi.fn(async () => ({ response: 0, checkboxChecked: false })) },
    say: (make) => make(),
    settings,
    platform,
    quitting: { isUnderWay: () => isUnderWay, quitAtOnce: vi.fn() },
    hasPlace: () => hasPlace,
    activity: () => activityOf(rows, false),
  } satisfies ClosingPorts;
  followClosing(ports);
  const close = async () => {
    const preventDefault = vi.fn();
    window.emit('close', { preventDefault });
    await settle();
    return preventDefault.mock.calls.length > 0;
  };
  return { ...ports, window, settings, close };
}

describe('Closing the window', () => {
  it('Closing the window quits the app when there is nothing to do', async () => {
    const { close, electronApp } = closing({ rows: [row(1, { state: 'processing' })] });
    expect(await close()).toBe(true);
    expect(electronApp.quit).toHaveBeenCalledTimes(1);
  });

  it('Closing the window leaves the app in the dock on macOS', async () => {
    const { close, electronApp, window } = closing({ platform: 'darwin' });
    await close();
    expect([electronApp.quit.mock.calls.length, window.hide.mock.calls.length]).toEqual([0, 1]);
  });

  it('Closing the window while something is being sent leaves the app in the tray, with one explanation', async () => {
    const { close, dialog, window } = closing({ rows: [uploading(1, 10)] });
    await close();
    await close();
    expect([dialog.showMessageBox.mock.calls.length, window.hide.mock.calls.length]).toEqual([1, 2]);
  });

  it('Closing the window hides it even if the explanation fails', async () => {
    const { close, dialog, window } = closing({ rows: [uploading(1, 10)] });
    dialog.showMessageBox.mockRejectedValue(new Error('no display'));
    await close();
    expect(window.hide).toHaveBeenCalledTimes(1);
  });

  it('Closing the window is not held back once the app quits', async () => {
    const { close } = closing({ rows: [uploading(1, 10)], isUnderWay: true });
    expect(await close()).toBe(false);
  });

  it('Closing the window stores its position', async () => {
    const { close, settings } = closing({});
    await close();
    expect(settings.get('window')).toMatchObject({ x: 1, y: 2, isMaximised: false });
  });

  it('A window that is still to be maximised leaves the position of the last time', async () => {
    const { close, settings } = closing({ hasPlace: false });
    await close();
    expect(settings.get('window')).toBeUndefined();
  });
});

describe('A system that shuts down', () => {
  function shuttingDown(rows: SubmissionRow[]) {
    const window = Object.assign(new EventEmitter(), { setTitle: vi.fn() });
    const monitor = new EventEmitter();
    const done: string[] = [];
    followShutdown({
      monitor,
      // The part of a window that the end of a session needs.
      window: window as unknown as BrowserWindow,
      quitting: { quitAtOnce: () => void done.push('quit') },
      stillSent: () => stillSent(activityOf(rows, false)),
      noteEnd: () => void done.push('noted'),
    });
    const query = (reasons = ['logoff']) => {
      const preventDefault = vi.fn();
      window.emit('query-session-end', { preventDefault, reasons });
      return preventDefault.mock.calls.length > 0;
    };
    return { window, monitor, done, query };
  }

  it('macOS and Linux wait until the app has ended, without a question', () => {
    const { monitor, done } = shuttingDown([uploading(1, 10)]);
    monitor.emit('shutdown', { preventDefault: vi.fn() });
    expect(done).toEqual(['noted', 'quit']);
  });

  it('Windows, which ends the process when the listener returns, finds the end noted by then', () => {
    const { window, done } = shuttingDown([uploading(1, 10)]);
    window.emit('session-end', { reasons: ['shutdown'] });
    expect(done).toEqual(['noted', 'quit']);
  });

  it('Windows is held up while bytes move, and says in the name of the window why', () => {
    const { window, done, query } = shuttingDown([uploading(1, 10)]);
    expect([query(), done]).toEqual([true, ['noted', 'quit']]);
    expect(window.setTitle).toHaveBeenCalledExactlyOnceWith('1 file is still being sent.');
  });

  it('Windows is not held up where nothing is sent, or where it must not be', () => {
    expect(shuttingDown([]).query()).toBe(false);
    expect(shuttingDown([uploading(1, 10)]).query(['critical', 'shutdown'])).toBe(false);
  });
});
