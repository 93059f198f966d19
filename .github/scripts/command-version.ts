/**
 * @file `node .github/scripts/command-version.ts COMMAND`: fails unless the command of the installed app starts it, hands on
 * what it prints, and has the version of package.json.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { run } from './run.ts';

const MINUTES = 2;

/** @throws Error that says what the command did instead */
export function checkCommand(command: string, version: string): string {
  const options = { encoding: 'utf8', timeout: MINUTES * 60_000, killSignal: 'SIGKILL' } as const;
  const { status, error, stdout, stderr } = spawnSync(command, ['--version'], options);
  if (error !== undefined || status !== 0 || stdout.trim() !== version) {
    const what = error?.message ?? `exit code ${status}, “${stdout.trim()}”, “${stderr.trim()}”`;
    throw new Error(`${command} --version does not answer ${version}: ${what}.`);
  }
  return `${command} is of version ${version}.`;
}

if (import.meta.main) {
  run(([command = '']) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    return checkCommand(command, String(version));
  });
}
