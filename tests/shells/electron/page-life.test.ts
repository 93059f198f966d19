import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  keepPageAlive,
  type PageAnswer,
  type PageLifePorts,
  type PageTrouble,
} from '../../../src-main/shells/electron/page-life.ts';
import { FakeClock, settle } from '../../fake-clock.ts';

/** A window whose page does what a test says. */
function openPage(change: Partial<PageLifePorts> = {}) {
  const clock = new FakeClock();
  const contents = Object.assign(new EventEmitter(), {
    reload: vi.fn(),
    // As Chromium does: the process goes before the call returns.
    forcefullyCrashRenderer: vi.fn(() => die('killed')),
  });
  const die = (reason: string) => contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
  let isDestroyed = false;
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => isDestroyed,
    loadURL: vi.fn(async () => {}),
  });
  const asked: { trouble: PageTrouble; signal: AbortSignal; answer: (answer: PageAnswer) => void }[] = [];
  const ports = {
    show: vi.fn(),
    quit: vi.fn(),
    log: vi.fn(),
    isQuitting: () => false,
    ask: (trouble: PageTrouble, signal: AbortSignal) =>
      new Promise<PageAnswer>((answer) => asked.push({ trouble, signal, answer })),
    ...change,
  };
  // The part of a window that keeping its page alive needs.
  const load = keepPageAlive({ address: 'tranship://app/', clock, ...ports, window: window as never });
  return {
    clock,
    contents,
    window,
    asked,
    load,
    die,
    show: ports.show,
    quit: ports.quit,
    log: ports.log,
    destroy: () => {
      isDestroyed = true;
    },
    answer: async (answer: PageAnswer) => {
      asked.at(-1)?.answer(answer);
      await settle();
    },
  };
}

