/** @file The system's dialogs: choosing and saving files, the question before quitting, and error messages. */

import { extname } from 'node:path';
import type { BrowserWindow, Dialog, FileFilter } from 'electron';
import type { Saved } from '../../../src-shared/contract.ts';
import { toAppError } from '../../../src-shared/errors.ts';
import { exportEndings } from '../../../src-shared/folder-contents.ts';
import type { FolderPurpose } from '../commands/ports.ts';
import type { QuitAnswer } from './quit.ts';

const allFiles: FileFilter = { name: 'All files', extensions: ['*'] };

/** Asks for files to send; returns their paths, none when the person cancels. */
export async function chooseFiles(dialog: Pick<Dialog, 'showOpenDialog'>, window: BrowserWindow): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Add files',
    buttonLabel: 'Add',
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'JSON Lines', extensions: [...exportEndings] }, allFiles],
  });
  return canceled ? [] : filePaths;
}

const folderWords: Record<FolderPurpose, { title: string; buttonLabel: string }> = {
  watch: { title: 'Watch a folder', buttonLabel: 'Watch' },
  save: { title: 'Save the prepared files in a folder', buttonLabel: 'Save here' },
};

/** Asks for a folder; undefined when the person cancels. */
export async function chooseFolder(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  window: BrowserWindow,
  purpose: FolderPurpose,
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...folderWords[purpose],
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? undefined : filePaths[0];
}

/** Asks where to save a file, and has it written there. @throws what `write` throws */
export async function save(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: BrowserWindow,
  suggestedName: string,
  write: (path: string) => Promise<void>,
): Promise<Saved> {
  const extension = extname(suggestedName).slice(1);
  const own = extension === '' ? [] : [{ name: extension.toUpperCase(), extensions: [extension] }];
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save',
    defaultPath: suggestedName,
    filters: [...own, allFiles],
  });
  if (canceled || filePath === '') return { kind: 'cancelled' };
  await write(filePath);
  return { kind: 'saved', path: filePath };
}

const quitAnswers: readonly QuitAnswer[] = ['background', 'quit', 'cancel'];

/** Shows what quitting costs. Enter presses the button that costs nothing. */
export async function askToQuit(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  cost: string,
): Promise<QuitAnswer> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Files are still being sent',
    detail: cost,
    buttons: ['Keep running in the background', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return quitAnswers[response] ?? 'cancel';
}

/** Tells where to find the app when its window closes while it works. */
export async function explainTray(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  platform: string,
): Promise<void> {
  const place = platform === 'darwin' ? 'menu bar at the top of the screen' : 'notification area of the taskbar';
  await dialog.showMessageBox(window, {
    type: 'info',
    message: 'Tranship continues in the background',
    detail: `Files are still being checked or sent. Open or quit Tranship from the ${place}. This message appears only once.`,
    buttons: ['OK'],
  });
}

/** Shows an error when there is no page to show it. */
export function showFailure(dialog: Pick<Dialog, 'showErrorBox'>, thrown: unknown): void {
  const { title, detail, remedy } = toAppError(thrown);
  dialog.showErrorBox(title, `${detail}\n\n${remedy}`);
}
