/** @file The desktop app in the double of Electron: its built main process, its preload and its page, without Electron. */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ElectronDouble, type StartOptions, usualStart } from '../../electron-double/double.ts';
import type { DesktopProduct } from './desktop-product.ts';
import { existing, OnlyWindow } from './only-window.ts';
import type { AppWindow, SavedFile } from './window.ts';
import type { WindowHost } from './window-host.ts';

/** How a start differs from the usual one. */
export type UnusualStart = Partial<
  Pick<
    StartOptions,
    | 'platform'
    | 'keyStore'
    | 'notifications'
    | 'openPathProblem'
    | 'proxy'
    | 'displays'
    | 'wasOpenedAtLogin'
    | 'languages'
    | 'openFiles'
    | 'arguments'
    | 'workingFolder'
    | 'environment'
    | 'under'
  >
>;

export class DoubleWindow extends OnlyWindow implements AppWindow {
  readonly #host: WindowHost;
  readonly #product: DesktopProduct;
  readonly #folder: string;
  readonly #home: string;
  readonly #under: readonly string[];
  readonly #others: ElectronDouble[] = [];
  #double: ElectronDouble | undefined;
  #page: Page | undefined;

  /**
   * @param folder of the test: for saved files, and for what the double keeps
   * @param under a program that starts it, with its parameters
   */
  constructor(
    host: WindowHost,
    product: DesktopProduct,
    { folder, home, under }: { folder: string; home: string; under: readonly string[] },
  ) {
    super();
    this.#host = host;
    this.#product = product;
    this.#folder = folder;
    this.#home = home;
    this.#under = under;
  }

  get page(): Page {
    return existing(this.#page);
  }

  /** The app's process, and the system around it. */
  get double(): ElectronDouble {
    return existing(this.#double);
  }

  /** A process of the app, beside any other; it may end by itself. */
  start({ environment: more, ...unusual }: UnusualStart = {}): ElectronDouble {
    const { TRANSHIP_PASSPHRASE: _, ...environment } = process.env;
    const double = new ElectronDouble(
      usualStart({
        endpoint: this.#host.endpoint,
        ...this.#product,
        environment: { ...environment, TRANSHIP_HOME: this.#home, ...more },
        workingFolder: this.#folder,
        under: this.#under,
        ...unusual,
      }),
    );
    this.#others.push(double);
    return double;
  }

  async open(unusual: UnusualStart = {}): Promise<Page> {
    const appeared = this.#host.context.waitForEvent('page', { timeout: 0 });
    const double = this.start(unusual);
    this.#double = double;
    const page = await Promise.race([appeared, double.ended.then(() => undefined)]);
    if (page === undefined) throw new Error(`The app ended without a window.\n${double.output}`);
    this.#page = page;
    // It begins empty.
    await page.waitForURL(/electron-double\.test/);
    return page;
  }

  async end(): Promise<void> {
    const { double } = this;
    await double.do('quit', {});
    await double.ended;
  }

  async kill(): Promise<void> {
    const page = this.#page;
    this.#double = undefined;
    this.#page = undefined;
    await Promise.all(this.#others.splice(0).map((double) => double.kill()));
    if (page !== undefined && !page.isClosed()) await page.waitForEvent('close');
  }

  async chooseFiles(paths: readonly string[]): Promise<void> {
    await this.double.do('answerDialog', { answer: { canceled: false, filePaths: paths } });
    await this.page.getByRole('button', { name: 'Choose files…' }).first().click();
  }

  async fileSavedBy(action: () => Promise<void>): Promise<SavedFile> {
    const before = this.double.acts('save-dialog').length;
    await action();
    const { defaultPath } = await this.double.act('save-dialog', undefined, before);
    const path = join(this.#folder, String(defaultPath));
    await this.double.do('answerDialog', { answer: { canceled: false, filePath: path } });
    // The page shows this once the file is complete.
    await this.page.getByText(`Saved as ${path}`).waitFor();
    return { name: basename(path), path, text: await readFile(path, 'utf8') };
  }
}
