/** @file Builds the product once before the tests: real processes and threads are tested as they ship. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function buildProduct(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const build = fileURLToPath(new URL('../node_modules/electron-vite/bin/electron-vite.js', import.meta.url));
  execFileSync(process.execPath, [build, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
}
