/** @file What a story can do with the app's window, whichever shell opens it. */

import type { Page } from '@playwright/test';

/** The app in a data folder of its own. */
export interface AppWindow {
  /** The window's page; another one after the app was opened again. */
  readonly page: Page;
  /** Starts the app with the data folder as it is, and opens its window. */
  open(): Promise<Page>;
  /** Ends the app at once and without a word, as a power cut does. */
  kill(): Promise<void>;
  /** Picks files with the button “Choose files…”. */
  chooseFiles(paths: readonly string[]): Promise<void>;
  /** Does what saves a file, and gives what was saved. */
  fileSavedBy(action: () => Promise<void>): Promise<SavedFile>;
  /** Another window onto the same app; only a browser has such. */
  openAnother(): Promise<Page>;
}

export interface SavedFile {
  name: string;
  path: string;
  text: string;
}

/** Drops files on the page as a person does; both shells get real files to read. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // Only an input gives a page files of the disk; this one is there for no longer than it takes.
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

/** Puts a text on the clipboard the way a person does, with the keyboard: no permission is needed, on either shell. */
export async function copyText(page: Page, text: string): Promise<void> {
  const source = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
  await source.fill(text);
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  await source.evaluate((element) => element.remove());
}
