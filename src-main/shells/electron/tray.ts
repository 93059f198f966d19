/** @file The icon in the tray: what the queue does, in one sentence, and what one wants without the window. */

import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';

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
    { label: 'Show Tranship', click: actions.show },
    { label: 'Pause all', enabled: canPause, click: actions.pauseAll },
    { label: 'Resume all', enabled: canResume, click: actions.resumeAll },
    separator,
    { label: 'Quit Tranship', click: actions.quit },
  ];
}

export interface TrayPorts {
  tray: Pick<Tray, 'setToolTip' | 'setContextMenu' | 'on'>;
  buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  /** As `process.platform` says. */
  platform: string;
  actions: TrayActions;
}

/** Gives the icon its menu; returns what brings both up to date. */
export function followInTray({ tray, buildMenu, platform, actions }: TrayPorts): (state: TrayState) => void {
  // On macOS a click opens the menu; the window must not come up behind it.
  if (platform !== 'darwin') tray.on('click', actions.show);
  let shown = '';
  return (state) => {
    const wanted = JSON.stringify(state);
    // An open menu closes when it is replaced, on some systems.
    if (wanted === shown) return;
    shown = wanted;
    tray.setToolTip(`Tranship: ${state.status}`);
    tray.setContextMenu(buildMenu(trayTemplate(state, actions)));
  };
}
