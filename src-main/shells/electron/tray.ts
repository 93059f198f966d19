/** @file The tray icon: one sentence about the queue, and the actions that need no window. */

import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import { message } from '../../../src-shared/languages/message.ts';

export interface TrayState {
  status: string;
  canPause: boolean;
  canResume: boolean;
}

export interface TrayActions {
  show: () => void;
  pauseAll: () => void;
  resumeAll: () => void;
  quit: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of the icon. Pure. */
export function trayTemplate(
  { status, canPause, canResume }: TrayState,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  return [
    { label: status, enabled: false },
    separator,
    { label: message('Show Tranship'), click: actions.show },
    { label: message('Pause all'), enabled: canPause, click: actions.pauseAll },
    { label: message('Resume all'), enabled: canResume, click: actions.resumeAll },
    separator,
    { label: message('Quit Tranship'), click: actions.quit },
  ];
}

export interface TrayPorts {
  tray: Pick<Tray, 'setToolTip' | 'setContextMenu' | 'on'>;
  buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  /** The value of `process.platform`. */
  platform: string;
  actions: TrayActions;
}

/** Gives the icon its menu; returns a function that updates icon and menu, in the language that is spoken then. */
export function followInTray({ tray, buildMenu, platform, actions }: TrayPorts): (state: TrayState) => void {
  // On macOS a click opens the menu, which the window must not cover.
  if (platform !== 'darwin') tray.on('click', actions.show);
  let shown = '';
  return (state) => {
    const template = trayTemplate(state, actions);
    const wanted = JSON.stringify(template);
    // On some systems, replacing an open menu closes it.
    if (wanted === shown) return;
    shown = wanted;
    tray.setToolTip(message('Tranship: {status}', { status: state.status }));
    tray.setContextMenu(buildMenu(template));
  };
}
