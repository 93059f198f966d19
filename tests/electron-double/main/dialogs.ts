/** @file `dialog` and `shell`: what the app shows and opens is recorded, and the test answers as a person would. */

import type { Dialog, Shell } from 'electron';
import { z } from 'zod';
import { conform } from '../api/conformity.ts';
import { onCommand, record, requireReady, stage } from './stage.ts';

/** An aborted signal closes a message box, with the answer of a cancel (lib/browser/api/dialog.ts). */
const closableSchema = z.looseObject({ signal: z.instanceof(AbortSignal).optional(), cancelId: z.number().optional() });

const answers: object[] = [];
const waiting: ((answer: object) => void)[] = [];

onCommand('answerDialog', ({ answer }) => {
  const given = z.looseObject({}).parse(answer);
  const oldest = waiting.shift();
  if (oldest === undefined) answers.push(given);
  else oldest(given);
});

/** Waits as long as a person would: without an answer, for ever. */
function ask(kind: string, given: readonly unknown[]): Promise<object> {
  requireReady('dialog module can only be used after app is ready');
  const options = given.at(-1);
  if (typeof options !== 'object' || options === null) throw new TypeError('Options must be an object');
  record(kind, { ...options });
  const answer = answers.shift();
  if (answer !== undefined) return Promise.resolve(answer);
  return new Promise((resolve) => {
    waiting.push(resolve);
    const { signal, cancelId = 0 } = closableSchema.parse(options);
    signal?.addEventListener('abort', () => {
      if (!waiting.includes(resolve)) return;
      waiting.splice(waiting.indexOf(resolve), 1);
      record('dialog-closed');
      resolve({ response: cancelId });
    });
  });
}

class DialogDouble implements Pick<Dialog, 'showErrorBox'> {
  async showOpenDialog(...given: unknown[]): Promise<object> {
    return { canceled: true, filePaths: [], ...(await ask('open-dialog', given)) };
  }

  async showSaveDialog(...given: unknown[]): Promise<object> {
    return { canceled: true, filePath: '', ...(await ask('save-dialog', given)) };
  }

  async showMessageBox(...given: unknown[]): Promise<object> {
    return { response: 0, checkboxChecked: false, ...(await ask('message-box', given)) };
  }

  /** A person closes it at once; Electron stands still until then. */
  showErrorBox(title: string, content: string): void {
    if (typeof title !== 'string' || typeof content !== 'string')
      throw new TypeError('Title and content must be strings');
    record('error-box', { title, content });
  }
}

class ShellDouble implements Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'> {
  async openExternal(url: string): Promise<void> {
    record('open-external', { url });
  }

  async openPath(path: string): Promise<string> {
    record('open-path', { path });
    return stage().options.openPathProblem;
  }

  showItemInFolder(path: string): void {
    record('show-item', { path });
  }

  beep(): void {
    record('beep');
  }
}

conform(DialogDouble.prototype, 'Dialog');
conform(ShellDouble.prototype, 'Shell');
export const dialog = new DialogDouble();
export const shell = new ShellDouble();
