import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { background, bringToFront, followTheme, hide } from '../../../src-main/shells/electron/window.ts';

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

describe('The background of the window', () => {
  it.each(['light', 'dark'] as const)('is that of the page (%s)', (scheme) => {
    const style = readFileSync(new URL('../../../src-renderer/style.css', import.meta.url), 'utf8');
    const [, colours = ''] = style.split(`:root[data-mantine-color-scheme="${scheme}"]`);
    expect(/--page: (#\w+);/.exec(colours)?.[1]).toBe(background[scheme]);
    expect(style).toMatch(/body \{[^}]*background: var\(--page\)/);
  });

  it('follows the colour scheme', () => {
    const theme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
    const setBackgroundColor = vi.fn();
    followTheme({ isDestroyed: () => false, setBackgroundColor }, theme);
    theme.shouldUseDarkColors = true;
    theme.emit('updated');
    theme.shouldUseDarkColors = false;
    theme.emit('updated');
    expect(setBackgroundColor.mock.calls).toEqual([[background.dark], [background.light]]);
  });

  it('does not follow it once the window is closed', () => {
    const theme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
    const setBackgroundColor = vi.fn();
    followTheme({ isDestroyed: () => true, setBackgroundColor }, theme);
    theme.emit('updated');
    expect(setBackgroundColor).not.toHaveBeenCalled();
  });
});
