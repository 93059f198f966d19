/**
 * @file The desktop app through Electron. The system's dialogs cannot be automated, so doubles answer in their place.
 */

import { readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { existing, OnlyWindow } from './only-window.ts';
import type { AppWindow, SavedFile } from './window.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export class DesktopWindow extends OnlyWindow implements AppWindow {
  readonly #runtime: string;
  readonly #folder: string;
  readonly #home: string;
  #app: ElectronApplication | undefined;
  #page: Page | undefined;

  /** @param folder where saved files go */
  constructor(runtime: string, folder: string, home: string) {
    super();
    this.#runtime = runtime;
    this.#folder = folder;
    this.#home = home;
  }

  get page(): Page {
    return existing(this.#page);
  }

  async open(): Promise<Page> {
    const { TRANSHIP_PASSPHRASE: _, ...environment } = process.env;
    const env = Object.fromEntries(
      Object.entries({ ...environment, TRANSHIP_HOME: this.#home }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    this.#app = await _electron.launch({ executablePath: this.#runtime, args: [root], env });
    this.#page = await this.#app.firstWindow();
    return this.#page;
  }

  async end(): Promise<void> {
    await existing(this.#app).close();
    this.#app = undefined;
  }

  async kill(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    if (app === undefined) return;
    const closed = app.waitForEvent('close');
    app.process().kill('SIGKILL');
    await closed;
  }

  async chooseFiles(paths: readonly string[]): Promise<void> {
    await existing(this.#app).evaluate(
      ({ dialog }, filePaths) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
      },
      [...paths],
    );
    await this.page.getByRole('button', { name: 'Choose files…' }).first().click();
  }

  async fileSavedBy(action: () => Promise<void>): Promise<SavedFile> {
    const app = existing(this.#app);
    const asked = app.evaluate(
      ({ dialog }, place) =>
        new Promise<string>((resolve) => {
          dialog.showSaveDialog = async (_window: unknown, options?: { defaultPath?: string }) => {
            const filePath = `${place}${options?.defaultPath ?? 'saved'}`;
            resolve(filePath);
            return { canceled: false, filePath };
          };
        }),
      join(this.#folder, sep),
    );
    await action();
    const path = await asked;
    // The page shows this once the file is complete.
    await this.page.getByText(`Saved as ${path}`).waitFor();
    return { name: basename(path), path, text: await readFile(path, 'utf8') };
  }
}
