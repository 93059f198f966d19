/**
 * @file The menu bar, in each platform's usual order, in the language that is spoken when it is made. Roles get words as well,
 * since Electron's own are English. Pure.
 */

import type { MenuItemConstructorOptions } from 'electron';
import { message } from '../../../src-shared/languages/message.ts';
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

/** A label whose first letter chooses it, where the system has such keys. */
const labelled = (text: string): string => `&${text.replaceAll('&', '&&')}`;

export function menuTemplate(ports: MenuPorts): MenuItemConstructorOptions[] {
  const isMac = ports.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(ports)] : []),
    fileMenu(ports, isMac),
    editMenu(isMac),
    viewMenu(ports, isMac),
    windowMenu(isMac),
    helpMenu(ports, isMac),
  ];
}

/** The application menu, which only macOS has. */
function appMenu(ports: MenuPorts): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      about(),
      separator,
      settingsItem(ports),
      separator,
      { role: 'services', label: message('Services') },
      separator,
      { role: 'hide', label: message('Hide Tranship') },
      { role: 'hideOthers', label: message('Hide others') },
      { role: 'unhide', label: message('Show all', {}, { context: 'menu' }) },
      separator,
      { role: 'quit', label: message('Quit Tranship') },
    ],
  };
}

const about = (): MenuItemConstructorOptions => ({ role: 'about', label: message('About Tranship') });
const close = (): MenuItemConstructorOptions => ({ role: 'close', label: labelled(message('Close the window')) });

function fileMenu({ addFiles }: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  return {
    label: labelled(message('File', {}, { context: 'menu' })),
    submenu: [
      { ...itemOf('add-files'), click: addFiles },
      separator,
      close(),
      ...(isMac ? [] : [{ role: 'quit', label: labelled(message('Quit')), accelerator: 'Ctrl+Q' } as const]),
    ],
  };
}

/** Without macOS's substitutions, which spoil secrets and JSON. */
function editMenu(isMac: boolean): MenuItemConstructorOptions {
  const pasteAsText = { role: 'pasteAndMatchStyle', label: labelled(message('Paste as text')) } as const;
  return {
    role: 'editMenu',
    label: labelled(message('Edit', {}, { context: 'menu' })),
    submenu: [
      { role: 'undo', label: labelled(message('Undo', {}, { context: 'menu' })) },
      { role: 'redo', label: labelled(message('Redo')) },
      separator,
      { role: 'cut', label: labelled(message('Cut')) },
      { role: 'copy', label: labelled(message('Copy')) },
      { role: 'paste', label: labelled(message('Paste')) },
      ...(isMac ? [pasteAsText] : []),
      { role: 'delete', label: labelled(message('Delete')) },
      separator,
      { role: 'selectAll', label: labelled(message('Select all')) },
      ...(isMac ? [separator, speechMenu()] : []),
    ],
  };
}

function speechMenu(): MenuItemConstructorOptions {
  return {
    label: message('Speech'),
    submenu: [
      { role: 'startSpeaking', label: message('Start speaking') },
      { role: 'stopSpeaking', label: message('Stop speaking') },
    ],
  };
}

function viewMenu(ports: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  const { isPackaged, showPage, run } = ports;
  const zoomIn = { role: 'zoomIn', label: labelled(message('Zoom in')) } as const;
  return {
    label: labelled(message('View', {}, { context: 'menu' })),
    submenu: [
      ...pages
        .filter(({ page }) => page !== 'settings')
        .map(({ page, title }) => ({
          label: labelled(title),
          ...acceleratorOfPage(page),
          click: () => showPage(page),
        })),
      ...(isMac ? [] : [settingsItem(ports)]),
      separator,
      { ...itemOf('show-commands'), click: () => run('show-commands') },
      separator,
      { role: 'resetZoom', label: labelled(message('Actual size')) },
      zoomIn,
      // The same key without Shift, as people press it.
      { ...zoomIn, accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut', label: labelled(message('Zoom out')) },
      separator,
      { role: 'togglefullscreen', label: labelled(message('Full screen')) },
      ...(isPackaged ? [] : [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'windowMenu',
    label: labelled(message('Window', {}, { context: 'menu' })),
    submenu: [
      { role: 'minimize', label: labelled(message('Minimise')) },
      { role: 'zoom', label: labelled(message('Zoom', {}, { context: 'menu of the window' })) },
      ...(isMac ? [separator, { role: 'front', label: message('Bring all to front') } as const] : [close()]),
    ],
  };
}

/** The item of a command of the window; keys that the page listens to alone stay with the page. */
function itemOf(command: WindowCommandName): MenuItemConstructorOptions {
  const { keys, menuKeys } = windowCommands[command];
  const own = menuKeys ?? (keys?.startsWith('Mod+') === true ? keys : undefined);
  return {
    label: labelled(windowCommandTitle(command)),
    ...(own !== undefined && { accelerator: acceleratorOf(own) }),
  };
}

function acceleratorOfPage(page: PageName): Pick<MenuItemConstructorOptions, 'accelerator'> {
  const keys = menuKeysOfPage(page);
  return keys === undefined ? {} : { accelerator: acceleratorOf(keys) };
}

function settingsItem({ showPage }: MenuPorts): MenuItemConstructorOptions {
  return {
    label: labelled(message('Settings…')),
    ...acceleratorOfPage('settings'),
    click: () => showPage('settings'),
  };
}

function helpMenu({ showDataFolder, run }: MenuPorts, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'help',
    label: labelled(message('Help', {}, { context: 'menu' })),
    submenu: [
      { ...itemOf('show-shortcuts'), click: () => run('show-shortcuts') },
      { ...itemOf('show-tour'), click: () => run('show-tour') },
      separator,
      { label: labelled(message('Show the data folder')), click: showDataFolder },
      ...(isMac ? [] : [separator, about()]),
    ],
  };
}
