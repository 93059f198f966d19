/** @file The system's own dialogs: choosing files, and saying why the app cannot start. */

import type { BrowserWindow, Dialog } from 'electron';
import { toAppError } from '../../../src-preload/errors.ts';

/** Asks for files to send; returns their paths, none when the person changes their mind. */
export async function chooseFiles(dialog: Pick<Dialog, 'showOpenDialog'>, window: BrowserWindow): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Add files',
    buttonLabel: 'Add',
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'JSON Lines', extensions: ['jsonl', 'ndjson', 'json'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? [] : filePaths;
}

/** Says what keeps the app from starting, before there is a window to say it in. */
export function showStartFailure(dialog: Pick<Dialog, 'showErrorBox'>, thrown: unknown): void {
  const { title, detail, remedy } = toAppError(thrown);
  dialog.showErrorBox(title, `${detail}\n\n${remedy}`);
}
