/**
 * @file Builds the product once before the tests: real processes and threads are tested as they ship. What was built from
 * the same sources before is not built again.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src-*/**/*.*',
  'electron.vite.config.ts',
  'build/bundled-packages.ts',
  'build/quick-start.ts',
  'build/update-source.ts',
  'package.json',
  'package-lock.json',
];
/** What the product was built from. Every build empties this folder, so that it never speaks of another one. */
const stamp = join(root, 'out/main/built-from');

export default function buildProduct(): void {
  const digest = digestOfSources();
  if (builtFrom() === digest) return;
  const build = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [build, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  writeFileSync(stamp, digest);
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
