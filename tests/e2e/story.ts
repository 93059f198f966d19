/** @file The start of every story: the app, open in a data folder of its own, and services to send to. */

import { existsSync } from 'node:fs';
import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { type PracticeOptions, type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import type { TransferSettings } from '../../src-main/wire/transfer/transfer-settings.ts';
import { openPolicyPlace } from '../cli/policy-place.ts';
import { openWorkplace, type Workplace } from '../cli/tranship.ts';
import { noteProcessorTime } from '../harness/processor-time-of-story.ts';
import { BrowserWindow } from './app/browser-window.ts';
import { type DesktopProduct, packedProduct } from './app/desktop-product.ts';
import { desktopRuntime } from './app/desktop-runtime.ts';
import { DesktopWindow } from './app/desktop-window.ts';
import { DoubleWindow } from './app/double-window.ts';
import { InstalledWindow, installedApp } from './app/installed-window.ts';
import { makeReadyFolder, PASSPHRASE } from './app/ready-folder.ts';
import type { AppWindow } from './app/window.ts';
import { openWindowHost, type WindowHost } from './app/window-host.ts';
import { printPage } from './failed-page.ts';

export { dropFiles, dropFromSystem } from './app/window.ts';
export { expect };

/** The shell in which a project of playwright.config.ts opens the window. */
export interface ShellChoice {
  shell: 'browser' | 'desktop' | 'desktop-double' | 'installed';
}

interface StoryFixtures {
  processorTime: undefined;
  /** What the organisation has set on the computer of the story; undefined for nothing. */
  policy: unknown;
  /** Settings of the transfer that differ from the usual ones. */
  transfer: Partial<TransferSettings>;
  /** Whether the app of the browser shell runs as a process that the story kills. */
  hasProcess: boolean;
  workplace: Workplace;
  /** The app, open. */
  app: AppWindow;
  /** Its first window. */
  page: Page;
  /** Starts a service to send to, at full speed by default; it ends with the story. */
  startTenant: (options?: PracticeOptions) => Promise<PracticeTenant>;
  /** Writes a valid export; exports of different seeds share nothing. Returns its path. */
  writeExport: (name: string, size?: { bytes?: number; seed?: number }) => Promise<string>;
}

interface WorkerFixtures extends ShellChoice {
  /** The folder of the exports that were made before: a large one is copied in a fraction of the time. */
  samples: string;
  /** Undefined where the desktop app is tested, which needs none. */
  chromium: Browser | undefined;
  /** What the double of Electron runs. */
  desktopProduct: DesktopProduct | undefined;
  /** Undefined where the app is not tested in the double of Electron. */
  windowHost: WindowHost | undefined;
}

const policySchema = z.record(z.string(), z.unknown()).optional();

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  processorTime: [noteProcessorTime, { auto: true }],
  shell: ['browser', { option: true, scope: 'worker' }],
  chromium: [
    async ({ playwright, shell }, use) => {
      const browser = shell === 'browser' ? await playwright.chromium.launch() : undefined;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  desktopProduct: [
    async ({ shell }, use) => use(shell === 'desktop-double' ? await packedProduct() : undefined),
    { scope: 'worker', timeout: 600_000 },
  ],
  windowHost: [
    async ({ playwright, shell }, use) => {
      if (shell !== 'desktop-double') return await use(undefined);
      await using host = await openWindowHost(playwright.chromium, { width: 1280, height: 800 });
      await use(host);
    },
    { scope: 'worker' },
  ],
  policy: [undefined, { option: true }],
  transfer: [{}, { option: true }],
  hasProcess: [false, { option: true }],
  workplace: async ({ policy, shell, transfer }, use) => {
    using place = policy === undefined || shell === 'browser' ? undefined : openPolicyPlace(policy);
    await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: PASSPHRASE }, place?.under);
    await makeReadyFolder(workplace.home, { hasPassphrase: shell === 'browser', transfer });
    await use(workplace);
  },
  app: async ({ chromium, shell, windowHost, desktopProduct, workplace, hasProcess, policy }, use) => {
    if (windowHost !== undefined && desktopProduct !== undefined) {
      const app = new DoubleWindow(windowHost, desktopProduct, workplace);
      await app.open();
      await use(app);
      await app.kill();
      return;
    }
    if (chromium === undefined) {
      const app =
        shell === 'installed'
          ? new InstalledWindow(installedApp(), workplace.home)
          : new DesktopWindow(desktopRuntime() ?? '', workplace.folder, workplace.home);
      await app.open();
      await use(app);
      await app.kill();
      return;
    }
    const context = await chromium.newContext();
    const page = await context.newPage();
    const app = new BrowserWindow({ workplace, context, page, hasProcess, policy: policySchema.parse(policy) });
    await app.open();
    await use(app);
    await context.close();
    await app.end();
  },
  page: async ({ app }, use, story) => {
    await use(app.page);
    if (story.status !== story.expectedStatus) await printPage(app.page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  startTenant: async ({}, use) => {
    const tenants: PracticeTenant[] = [];
    await use(async (options) => {
      const tenant = await startPracticeTenant({ pace: 50, ...options });
      tenants.push(tenant);
      return tenant;
    });
    await Promise.all(tenants.map((tenant) => tenant.close()));
  },
  samples: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tranship-samples-'));
      await use(folder.path);
    },
    { scope: 'worker' },
  ],
  writeExport: async ({ samples, workplace }, use) => {
    let written = 1000;
    await use(async (name, { bytes = 60_000, seed = written++ } = {}) => {
      const sample = join(samples, `${bytes} bytes, ${seed}`);
      if (!existsSync(sample)) await writeSampleExport(sample, bytes, seed);
      const path = join(workplace.folder, name);
      await copyFile(sample, path);
      return path;
    });
  },
});
