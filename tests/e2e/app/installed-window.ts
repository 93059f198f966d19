/**
 * @file The app as it was installed, from outside: no debugger gets into its main process, so the story has only its page.
 * TRANSHIP_INSTALLED names the program, TRANSHIP_UPDATE the kind and the folder of the installer that replaces it.
 */

import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { AppWindow, SavedFile } from './window.ts';

const installation = fileURLToPath(new URL('../../../.github/scripts/installation.ts', import.meta.url));

export interface InstalledApp {
  program: string;
  /** What installs another version over it. */
  update: () => void;
}

/** @throws Error if no app is named */
export function installedApp({ TRANSHIP_INSTALLED, TRANSHIP_UPDATE } = process.env): InstalledApp {
  const [kind, folder] = TRANSHIP_UPDATE?.split(' ') ?? [];
  if (!TRANSHIP_INSTALLED || !kind || !folder) {
    throw new Error('TRANSHIP_INSTALLED names the installed program, TRANSHIP_UPDATE a kind and a folder.');
  }
  return {
    program: TRANSHIP_INSTALLED,
    update: () => void execFileSync(process.execPath, [installation, 'install', kind, folder], { stdio: 'inherit' }),
  };
}

type Running = ChildProcessByStdio<null, null, Readable>;

export class InstalledWindow implements AppWindow {
  readonly #installed: InstalledApp;
  readonly #home: string;
  #process: Running | undefined;
  #browser: Browser | undefined;
  #page: Page | undefined;

  constructor(installed: InstalledApp, home: string) {
    this.#installed = installed;
    this.#home = home;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('The app is not open.');
    return this.#page;
  }

  async open(): Promise<Page> {
    const { TRANSHIP_PASSPHRASE: _, ...environment } = process.env;
    const env = { ...environment, TRANSHIP_HOME: this.#home };
    // Chromium chooses a port on this machine, and prints it.
    const running = spawn(this.#installed.program, ['--remote-debugging-port=0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = running;
    this.#browser = await chromium.connectOverCDP(await debuggerOf(running), { isLocal: true });
    const [context] = this.#browser.contexts();
    if (context === undefined) throw new Error('The app has no window.');
    this.#page = context.pages()[0] ?? (await context.waitForEvent('page'));
    return this.#page;
  }

  end(): Promise<void> {
    throw new Error('No story of the installed app ends it in good order.');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    if (running.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    }
    await this.#browser?.close();
  }

  async update(): Promise<Page> {
    this.#installed.update();
    // On Windows the installer has ended the app; on macOS the old one still runs.
    await this.kill();
    return await this.open();
  }

  chooseFiles(): Promise<void> {
    throw onlyElsewhere();
  }

  fileSavedBy(): Promise<SavedFile> {
    throw onlyElsewhere();
  }

  openAnother(): Promise<Page> {
    throw onlyElsewhere();
  }

  get address(): string {
    throw onlyElsewhere();
  }

  newAddress(): Promise<string> {
    throw onlyElsewhere();
  }
}

/** The address of the debugger, once the app has told it. @throws Error if the app ends before */
async function debuggerOf({ stderr }: Running): Promise<string> {
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = createInterface(stderr);
  lines.on('line', (line) => {
    const address = /^DevTools listening on (ws:\S+)$/.exec(line.trim())?.[1];
    if (address !== undefined) resolve(address);
    else if (said.length < 50) said.push(line);
  });
  lines.on('close', () => reject(new Error(`The app ended before it had a window.\n${said.join('\n')}`)));
  return await promise;
}

function onlyElsewhere(): Error {
  return new Error('The dialogs of an installed app cannot be automated; its stories drop files.');
}
