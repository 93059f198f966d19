import { EventEmitter } from 'node:events';
import type { BrowserWindow, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { bringToFront, hide, reloadAfterCrash } from '../../../src-main/shells/electron/window.ts';
import { FakeClock } from '../../fake-clock.ts';

function windowDouble({ isMinimized = false, isFullScreen = false, isDestroyed = false } = {}) {
  const parts = { show: vi.fn(), hide: vi.fn(), focus: vi.fn(), restore: vi.fn(), setFullScreen: vi.fn() };
  const states = {
    isMinimized: () => isMinimized,
    isFullScreen: () => isFullScreen,
    isDestroyed: () => isDestroyed,
  };
  const double = Object.assign(new EventEmitter(), parts, states);
  // As much of a window as showing and hiding it needs.
  return { ...parts, emit: (event: string) => double.emit(event), window: double as unknown as BrowserWindow };
}

describe('the window', () => {
  it('comes to the front out of the taskbar, too', () => {
    const { window, restore, focus } = windowDouble({ isMinimized: true });
    bringToFront(window);
    expect([restore.mock.calls.length, focus.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not come to the front once it is gone', () => {
    const { window, show } = windowDouble({ isDestroyed: true });
    bringToFront(window);
    expect(show).not.toHaveBeenCalled();
  });

  it('leaves the full screen before it hides', () => {
    const { window, emit, hide: hidden } = windowDouble({ isFullScreen: true });
    hide(window);
    expect(hidden).not.toHaveBeenCalled();
    emit('leave-full-screen');
    expect(hidden).toHaveBeenCalledTimes(1);
  });
});

describe('a page whose process has died', () => {
  function crashing() {
    const clock = new FakeClock();
    const contents = Object.assign(new EventEmitter(), { reload: vi.fn() });
    // As much of the contents as loading them again needs.
    reloadAfterCrash(contents as unknown as WebContents, clock);
    return {
      clock,
      reload: contents.reload,
      die: (reason: string) => contents.emit('render-process-gone', {}, { reason }),
    };
  }

  it('is loaded again', () => {
    const { reload, die } = crashing();
    die('crashed');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is left alone when it dies at once again', () => {
    const { reload, die } = crashing();
    die('oom');
    die('oom');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is loaded again when it has lived for a while', async () => {
    const { clock, reload, die } = crashing();
    die('crashed');
    await clock.advance(60_000);
    die('crashed');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('is left alone when it ended by itself', () => {
    const { reload, die } = crashing();
    die('clean-exit');
    expect(reload).not.toHaveBeenCalled();
  });
});
