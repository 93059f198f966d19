/**
 * @file Runs before the end-to-end tests: ensures that there is a Chromium, the quickest that can be had, or says what to
 * do. The tests are never skipped.
 */

import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from '../../debian-packages.ts';
import { findChromium, HEADLESS_SHELL } from './chromium.ts';

const WAYS_OUT =
  'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH, or run “npx playwright install chromium”.';

export default function installChromium(): void {
  const found = findChromium();
  const isNamed = Boolean(process.env['CHROMIUM_PATH']);
  if (isNamed && found !== undefined && !existsSync(found))
    throw new Error(`There is no Chromium at ${found}, as CHROMIUM_PATH says. ${WAYS_OUT}`);
  if (isNamed || found === HEADLESS_SHELL) return;
  if (canInstallPackages()) installDebianPackage(found);
  else if (found === undefined) throw new Error(`The end-to-end tests need Chromium, and there is none. ${WAYS_OUT}`);
}

/** @param other what does for the tests, too */
function installDebianPackage(other: string | undefined): void {
  console.log('Installing Chromium for the end-to-end tests …');
  try {
    installPackages('chromium-headless-shell');
  } catch (cause) {
    if (other !== undefined) return;
    throw new Error(`Chromium could not be installed with apt-get. ${WAYS_OUT}`, { cause });
  }
  if (!existsSync(HEADLESS_SHELL)) throw new Error(`apt-get installed no ${HEADLESS_SHELL}.`);
}
