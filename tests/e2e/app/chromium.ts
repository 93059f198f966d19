/** @file Where the Chromium of the end-to-end tests is, and how it is started: without a word to anybody outside. */

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Debian's package puts it. */
export const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** The first that is there; undefined where none is. A CHROMIUM_PATH that leads nowhere is a mistake, not a wish. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
  return [DEBIAN_CHROMIUM, '/usr/bin/google-chrome', chromium.executablePath()].find((path) => existsSync(path));
}

export const quietFlags = [
  // Tests run as root in containers, and open nothing but the app's own page.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];