describe('A window', () => {
  it('A window is shown once its page is ready', async () => {
    const { window, load, show, clock } = openPage();
    load();
    expect(show).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    await clock.advance(60_000);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('A window is shown although its page is never ready', async () => {
    const { window, load, show, clock } = openPage();
    window.loadURL.mockReturnValue(new Promise(() => {}));
    load();
    await clock.advance(10_000);
    window.emit('ready-to-show');
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('A window that was closed meanwhile is not shown', async () => {
    const { load, show, clock, destroy } = openPage();
    load();
    destroy();
    await clock.advance(10_000);
    expect(show).not.toHaveBeenCalled();
  });
});

describe('A page that cannot be loaded', () => {
  const failed = (code: number, isMainFrame = true) => [{}, code, 'ERR', 'tranship://app/', isMainFrame];

  it('A page that cannot be loaded is told, and loaded again on demand', async () => {
    const { window, contents, asked, load, answer } = openPage();
    window.loadURL.mockRejectedValue(new Error('ERR_FAILED (-2)'));
    load();
    contents.emit('did-fail-load', ...failed(-2));
    await settle();
    expect(asked.map(({ trouble }) => trouble)).toEqual(['not-loaded']);
    await answer('reload');
    expect(window.loadURL).toHaveBeenCalledTimes(2);
  });

  it('A page that is not there is told', () => {
    const { contents, asked } = openPage();
    contents.emit('did-navigate', {}, 'tranship://app/', 404, 'Not Found');
    expect(asked.map(({ trouble }) => trouble)).toEqual(['not-loaded']);
  });

  it('A page without its preload is told', () => {
    const { contents, asked } = openPage();
    contents.emit('preload-error', {}, '/preload.cjs', new Error('not found'));
    expect(asked.map(({ trouble }) => trouble)).toEqual(['not-loaded']);
  });

  it('A load that was given up for another one is no failure', () => {
    const { contents, asked } = openPage();
    contents.emit('did-fail-load', ...failed(-3));
    expect(asked).toEqual([]);
  });

  it('A frame in the page is not the page', () => {
    const { contents, asked } = openPage();
    contents.emit('did-fail-load', ...failed(-2, false));
    expect(asked).toEqual([]);
  });

  it('A person may quit instead', async () => {
    const { contents, quit, answer } = openPage();
    contents.emit('did-fail-load', ...failed(-2));
    await answer('quit');
    expect(quit).toHaveBeenCalledTimes(1);
  });

  it('A question that cannot be asked does not come again by itself', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('no dialog')));
    const { contents, window } = openPage({ ask });
    contents.emit('did-fail-load', ...failed(-2));
    await settle();
    expect([ask.mock.calls.length, window.loadURL.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('A page whose process has crashed', () => {
  it.each(['crashed', 'oom', 'clean-exit'])('A page whose process has gone (%s) is loaded again', async (reason) => {
    const { contents, die } = openPage();
    die(reason);
    await settle();
    expect(contents.reload).toHaveBeenCalledTimes(1);
  });

  it('A page is not loaded again while Chromium reports the crash', () => {
    const { contents, die } = openPage();
    die('crashed');
    expect(contents.reload).not.toHaveBeenCalled();
  });

  it('A page that crashes again at once is told instead of left blank', async () => {
    const { contents, die, asked, answer } = openPage();
    die('crashed');
    await settle();
    die('crashed');
    await settle();
    expect(contents.reload).toHaveBeenCalledTimes(1);
    expect(asked.map(({ trouble }) => trouble)).toEqual(['crashed']);
    await answer('reload');
    expect(contents.reload).toHaveBeenCalledTimes(2);
  });

  it('A page that crashes after it has run for a while is loaded again', async () => {
    const { clock, contents, die, asked } = openPage();
    die('crashed');
    await clock.advance(60_000);
    die('crashed');
    await settle();
    expect([contents.reload.mock.calls.length, asked.length]).toEqual([2, 0]);
  });

  it('A page that crashes again and again is told, even with time between the crashes', async () => {
    const { clock, die, asked } = openPage();
    for (let crash = 0; crash < 3; crash++) {
      die('crashed');
      await clock.advance(60_000);
    }
    expect(asked.map(({ trouble }) => trouble)).toEqual(['crashed']);
  });

  it.each(['quitting', 'destroyed'])('A page that may go (%s) is not missed', async (why) => {
    const { contents, die, destroy, asked, log } = openPage({ isQuitting: () => why === 'quitting' });
    if (why === 'destroyed') destroy();
    die('clean-exit');
    die('clean-exit');
    await settle();
    expect([contents.reload.mock.calls.length, asked.length, vi.mocked(log).mock.calls.length]).toEqual([0, 0, 0]);
  });
});

describe('A page that hangs', () => {
  it('A page that hangs is left alone if the person waits', async () => {
    const { contents, asked, answer } = openPage();
    contents.emit('unresponsive');
    expect(asked.map(({ trouble }) => trouble)).toEqual(['unresponsive']);
    await answer('wait');
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  it('A page that hangs is ended before it is loaded again, and that counts as no crash', async () => {
    const { contents, asked, answer } = openPage();
    for (let hang = 1; hang <= 4; hang++) {
      contents.emit('unresponsive');
      await answer('reload');
      await settle();
      expect([contents.forcefullyCrashRenderer.mock.calls.length, contents.reload.mock.calls.length]).toEqual([
        hang,
        hang,
      ]);
    }
    expect(asked.every(({ trouble }) => trouble === 'unresponsive')).toBe(true);
  });

  it('A page that hangs is asked about once at a time', () => {
    const { contents, asked } = openPage();
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    expect(asked).toHaveLength(1);
  });

  it('The question goes away when the page responds again', async () => {
    const { contents, asked, answer } = openPage();
    contents.emit('unresponsive');
    contents.emit('responsive');
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer('reload');
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  it('The question goes away when the page crashes, and the page is loaded again', async () => {
    const { contents, asked, die } = openPage();
    contents.emit('unresponsive');
    die('crashed');
    await settle();
    expect([asked[0]?.signal.aborted, contents.reload.mock.calls.length]).toEqual([true, 1]);
  });
});
