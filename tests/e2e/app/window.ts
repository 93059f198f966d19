/** @file What a story can do with the app's window, in either shell. */

import type { Page } from '@playwright/test';
import { z } from 'zod';
import { SECRET_PLACE } from '../../../src-renderer/browser-session.ts';
import type { CommandName } from '../../../src-shared/channels.ts';

/** The app in a data folder of its own. */
export interface AppWindow {
  /** The window's page; a new one after the app was reopened. */
  readonly page: Page;
  /** Starts the app with the existing data folder, and opens its window. */
  open(): Promise<Page>;
  /** Ends the app in good order. */
  end(): Promise<void>;
  /** Kills the app without warning, like a power cut. */
  kill(): Promise<void>;
  /** Installs another version over the running app, and starts that. Only an installed app can be replaced. */
  update(): Promise<Page>;
  /** Picks files with the button “Choose files…”. */
  chooseFiles(paths: readonly string[]): Promise<void>;
  /** Performs the action that saves a file, and returns the saved file. */
  fileSavedBy(action: () => Promise<void>): Promise<SavedFile>;
  /** Another window of the same app; only a browser has one. */
  openAnother(): Promise<Page>;
  /** The one-time address that was printed last, and a new one; only the browser shell prints any. */
  readonly address: string;
  newAddress(): Promise<string>;
}

export interface SavedFile {
  name: string;
  path: string;
  text: string;
}

/** Sends the app a command, from outside the page but as its shell lets it. @throws Error unless the app does it */
export async function sendCommand(page: Page, name: CommandName, input: unknown): Promise<void> {
  // A page that is still loading is not signed in yet.
  await page.locator('nav').first().waitFor({ state: 'attached' });
  const result = await page.evaluate(askApp, { name, input, sessionPlace: SECRET_PLACE });
  if (!resultSchema.parse(result).ok) throw new Error(`“${name}” was refused: ${JSON.stringify(result)}`);
}

const resultSchema = z.looseObject({ ok: z.boolean() });

/** Runs in the page: over the preload of the desktop, or over a connection of its own. */
function askApp({ name, input, sessionPlace }: { name: CommandName; input: unknown; sessionPlace: string }) {
  const { tranship } = window as { tranship?: { invoke: Record<string, (input: unknown) => Promise<unknown>> } };
  if (tranship !== undefined) return tranship.invoke[name]?.(input);
  return new Promise<unknown>((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/contract`, [
      'tranship',
      localStorage.getItem(sessionPlace) ?? '',
    ]);
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, name, values: [input] }));
    socket.onclose = () => reject(new Error('The app closed the connection.'));
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(data);
      if (id !== 1) return;
      resolve(result);
      socket.close();
    };
  });
}

/** Drops files on the page as a person does; both shells get real files to read. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // A page that is still loading does not listen yet.
  await page.locator('nav').first().waitFor({ state: 'attached' });
  // Only an input gives a page files of the disk; it exists only for this purpose.
  const input = await page.evaluateHandle(() => {
    const made = document.createElement('input');
    made.type = 'file';
    made.multiple = true;
    made.hidden = true;
    document.body.append(made);
    return made;
  });
  await input.setInputFiles([...paths]);
  await input.evaluate((filled) => {
    const dataTransfer = new DataTransfer();
    for (const file of filled.files ?? []) dataTransfer.items.add(file);
    filled.remove();
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    }
  });
}

/** Drops files and folders as the system does: only so does a page get the content of a folder. */
export async function dropFromSystem(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await session.detach();
}

/** Puts a text on the clipboard with the keyboard, which needs no permission in either shell. */
export async function copyText(page: Page, text: string): Promise<void> {
  const source = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
  await source.fill(text);
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  await source.evaluate((element) => element.remove());
}
