/** @file The menu bar, in each platform's usual order. Pure. */

import type { MenuItemConstructorOptions } from 'electron';
import { type PageName, pages } from '../../../src-shared/pages.ts';

export interface MenuPorts {
  /** The value of `process.platform`. */
  platform: string;
  isPackaged: boolean;
  addFiles: () => void;
  showPage: (page: PageName) => void;
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
      { label: '&Add files…', accelerator: 'CmdOrCtrl+O', click: addFiles },
      separator,
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit', accelerator: 'Ctrl+Q' } as const]),
    ],
  };
}

function viewMenu(ports: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  const { isPackaged, showPage } = ports;
  return {
    label: '&View',
    submenu: [
      ...pages
        .filter(({ page }) => page !== 'settings')
        .map(({ page, title }, index) => ({
          label: `&${title}`,
          accelerator: `CmdOrCtrl+${index + 1}`,
          click: () => showPage(page),
        })),
      ...(isMac ? [] : [settingsItem(ports)]),
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

function settingsItem({ showPage }: MenuPorts): MenuItemConstructorOptions {
  return { label: '&Settings…', accelerator: 'CmdOrCtrl+,', click: () => showPage('settings') };
}

function helpMenu({ showDataFolder }: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      { label: 'Show the &data folder', click: showDataFolder },
      ...(isMac ? [] : [separator, { role: 'about' } as const]),
    ],
  };
}
