/** @file Before tests that need real proxies: makes sure that they are there, or says what to do. They are never skipped. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the lists and the packages, about 15 MB, on a slow line, and for another process that does the same. */
const PATIENCE_MS = 5 * 60_000;

/** The Debian packages, and what each brings. */
const packages = {
  tinyproxy: '/usr/bin/tinyproxy',
  'squid-openssl': '/usr/lib/squid/security_file_certgen',
  openssl: '/usr/bin/openssl',
} as const;

const names = Object.keys(packages).join(', ');
const WAY_OUT = `Install the Debian packages ${names}, or run the tests as root on Debian: then they do it.`;

export function installPrograms(): void {
  if (missing().length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`These tests need ${missing().join(', ')}. ${WAY_OUT}`);
  }
  console.log(`Installing ${missing().join(', ')} for the tests of the network …`);
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...Object.keys(packages));
  } catch (cause) {
    throw new Error(`apt-get could not install ${missing().join(', ')}. ${WAY_OUT}`, { cause });
  }
  if (missing().length > 0) throw new Error(`apt-get did not bring ${missing().join(', ')}. ${WAY_OUT}`);
}

function missing(): string[] {
  return Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
}

/** One at a time, whichever test files run beside each other. A service that comes with a package is not started. */
function apt(...args: string[]): void {
  execFileSync('flock', [join(tmpdir(), 'tranship-apt.lock'), 'apt-get', '-q', ...args], {
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
