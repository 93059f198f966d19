/**
 * @file The dialogs about trouble: the queue is in use, the page does not work, Tranship has broken down. Each makes its texts
 * at once, in the language that is spoken.
 */

import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { type AppError, assertNever, describeError } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import type { Saving } from './breakdown.ts';
import type { PageAnswer, PageTrouble } from './page-life.ts';

type MessageBox = Pick<Dialog, 'showMessageBox'>;
type OptionalWindow = BrowserWindow | undefined;

/**
 * Says who uses the queue.
 * @param isElsewhere whether its window did not answer
 * @param signal closes the dialog; the answer then means nothing
 */
export async function askWhenInUse(
  dialog: MessageBox,
  error: AppError,
  { isElsewhere = false, signal }: { isElsewhere?: boolean; signal?: AbortSignal },
): Promise<'again' | 'close'> {
  const { title, detail, remedy } = describeError(error);
  const more = isElsewhere
    ? [message('Its window did not answer. It may be open in another session of yours, such as a remote desktop.')]
    : [];
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: title,
    detail: [detail, ...more, remedy].join('\n\n'),
    buttons: [message('Try again'), message('Close')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    ...(signal && { signal }),
  });
  return response === 0 ? 'again' : 'close';
}

function pageWords(trouble: PageTrouble): { message: string; advice: string; answers: PageAnswer[] } {
  switch (trouble) {
    case 'not-loaded':
      return {
        message: message('The window could not be loaded'),
        advice: message('If this happens again, install Tranship again.'),
        answers: ['reload', 'quit'],
      };
    case 'crashed':
      return {
        message: message('The window has stopped working several times'),
        advice: message('Load the window again, or quit and start Tranship again.'),
        answers: ['reload', 'quit'],
      };
    case 'unresponsive':
      return {
        message: message('The window does not respond'),
        advice: message('Wait, or load the window again.'),
        answers: ['wait', 'reload'],
      };
    default:
      return assertNever(trouble);
  }
}

function pageButton(answer: PageAnswer): string {
  switch (answer) {
    case 'wait':
      return message('Wait');
    case 'reload':
      return message('Load again');
    case 'quit':
      return message('Quit');
    default:
      return assertNever(answer);
  }
}

/** @param signal closes the dialog, because the question is settled; the answer then means nothing */
export async function askAboutPage(
  dialog: MessageBox,
  window: BrowserWindow,
  trouble: PageTrouble,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const { answers, advice, ...words } = pageWords(trouble);
  const { response } = await show(dialog, window, {
    type: 'warning',
    ...words,
    detail: `${message('Files that are being checked or sent continue.')} ${advice}`,
    buttons: answers.map(pageButton),
    defaultId: 0,
    // Escape repeats nothing and ends nothing.
    cancelId: 0,
    noLink: true,
    signal,
  });
  return answers[response] ?? 'wait';
}

/** @param saving how saving for support went, if it was tried */
export async function askAfterBreakdown(
  dialog: MessageBox,
  window: OptionalWindow,
  error: AppError,
  saving: Saving | undefined,
): Promise<'save' | 'quit'> {
  const { title, detail, remedy } = describeError(error);
  const { response } = await show(dialog, window, {
    type: 'error',
    message: title,
    detail: [detail, remedy, ...(saving === undefined ? [] : [savingSentence(saving)])].join('\n\n'),
    buttons: [message('Save for support…'), message('Quit')],
    defaultId: saving === undefined ? 0 : 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'save' : 'quit';
}

function savingSentence(saving: Saving): string {
  if (saving.kind === 'saved') return message('Saved: {path}', { path: saving.path });
  const { title, detail } = describeError(saving.error);
  return message('{title}: {detail}', { title, detail });
}

/** Where to save for support; undefined when the person cancels. */
export async function askWhereToSave(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: OptionalWindow,
  suggestedName: string,
): Promise<string | undefined> {
  const options = { title: message('Save for support'), defaultPath: suggestedName };
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
