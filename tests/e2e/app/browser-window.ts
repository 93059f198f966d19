/** @file The app served to a browser: `tranship serve`, and its page in Chromium. */

import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { type RunningCall, RunningProcess, type Workplace } from '../../cli/tranship.ts';
import type { AppWindow, SavedFile } from './window.ts';

export interface BrowserPlace {
  workplace: Workplace;
  context: BrowserContext;
  page: Page;
  /** Whether a process of its own serves it, which can be killed; otherwise that of the story does, in a third of the time. */
  hasProcess: boolean;
  /** What the organisation has set on this computer. */
  policy: object | undefined;
}

const SERVE = ['serve', '--json'];

export class BrowserWindow implements AppWindow {
  readonly page: Page;
  readonly #place: BrowserPlace;
  #running: RunningProcess | RunningCall | undefined;
  #addresses = 0;
  /** The address that was printed last. */
  address = '';

  constructor(place: BrowserPlace) {
    this.#place = place;
    this.page = place.page;
  }

  async open(): Promise<Page> {
    const { workplace, hasProcess, policy } = this.#place;
    this.#running = hasProcess
      ? workplace.startProcess(SERVE, { hasInput: true })
      : workplace.start(SERVE, { hasInput: true, ...(policy && { policy }) });
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
    const running = this.#running;
    if (running !== undefined && !(running instanceof RunningProcess))
      throw new Error('Only a process can be killed: test.use({ hasProcess: true }).');
    await running?.kill('SIGKILL');
  }

  async end(): Promise<void> {
    await this.#running?.kill('SIGINT');
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
    const tab = await this.#place.context.newPage();
    await tab.goto(new URL('/', this.page.url()).href);
    return tab;
  }
}
