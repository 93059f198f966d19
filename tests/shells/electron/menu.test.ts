import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuTemplate } from '../../../src-main/shells/electron/menu.ts';
import { pages } from '../../../src-shared/pages.ts';

function menu(platform: string, isPackaged = true) {
  const ports = { platform, isPackaged, addFiles: vi.fn(), showPage: vi.fn(), run: vi.fn(), showDataFolder: vi.fn() };
  const template = menuTemplate(ports);
  const items = template.flatMap(({ submenu = [] }) => submenu as MenuItemConstructorOptions[]);
  const click = (label: string) => {
    // No item uses the arguments that Electron passes.
    const choose = items.find((item) => item.label === label)?.click as (() => void) | undefined;
    choose?.();
  };
  return { ports, template, items, click, roles: items.map(({ role }) => role) };
}

describe.each(['win32', 'darwin', 'linux'])('The menu on %s', (platform) => {
  it('The menu adds files', () => {
    const { click, ports } = menu(platform);
    click('&Add files…');
    expect(ports.addFiles).toHaveBeenCalledTimes(1);
  });

  it('leads to every page of the window', () => {
    const { items, ports } = menu(platform);
    for (const { click } of items) (click as (() => void) | undefined)?.();
    expect(ports.showPage.mock.calls.flat().toSorted()).toEqual(pages.map(({ page }) => page).toSorted());
  });

  it.each([
    ['&Commands…', 'show-commands', 'CmdOrCtrl+K'],
    ['&Keyboard shortcuts', 'show-shortcuts', 'F1'],
    ['&Show the tour', 'show-tour', undefined],
  ])('The menu item “%s” asks the page for its command', (label, command, accelerator) => {
    const { click, ports, items } = menu(platform);
    click(label);
    expect(ports.run.mock.calls).toEqual([[command]]);
    expect(items.find((item) => item.label === label)?.accelerator).toBe(accelerator);
  });

  it.each([
    ['&Queue', 'queue'],
    ['&Send transaction', 'transactions'],
    ['&Rules', 'rules'],
    ['&Observe', 'observability'],
    ['&Connections', 'connections'],
    ['&Settings…', 'settings'],
  ])('The menu item “%s” asks for its page', (label, page) => {
    const { click, ports } = menu(platform);
    click(label);
    expect(ports.showPage.mock.calls).toEqual([[page]]);
  });

  it('The menu gives each accelerator to one item', () => {
    const accelerators = menu(platform).items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(accelerators).size).toBe(accelerators.length);
  });

  it('The menu has one item each for the settings, for quitting and for information about the app', () => {
    const { items, roles } = menu(platform);
    const count = (role: string) => roles.filter((each) => each === role).length;
    expect([items.filter(({ label }) => label === '&Settings…').length, count('quit'), count('about')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('The menu offers developer tools only outside an installed app', () => {
    expect(
      [menu(platform, true).roles, menu(platform, false).roles].map((all) => all.includes('toggleDevTools')),
    ).toEqual([false, true]);
  });
});

describe('The menu bar', () => {
  it('The menu bar begins with the app only on macOS', () => {
    expect(menu('darwin').template[0]?.role).toBe('appMenu');
    expect(menu('win32').template[0]?.label).toBe('&File');
  });
});
