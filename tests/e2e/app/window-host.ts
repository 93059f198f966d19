/** @file The Chromium whose pages are the windows of Electron's double: one for all stories of a worker. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserType, expect, type ViewportSize } from '@playwright/test';
import { WAIT_MS } from '../../patience.ts';
import { quietFlags } from './chromium.ts';

export interface WindowHost extends AsyncDisposable {
  /** Sees the pages of every double. */
  readonly context: BrowserContext;
  /** Where a double connects to. */
  readonly endpoint: string;
}

/**
 * Starts it. Playwright launches it, instead of connecting, because only then are dropped files the files of the disk,
 * with their paths; to a browser that it connects to, it sends their contents.
 */
export async function openWindowHost(chromium: BrowserType, viewport: ViewportSize): Promise<WindowHost> {
  const profile = await mkdtemp(join(tmpdir(), 'tranship-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    viewport,
    locale: 'en-GB',
    args: [...quietFlags, '--remote-debugging-port=0'],
  });
  context.setDefaultTimeout(WAIT_MS);
  return {
    context,
    endpoint: await endpointIn(profile),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Chromium writes it by itself, usually before Playwright has its first page. */
async function endpointIn(profile: string): Promise<string> {
  let written: string[] = [];
  await expect(async () => {
    written = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    expect(written).toHaveLength(2);
  }).toPass({ timeout: WAIT_MS });
  const [port, path] = written;
  return `ws://127.0.0.1:${port}${path}`;
}
