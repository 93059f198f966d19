/**
 * @file Implements `npm run package`: builds the app and its papers, then has Electron-builder make the installers.
 * Everything but Electron-builder runs without the signing secrets, and nothing is installed here. What follows
 * `npm run package --` is for Electron-builder.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from './package.json' with { type: 'json' };
import { signingOf, withoutSecrets } from './signing.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const builder = join(root, 'build/node_modules/electron-builder');

process.exitCode = makeInstallers(process.argv.slice(2));

/** @returns the exit code */
function makeInstallers(given: readonly string[]): number {
  if (installedBuilder() !== manifest.devDependencies['electron-builder']) {
    console.error(
      'Electron-builder is not installed in the version of build/package.json. Run `npm ci --prefix build` first, without ' +
        'the signing secrets in the environment.',
    );
    return 1;
  }
  const clean = withoutSecrets(process.env);
  const steps = [
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    ['build/papers.ts'],
    ...launcherSteps(process.platform),
  ];
  for (const step of steps) {
    const code = run(step, clean);
    if (code !== 0) return code;
  }
  const signing = signingOf(process.env, process.platform);
  console.log(
    signing.isSigned ? 'The installers will be signed.' : 'No certificate is named: the installers will be unsigned.',
  );
  const cli = join(builder, 'cli.js');
  const options = ['--config', 'build/electron-builder.yml', '--publish', 'never', ...signing.options, ...given];
  return run([cli, ...options], signing.environment);
}

/** On Windows the command `tranship` is a program of its own; elsewhere it is a script that needs no step. */
function launcherSteps(platform: NodeJS.Platform): string[][] {
  return platform === 'win32' ? [['build/launcher/compile.ts', 'out/launcher']] : [];
}

function installedBuilder(): unknown {
  const file = join(builder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

function run(command: readonly string[], env: NodeJS.ProcessEnv): number {
  const { status, error } = spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}
