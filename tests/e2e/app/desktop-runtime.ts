/** @file Detects whether the desktop app can be tested here: it needs Electron's runtime and a display. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../node_modules/electron/', import.meta.url));

/** The path of Electron's program; undefined where it cannot open a window. */
export function desktopRuntime(): string | undefined {
  const { platform, env } = process;
  const hasDisplay = platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  // Chromium's sandbox does not work for root.
  if (!hasDisplay || (platform === 'linux' && process.getuid?.() === 0)) return undefined;
  // Looks where electron/index.js looks, which would download it.
  if (!existsSync(`${folder}path.txt`)) return undefined;
  const runtime = `${folder}dist/${readFileSync(`${folder}path.txt`, 'utf8')}`;
  return existsSync(runtime) ? runtime : undefined;
}
