/** @file The menu bar, in each platform's usual order. Pure. */

import type { MenuItemConstructorOptions } from 'electron';
import { type PageName, pages } from '../../../src-shared/pages.ts';
import {
  acceleratorOf,
  menuKeysOfPage,
  type WindowCommandName,
  windowCommands,
  windowCommandTitle,
} from '../../../src-shared/window-commands.ts';

export interface MenuPorts {
  /** The value of `process.platform`. */
  platform: string;
  isPackaged: boolean;
  addFiles: () => void;
  showPage: (page: PageName) => void;
  /** Asks the page for one of its commands. */
  run: (command: WindowCommandName) => void;
  showDataFolder: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate(ports: MenuPorts): MenuItemConstructorOptions[] {
  const isMac = ports.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(ports)] : []),
    fileMenu(ports, isMac),
    { role: 'editMenu' },
    viewMenu(ports, isMac),
    { role: 'windowMenu' },
    helpMenu(ports, isMac),
  ];
}

/** The application menu, which only macOS has. */
function appMenu(ports: MenuPorts): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settingsItem(ports),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}

function fileMenu({ addFiles }: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  return {
    label: '&File',
    submenu: [
      { ...itemOf('add-files'), click: addFiles },
      separator,
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit', accelerator: 'Ctrl+Q' } as const]),
    ],
  };
}

function viewMenu(ports: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  const { isPackaged, showPage, run } = ports;
  return {
    label: '&View',
    submenu: [
      ...pages
        .filter(({ page }) => page !== 'settings')
        .map(({ page, title }) => ({
          label: `&${title}`,
          accelerator: acceleratorOf(menuKeysOfPage(page)),
          click: () => showPage(page),
        })),
      ...(isMac ? [] : [settingsItem(ports)]),
      separator,
      { ...itemOf('show-commands'), click: () => run('show-commands') },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The same key without Shift, as people press it.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
}

/** The item of a command of the window; keys that the page listens to alone stay with the page. */
function itemOf(command: WindowCommandName): MenuItemConstructorOptions {
  const { keys, menuKeys } = windowCommands[command];
  const own = menuKeys ?? (keys?.startsWith('Mod+') === true ? keys : undefined);
  return { label: `&${windowCommandTitle(command)}`, ...(own !== undefined && { accelerator: acceleratorOf(own) }) };
}

function settingsItem({ showPage }: MenuPorts): MenuItemConstructorOptions {
  return {
    label: '&Settings…',
    accelerator: acceleratorOf(menuKeysOfPage('settings')),
    click: () => showPage('settings'),
  };
}

function helpMenu({ showDataFolder, run }: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      { ...itemOf('show-shortcuts'), click: () => run('show-shortcuts') },
      { ...itemOf('show-tour'), click: () => run('show-tour') },
      separator,
      { label: 'Show the &data folder', click: showDataFolder },
      ...(isMac ? [] : [separator, { role: 'about' } as const]),
    ],
  };
}
