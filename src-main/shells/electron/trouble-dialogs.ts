/** @file The dialogs about trouble: the queue is in use, the page does not work, Tranship has broken down. */

import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { AppError } from '../../../src-shared/errors.ts';
import type { PageAnswer, PageTrouble } from './page-life.ts';

type MessageBox = Pick<Dialog, 'showMessageBox'>;
type OptionalWindow = BrowserWindow | undefined;

/** Says who uses the queue. @param more what else may be the reason */
export async function askWhenInUse(dialog: MessageBox, error: AppError, more = ''): Promise<'again' | 'close'> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: error.title,
    detail: [error.detail, more, error.remedy].filter((part) => part !== '').join('\n\n'),
    buttons: ['Try again', 'Close'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'again' : 'close';
}

const pageWords: Record<PageTrouble, Pick<MessageBoxOptions, 'message' | 'detail'> & { answers: PageAnswer[] }> = {
  'not-loaded': {
    message: 'The window could not be loaded',
    detail: 'Files that are being checked or sent continue. If this happens again, install Tranship again.',
    answers: ['reload', 'quit'],
  },
  crashed: {
    message: 'The window has stopped working several times',
    detail: 'Files that are being checked or sent continue. Load the window again, or quit and start Tranship again.',
    answers: ['reload', 'quit'],
  },
  unresponsive: {
    message: 'The window does not respond',
    detail: 'Files that are being checked or sent continue. Wait, or load the window again.',
    answers: ['wait', 'reload'],
  },
};

const pageButtons: Record<PageAnswer, string> = { wait: 'Wait', reload: 'Load again', quit: 'Quit' };

/** @param signal closes the dialog, because the question is settled; the answer then means nothing */
export async function askAboutPage(
  dialog: MessageBox,
  window: BrowserWindow,
  trouble: PageTrouble,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const { answers, ...words } = pageWords[trouble];
  const { response } = await show(dialog, window, {
    type: 'warning',
    ...words,
    buttons: answers.map((answer) => pageButtons[answer]),
    defaultId: 0,
    // Escape repeats nothing and ends nothing.
    cancelId: 0,
    noLink: true,
    signal,
  });
  return answers[response] ?? 'wait';
}

/** @param note how saving for support went, if it was tried */
export async function askAfterBreakdown(
  dialog: MessageBox,
  window: OptionalWindow,
  error: AppError,
  note: string | undefined,
): Promise<'save' | 'quit'> {
  const { response } = await show(dialog, window, {
    type: 'error',
    message: error.title,
    detail: [error.detail, error.remedy, note].filter((part) => part !== undefined).join('\n\n'),
    buttons: ['Save for support…', 'Quit'],
    defaultId: note === undefined ? 0 : 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'save' : 'quit';
}

/** Where to save for support; undefined when the person cancels. */
export async function askWhereToSave(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: OptionalWindow,
  suggestedName: string,
): Promise<string | undefined> {
  const options = { title: 'Save for support', defaultPath: suggestedName };
  const { canceled, filePath } = await (isThere(window)
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? undefined : filePath;
}

function show(dialog: MessageBox, window: OptionalWindow, options: MessageBoxOptions) {
  return isThere(window) ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
}

/** A dialog of a hidden window would be hidden, too. */
function isThere(window: OptionalWindow): window is BrowserWindow {
  return window !== undefined && !window.isDestroyed() && window.isVisible();
}
