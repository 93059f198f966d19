/** @file Electron-builder, as it is locked in build/: installs it once, and runs it without any network. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = join(root, 'build/node_modules');
/** Which lock file the tools were installed from. */
const stamp = join(tools, '.installed-from');

/** Loads a library of Electron-builder's; they are not among the dependencies of the tests. */
export const toolRequire = createRequire(join(root, 'build/package.json'));

/** Runs `npm ci --prefix build` where build/node_modules is not what build/package-lock.json says. */
export function installBuilder(): void {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'build/package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--prefix', 'build', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const options = { cwd: root, stdio: 'inherit' } as const;
  // On Windows npm is a script, which only a shell starts; all words are ours.
  if (npm === undefined) execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
  else execFileSync(process.execPath, [npm, ...args], options);
  writeFileSync(stamp, digest);
}

/** Where no server answers: every download fails. */
const NOWHERE = 'https://127.0.0.1:1/';

export interface Ran {
  /** The exit code; null if it was killed. */
  code: number | null;
  said: string;
}

/**
 * Runs Electron-builder on this project, unsigned and offline.
 * @param options after the configuration of the project
 * @param environment what differs from the one of the tests
 */
export function runBuilder(options: readonly string[], environment: NodeJS.ProcessEnv = {}): Ran {
  const cli = join(tools, 'electron-builder/cli.js');
  const all = ['--config', 'build/electron-builder.yml', '--publish', 'never', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...all], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
      ELECTRON_MIRROR: NOWHERE,
      ELECTRON_BUILDER_BINARIES_MIRROR: NOWHERE,
      npm_config_offline: 'true',
      ...environment,
    },
  });
  return { code: status, said: `${stdout}${stderr}` };
}
