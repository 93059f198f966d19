/** @file Finds and starts the Chromium of the end-to-end tests, without network access of its own. */

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Debian's package installs it. */
export const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** The first that exists; undefined if there is none. A CHROMIUM_PATH that does not exist is an error. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
  return [DEBIAN_CHROMIUM, '/usr/bin/google-chrome', chromium.executablePath()].find((path) => existsSync(path));
}

export const quietFlags = [
  // Tests run as root in containers, and open only the app's own page.
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
