/** @file How an update is installed: which installer can do it on this computer, and its start. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { win32 } from 'node:path';
import type { Shell } from 'electron';
import type { UpdateTarget } from '../../updates/manifest.ts';

/** Where the app is, and on what. */
export interface Installation {
  /** The values of `process`. */
  platform: string;
  arch: string;
  execPath: string;
  /** The value of LOCALAPPDATA. */
  localAppData: string | undefined;
}

/**
 * The installer that can update this installation. Undefined where an administrator has installed it for all users, or
 * by MSI or PKG: what IT has rolled out, IT updates. Pure.
 */
export function updateTarget({ platform, arch, execPath, localAppData }: Installation): UpdateTarget | undefined {
  if (platform === 'win32' && arch === 'x64') {
    const isOwn = localAppData !== undefined && isInside(execPath, localAppData);
    return isOwn ? 'windows-x64-setup' : undefined;
  }
  // In a folder of this person, it came from an image. In /Applications it may have come from IT.
  if (platform === 'darwin' && execPath.startsWith('/Users/') && execPath.includes('/Applications/'))
    return arch === 'arm64' ? 'macos-arm64-dmg' : 'macos-x64-dmg';
  return undefined;
}

/**
 * Starts the installer and ends the app: on Windows it installs without questions and opens Tranship again, on macOS the
 * image is opened, from which the person copies the app.
 * @throws what the system says when it cannot be started
 */
export async function startInstaller(
  path: string,
  { platform, shell, quit }: { platform: string; shell: Pick<Shell, 'openPath'>; quit: () => void },
): Promise<void> {
  if (platform === 'win32') {
    const child = spawn(path, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
    child.unref();
  } else {
    const problem = await shell.openPath(path);
    if (problem !== '') throw new Error(problem);
  }
  quit();
}

function isInside(path: string, folder: string): boolean {
  const way = win32.relative(folder, path);
  return way !== '' && !way.startsWith('..') && !win32.isAbsolute(way);
}
