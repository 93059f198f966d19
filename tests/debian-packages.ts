/** @file The one way in which tests install the programs of others that they need: as Debian packages, by apt-get. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the lists and the packages, up to 400 MB, on a slow line, and for the other processes that do the same before. */
export const INSTALL_PATIENCE_MS = 15 * 60_000;

/** Whether the user who runs the tests may install packages on this machine. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @throws Error when apt-get fails; it has told why */
export function installPackages(...packages: readonly string[]): void {
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/** One at a time, whichever test files run beside each other. A service that comes with a package is not started. */
function apt(...args: readonly string[]): void {
  execFileSync('flock', [join(tmpdir(), 'tranship-apt.lock'), 'apt-get', '-q', ...args], {
    timeout: INSTALL_PATIENCE_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
