/** @file Whether the app runs with administrator rights: Windows then lets no other program drop files on it. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program and tells whether it ended well. */
export type RunProgram = (path: string) => Promise<boolean>;

/** @param platform as `process.platform` says */
export async function isElevated(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
  run: RunProgram = endsWell,
): Promise<boolean> {
  if (platform !== 'win32') return false;
  // Lists file system filters: changes nothing, is part of every Windows, and does it for administrators only.
  return await run(join(environment.SystemRoot ?? 'C:\\Windows', 'System32', 'fltmc.exe'));
}

function endsWell(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(path, { windowsHide: true, timeout: 5000 }, (error) => resolve(error === null));
  });
}
