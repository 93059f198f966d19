/**
 * @file The system's dialogs: choosing and saving files, the question before quitting, and error messages. Each makes its texts
 * at once, in the language that is spoken.
 */

import { extname } from 'node:path';
import type { BrowserWindow, Dialog, FileFilter } from 'electron';
import type { Saved } from '../../../src-shared/contract.ts';
import { assertNever, describeError, toAppError } from '../../../src-shared/errors.ts';
import { exportEndings } from '../../../src-shared/folder-contents.ts';
import { message } from '../../../src-shared/languages/message.ts';
import type { FolderPurpose } from '../../actions/ports.ts';
import type { QuitAnswer } from './quit.ts';

const allFiles = (): FileFilter => ({ name: message('All files'), extensions: ['*'] });

/** Asks for files to send; returns their paths, none when the person cancels. */
export async function chooseFiles(dialog: Pick<Dialog, 'showOpenDialog'>, window: BrowserWindow): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: message('Add files'),
    buttonLabel: message('Add'),
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'JSON Lines', extensions: [...exportEndings] }, allFiles()],
  });
  return canceled ? [] : filePaths;
}

function folderWords(purpose: FolderPurpose): { title: string; buttonLabel: string } {
  switch (purpose) {
    case 'watch':
      return { title: message('Watch a folder'), buttonLabel: message('Watch') };
    case 'save':
      return { title: message('Save the prepared files in a folder'), buttonLabel: message('Save here') };
    default:
      return assertNever(purpose);
  }
}

/** Asks for a folder; undefined when the person cancels. */
export async function chooseFolder(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  window: BrowserWindow,
  purpose: FolderPurpose,
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...folderWords(purpose),
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
    title: message('Save'),
    defaultPath: suggestedName,
    filters: [...own, allFiles()],
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
    message: message('Files are still being sent'),
    detail: cost,
    buttons: [message('Keep running in the background'), message('Quit'), message('Cancel')],
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
  await dialog.showMessageBox(window, {
    type: 'info',
    message: message('Tranship continues in the background'),
    detail: [
      message('Files are still being checked or sent.'),
      platform === 'darwin'
        ? message('Open or quit Tranship from the menu bar at the top of the screen.')
        : message('Open or quit Tranship from the notification area of the taskbar.'),
      message('This message appears only once.'),
    ].join(' '),
    buttons: [message('OK')],
  });
}

/** Shows an error when there is no page to show it. */
export function showFailure(dialog: Pick<Dialog, 'showErrorBox'>, thrown: unknown): void {
  const { title, detail, remedy } = describeError(toAppError(thrown));
  dialog.showErrorBox(title, `${detail}\n\n${remedy}`);
}
