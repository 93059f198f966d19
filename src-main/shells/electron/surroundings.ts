/** @file What of the app is outside its window: the menu bar, the tray icon, and their pictures. */

import { join } from 'node:path';
import { type BrowserWindow, dialog, app as electronApp, Menu, shell, Tray } from 'electron';
import type { SubmissionRow, Told } from '../../../src-shared/contract.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { visible } from '../../../src-shared/visible-text.ts';
import type { CommandHandlers } from '../../actions/ports.ts';
import { showFailure } from './dialogs.ts';
import { type MenuPorts, menuTemplate } from './menu.ts';
import type { NativeLanguage, Say } from './native-language.ts';
import { followInTray, type TrayState } from './tray.ts';
import { bringToFront } from './window.ts';

const { platform } = process;

/** Opens the menu bar, and again whenever the language changes. */
export function openMenu(
  folder: string,
  handlers: CommandHandlers,
  language: NativeLanguage,
  send: (...told: Told) => void,
): void {
  const { say } = language;
  const ports: MenuPorts = {
    platform,
    isPackaged: electronApp.isPackaged,
    addFiles: () =>
      attempt(say, async () => {
        const picked = await handlers['files.choose']();
        if (picked.offers.length + picked.refused.length > 0) send('files.offered', picked);
      }),
    showPage: (name) => send('page.show', { page: name }),
    run: (command) => send('command.run', { command }),
    showDataFolder: () => attempt(say, () => showFolder(folder, say)),
  };
  const open = () => Menu.setApplicationMenu(Menu.buildFromTemplate(say(() => menuTemplate(ports))));
  language.onChange(open);
  open();
}

/** Electron says in the words of the system why it has not opened it, and rejects nothing. */
async function showFolder(folder: string, say: Say): Promise<void> {
  const problem = await shell.openPath(folder);
  if (problem === '') return;
  const words = { folder: visible(folder), problem: visible(problem) };
  say(() =>
    dialog.showErrorBox(
      message('The data folder cannot be shown'),
      message('The system says: {problem}\n\nOpen the folder yourself: {folder}', words),
    ),
  );
}

/**
 * Returns a function that updates the icon and its menu.
 * @param open the submissions that have not ended: those that are paused, or those that are not
 */
export function openTray(
  window: BrowserWindow,
  handlers: CommandHandlers,
  say: Say,
  open: (isPaused: boolean) => SubmissionRow['id'][],
): (state: TrayState) => void {
  return followInTray({
    // macOS draws a picture with this name in the colour of its menu bar.
    tray: new Tray(picture(platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')),
    buildMenu: (template) => Menu.buildFromTemplate(template),
    platform,
    actions: {
      show: () => bringToFront(window),
      pauseAll: () => attempt(say, async () => handlers['queue.pause']({ ids: open(false) })),
      resumeAll: () => attempt(say, async () => handlers['queue.resume']({ ids: open(true) })),
      quit: () => electronApp.quit(),
    },
  });
}

/** Runs an action from outside the page, which therefore does not show its failure. */
export function attempt(say: Say, action: () => Promise<unknown>): void {
  action().catch((thrown: unknown) => say(() => showFailure(dialog, thrown)));
}

/** The path of a picture that comes with the app. */
export function picture(name: string): string {
  const folder = electronApp.isPackaged ? process.resourcesPath : join(electronApp.getAppPath(), 'build');
  return join(folder, 'icons', name);
}
