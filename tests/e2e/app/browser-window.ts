/** @file The app served to a browser: `tranship serve` as a real process, its page in Chromium. */

import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import type { RunningProcess, Workplace } from '../../cli/tranship.ts';
import type { AppWindow, SavedFile } from './window.ts';

export class BrowserWindow implements AppWindow {
  readonly page: Page;
  readonly #workplace: Workplace;
  readonly #context: BrowserContext;
  #running: RunningProcess | undefined;
  #addresses = 0;
  /** The address that was printed last. */
  address = '';

  constructor(workplace: Workplace, context: BrowserContext, page: Page) {
    this.#workplace = workplace;
    this.#context = context;
    this.page = page;
  }

  async open(): Promise<Page> {
    this.#running = this.#workplace.startProcess(['serve', '--json'], { hasInput: true });
    this.#addresses = 0;
    await this.page.goto(await this.#nextAddress());
    // It signs in only once: until the page shows something, loading it again would be refused.
    await this.page.locator('#root > *').first().waitFor({ state: 'attached' });
    return this.page;
  }

  async newAddress(): Promise<string> {
    this.#running?.write('\n');
    return await this.#nextAddress();
  }

  async #nextAddress(): Promise<string> {
    if (this.#running === undefined) throw new Error('Tranship is not running.');
    const number = this.#addresses++;
    const { address } = await this.#running.event(({ event }) => event === 'serving', number);
    this.address = z.string().parse(address);
    return this.address;
  }

  async kill(): Promise<void> {
    await this.#running?.kill('SIGKILL');
  }

  update(): Promise<Page> {
    throw new Error('Only the installed app can be replaced; tag the story @installed.');
  }

  async chooseFiles(paths: readonly string[]): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Choose files…' }).first().click();
    await (await asked).setFiles([...paths]);
  }

  async fileSavedBy(action: () => Promise<void>): Promise<SavedFile> {
    const begun = this.page.waitForEvent('download');
    await action();
    const download = await begun;
    const path = await download.path();
    return { name: download.suggestedFilename(), path, text: await readFile(path, 'utf8') };
  }

  /** Another tab of the same browser, which is already admitted. */
  async openAnother(): Promise<Page> {
    const tab = await this.#context.newPage();
    await tab.goto(new URL('/', this.page.url()).href);
    return tab;
  }
}
