/**
 * @file Electron-builder calls this when the app is laid out, before fuses and signatures. Removes what Electron’s
 * properties claim on macOS and Tranship does not use; fails the build where any of the papers is missing.
 */

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leanProperties } from './mac-properties.js';

const CHROMIUM = 'LICENSES.chromium.html';

export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const isMac = electronPlatformName === 'darwin';
  const app = join(appOutDir, isMac ? `${packager.appInfo.productFilename}.app` : '.');
  const resources = join(app, isMac ? 'Contents/Resources' : 'resources');
  const papers = [
    join(resources, 'THIRD-PARTY-NOTICES.txt'),
    join(resources, 'sbom.cdx.json'),
    // On macOS only the app itself goes into the image, so Electron-builder moves the notices of Chromium into it.
    join(isMac ? resources : appOutDir, CHROMIUM),
  ];
  for (const paper of papers) if (!existsSync(paper)) throw new Error(`The installer would lack ${paper}.`);
  if (isMac) await trimProperties(join(app, 'Contents'));
}

/** Of the app and of the helpers inside of it. */
async function trimProperties(contents) {
  const { default: plist } = await import('plist');
  for (const file of globSync(['Info.plist', 'Frameworks/*.app/Contents/Info.plist'], { cwd: contents })) {
    const path = join(contents, file);
    writeFileSync(path, plist.build(leanProperties(plist.parse(readFileSync(path, 'utf8')))));
  }
}
