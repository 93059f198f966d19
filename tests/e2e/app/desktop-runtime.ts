/** @file Whether the desktop app can be tested here: Electron's runtime is downloaded, and there is a display for it. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../node_modules/electron/', import.meta.url));

/** The path of Electron's program; undefined where it cannot open a window. */
export function desktopRuntime(): string | undefined {
  const { platform, env } = process;
  const hasDisplay = platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  // Its sandbox does not work for root.
  if (!hasDisplay || (platform === 'linux' && process.getuid?.() === 0)) return undefined;
  // As electron/index.js finds it; that one would download it.
  if (!existsSync(`${folder}path.txt`)) return undefined;
  const runtime = `${folder}dist/${readFileSync(`${folder}path.txt`, 'utf8')}`;
  return existsSync(runtime) ? runtime : undefined;
}
