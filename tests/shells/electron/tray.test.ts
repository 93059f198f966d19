import { EventEmitter } from 'node:events';
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { followInTray, trayTemplate } from '../../../src-main/shells/electron/tray.ts';

const actions = { show: vi.fn(), pauseAll: vi.fn(), resumeAll: vi.fn(), quit: vi.fn() };
const idle = { status: 'Nothing is being sent', canPause: false, canResume: false };

describe('The menu of the tray', () => {
  it("The tray's menu describes the activity in an item that cannot be chosen", () => {
    expect(trayTemplate(idle, actions)[0]).toEqual({ label: 'Nothing is being sent', enabled: false });
  });

  it.each([
    ['Pause all', { ...idle, canPause: true }],
    ['Resume all', { ...idle, canResume: true }],
  ])("The tray's menu offers “%s” only when it applies", (label, state) => {
    const enabled = [state, idle].map(
      (each) => trayTemplate(each, actions).find((item) => item.label === label)?.enabled,
    );
    expect(enabled).toEqual([true, false]);
  });
});

function follow(platform: string) {
  const emitter = new EventEmitter();
  const tray = { on: emitter.on.bind(emitter), setToolTip: vi.fn(), setContextMenu: vi.fn() };
  const buildMenu = vi.fn((_template: MenuItemConstructorOptions[]) => ({}) as Menu);
  // Of the tray's events only the click is used.
  const update = followInTray({ tray: tray as unknown as Tray, buildMenu, platform, actions });
  return { tray, update, click: () => emitter.emit('click') };
}

describe('The icon in the tray', () => {
  it('The tray icon changes only when there is something new', () => {
    const { tray, update } = follow('win32');
    for (const state of [idle, { ...idle }, { ...idle, canPause: true }]) update(state);
    expect(tray.setContextMenu).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['win32', 1],
    ['darwin', 0],
  ])('On %s, clicking the tray icon shows the window %i times', (platform, times) => {
    actions.show.mockClear();
    follow(platform).click();
    expect(actions.show).toHaveBeenCalledTimes(times);
  });
});
