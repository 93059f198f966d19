/**
 * @file Electron-builder calls this before it signs. On macOS only the app itself goes into the image, so the notices of
 * Chromium, which lie beside it, are copied into it. Fails the build where any of the papers is missing.
 */

import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const CHROMIUM = 'LICENSES.chromium.html';

export default function afterPack({ appOutDir, electronPlatformName, packager }) {
  const isMac = electronPlatformName === 'darwin';
  const app = isMac ? join(`${packager.appInfo.productFilename}.app`, 'Contents/Resources') : 'resources';
  const resources = join(appOutDir, app);
  if (isMac) copyFileSync(join(appOutDir, CHROMIUM), join(resources, CHROMIUM));
  const papers = [
    join(resources, 'THIRD-PARTY-NOTICES.txt'),
    join(resources, 'sbom.cdx.json'),
    join(isMac ? resources : appOutDir, CHROMIUM),
  ];
  for (const paper of papers) if (!existsSync(paper)) throw new Error(`The installer would lack ${paper}.`);
}
