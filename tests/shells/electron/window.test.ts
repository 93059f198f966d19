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
  // The part of a window that showing and hiding it needs.
  return { ...parts, emit: (event: string) => double.emit(event), window: double as unknown as BrowserWindow };
}

describe('The window', () => {
  it('A minimised window comes to the front', () => {
    const { window, restore, focus } = windowDouble({ isMinimized: true });
    bringToFront(window);
    expect([restore.mock.calls.length, focus.mock.calls.length]).toEqual([1, 1]);
  });

  it('A closed window does not come to the front', () => {
    const { window, show } = windowDouble({ isDestroyed: true });
    bringToFront(window);
    expect(show).not.toHaveBeenCalled();
  });

  it('The window leaves full screen before it hides', () => {
    const { window, emit, hide: hidden } = windowDouble({ isFullScreen: true });
    hide(window);
    expect(hidden).not.toHaveBeenCalled();
    emit('leave-full-screen');
    expect(hidden).toHaveBeenCalledTimes(1);
  });
});

describe('A page whose process has crashed', () => {
  function crashing() {
    const clock = new FakeClock();
    const contents = Object.assign(new EventEmitter(), { reload: vi.fn() });
    // The part of the contents that reloading needs.
    reloadAfterCrash(contents as unknown as WebContents, clock);
    return {
      clock,
      reload: contents.reload,
      die: (reason: string) => contents.emit('render-process-gone', {}, { reason }),
    };
  }

  it('A crashed page is reloaded', () => {
    const { reload, die } = crashing();
    die('crashed');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('A page that crashes again at once is not reloaded', () => {
    const { reload, die } = crashing();
    die('oom');
    die('oom');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('A page that crashes after it has run for a while is reloaded', async () => {
    const { clock, reload, die } = crashing();
    die('crashed');
    await clock.advance(60_000);
    die('crashed');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('A page whose process ended normally is not reloaded', () => {
    const { reload, die } = crashing();
    die('clean-exit');
    expect(reload).not.toHaveBeenCalled();
  });
});
