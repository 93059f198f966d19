/** @file openssl, by which tests make keys and certificates. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The key that `openssl req` is to make, unless a test wants another one. */
export const ellipticCurve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** @throws Error with what openssl says of it */
export function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Does something with files of these names, in a folder that is gone afterwards. */
export function inFolder<Result>(work: (file: (name: string) => string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-certificates-'));
  try {
    return work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
