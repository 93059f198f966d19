/** @file Makes sure that Ceph and its S3 gateway are there, or says what to do. The tests are never skipped. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'];
const packages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'];
/** For the lists and the packages, about 60 MB, on a slow line, and for another process that does the same. */
export const INSTALL_PATIENCE_MS = 5 * 60_000;
const WAY_OUT = `On Debian or Ubuntu, “apt-get install ${packages.join(' ')}” installs it.`;

export function installCeph(): void {
  if (isThere()) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests with an S3 store of somebody else need Ceph, and there is none. ${WAY_OUT}`);
  }
  console.log('Installing Ceph for the tests with an S3 store of somebody else …');
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
  } catch (cause) {
    throw new Error(`Ceph could not be installed with apt-get. ${WAY_OUT}`, { cause });
  }
  if (!isThere()) throw new Error(`apt-get installed no Ceph. ${WAY_OUT}`);
}

function isThere(): boolean {
  return programs.every((program) => existsSync(`/usr/bin/${program}`));
}

/** One at a time, whichever test files run beside each other. */
function apt(...args: string[]): void {
  execFileSync('flock', [join(tmpdir(), 'tranship-apt.lock'), 'apt-get', '-q', ...args], {
    timeout: INSTALL_PATIENCE_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
