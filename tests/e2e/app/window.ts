/** @file What a story can do with the app's window, in either shell. */

import type { Page } from '@playwright/test';

/** The app in a data folder of its own. */
export interface AppWindow {
  /** The window's page; a new one after the app was reopened. */
  readonly page: Page;
  /** Starts the app with the existing data folder, and opens its window. */
  open(): Promise<Page>;
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
