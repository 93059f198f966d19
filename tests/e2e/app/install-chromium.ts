/**
 * @file Runs before the end-to-end tests: ensures that there is a Chromium, or says what to do. The tests are never
 * skipped.
 */

import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from '../../debian-packages.ts';
import { DEBIAN_CHROMIUM, findChromium } from './chromium.ts';

const WAYS_OUT =
  'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH, or run “npx playwright install chromium”.';

export default function installChromium(): void {
  const found = findChromium();
  if (found === undefined) installDebianPackage();
  else if (!existsSync(found)) throw new Error(`There is no Chromium at ${found}, as CHROMIUM_PATH says. ${WAYS_OUT}`);
}

function installDebianPackage(): void {
  if (!canInstallPackages()) {
    throw new Error(`The end-to-end tests need Chromium, and there is none. ${WAYS_OUT}`);
  }
  console.log('Installing Chromium for the end-to-end tests …');
  try {
    installPackages('chromium');
  } catch (cause) {
    throw new Error(`Chromium could not be installed with apt-get. ${WAYS_OUT}`, { cause });
  }
  if (!existsSync(DEBIAN_CHROMIUM)) throw new Error(`apt-get installed no ${DEBIAN_CHROMIUM}. ${WAYS_OUT}`);
}
