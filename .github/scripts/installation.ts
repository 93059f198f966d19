/**
 * @file `node .github/scripts/installation.ts install KIND FOLDER` installs the app silently from the installer in the
 * folder, and notes where it is for the next steps; `… uninstall KIND FOLDER` removes it, and fails if anything is left
 * but the data folder, or if the data folder is gone.
 */

import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../../src-main/ground/files/data-folder.ts';
import { type Installation, installationOf, isKind, kinds, LOGS, registryLeftovers } from './installers.ts';
import { run } from './run.ts';

/** The uninstaller of NSIS continues in a copy of itself after it has ended. */
const PATIENCE_MS = 120_000;
const INTERVAL_MS = 500;
const MARK = 'kept-when-uninstalled.txt';

function execute([program, ...values]: readonly [string, ...string[]]): void {
  const { status, error } = spawnSync(program, values, { stdio: 'inherit' });
  if (error !== undefined || status !== 0) {
    throw new Error(`${[program, ...values].join(' ')} ended with ${error?.message ?? status}.`);
  }
}

function install({ install: commands, app, program, archive, command: launcher }: Installation): string {
  for (const command of commands) execute(command);
  for (const path of [program, archive, launcher])
    if (!existsSync(path)) throw new Error(`The installer brought no ${path}.`);
  const { GITHUB_OUTPUT } = process.env;
  if (GITHUB_OUTPUT)
    appendFileSync(GITHUB_OUTPUT, `app=${app}\nprogram=${program}\narchive=${archive}\ncommand=${launcher}\n`);
  return `Installed: ${program}`;
}

async function uninstall(installation: Installation): Promise<string> {
  const data = dataFolder(process.env, process.platform, homedir());
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, MARK), '');
  for (const command of installation.uninstall) execute(command);
  const patience = Date.now() + PATIENCE_MS;
  let left = leftovers(installation);
  while (left.length > 0 && Date.now() < patience) {
    await pause(INTERVAL_MS);
    left = leftovers(installation);
  }
  if (left.length > 0) throw new Error(`After the app was uninstalled, this is left:\n${left.join('\n')}`);
  if (!existsSync(join(data, MARK))) throw new Error(`The data folder ${data} did not survive.`);
  rmSync(join(data, MARK));
  return 'The app is gone, and the data folder is as it was.';
}

function leftovers({ files, registry }: Installation): string[] {
  const keys = registry.flatMap((search) => {
    const [program, ...values] = search;
    return registryLeftovers(search, spawnSync(program, values, { encoding: 'utf8', maxBuffer: 1e8 }));
  });
  return [...files.filter(isThere), ...keys];
}

/** Also for a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

if (import.meta.main) {
  run(([what, kind = '', folder = 'dist']) => {
    if (!isKind(kind)) throw new Error(`Say which of ${kinds.join(', ')}.`);
    const installation = installationOf(kind, folder, readdirSync(folder), process.arch, process.env);
    mkdirSync(LOGS, { recursive: true });
    if (what === 'install') return install(installation);
    if (what === 'uninstall') return uninstall(installation);
    throw new Error('Say “install” or “uninstall”.');
  });
}
