/** @file Finds and starts the Chromium of the end-to-end tests, without network access of its own. */

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** What Debian's package of the same name installs: Chromium without a window, for half the work. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Where Chrome, Chromium and Playwright's own Chromium are, the best first. @param platform as `process.platform` */
export function usualPlaces(platform: string, variables: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32') {
    const folders = [variables['ProgramFiles'], variables['ProgramFiles(x86)'], variables['LOCALAPPDATA']];
    return folders.flatMap((folder) =>
      folder ? ['Google\\Chrome', 'Chromium'].map((name) => `${folder}\\${name}\\Application\\chrome.exe`) : [],
    );
  }
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  return [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/google-chrome'];
}

/** The first that exists; undefined if there is none. A CHROMIUM_PATH that does not exist is an error. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
  const places = [...usualPlaces(process.platform, process.env), chromium.executablePath()];
  return places.find((path) => existsSync(path));
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
