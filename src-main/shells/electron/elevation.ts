/** @file Detects administrator rights: with them, Windows does not let other programs drop files on the app. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program; returns whether it succeeded. */
export type RunProgram = (path: string) => Promise<boolean>;

/** @param platform the value of `process.platform` */
export async function isElevated(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
  run: RunProgram = endsWell,
): Promise<boolean> {
  if (platform !== 'win32') return false;
  // Lists file system filters: it changes nothing, is part of every Windows, and succeeds only for administrators.
  return await run(join(environment.SystemRoot ?? 'C:\\Windows', 'System32', 'fltmc.exe'));
}

function endsWell(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(path, { windowsHide: true, timeout: 5000 }, (error) => resolve(error === null));
  });
}
