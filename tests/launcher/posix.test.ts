/** @file The script that is `tranship` on macOS and Linux, with a stand-in for the app. */

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const script = fileURLToPath(new URL('../../build/launcher/posix/tranship', import.meta.url));
/** Prints its arguments, one on each line, and ends with 3. */
const standIn = `#!/bin/sh\nfor argument in "$@"; do printf '[%s]\\n' "$argument"; done\nexit 3\n`;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tranship launcher ');
});
function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** An installation as electron-builder lays it out. @returns the path of the script in it */
function install(system: 'Darwin' | 'Linux'): string {
  const contents = join(folder, system === 'Darwin' ? 'Trans ship.app/Contents' : 'opt/Trans ship');
  const resources = join(contents, system === 'Darwin' ? 'Resources' : 'resources');
  writeProgram(join(contents, system === 'Darwin' ? 'MacOS/Tranship' : 'tranship'), standIn);
  mkdirSync(join(resources, 'command'), { recursive: true });
  copyFileSync(script, join(resources, 'command/tranship'));
  // The script asks for the name of the system.
  writeProgram(join(folder, 'bin/uname'), `#!/bin/sh\necho ${system}\n`);
  return join(resources, 'command/tranship');
}

function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = { DISPLAY: ':0' }) {
  const env = { ...environment, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8', cwd: folder });
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
}

describe.skipIf(process.platform === 'win32')('The command on macOS and Linux', () => {
  it('It passes each argument on as it is, behind the terminator, and ends with the code of the app', () => {
    const args = ['check', 'a b', '', "it's", '*', '--inspect', '$HOME', 'two\\n'];
    const expected = ['--cli', '--', ...args].map((argument) => `[${argument}]`);
    expect(run(install('Darwin'), args)).toEqual({ status: 3, lines: expected, stderr: '' });
  });

  it('It finds its app through links, absolute and relative', () => {
    const command = install('Linux');
    symlinkSync(command, join(folder, 'first'));
    mkdirSync(join(folder, 'own programs'));
    symlinkSync('../first', join(folder, 'own programs/tranship'));
    expect(run(join(folder, 'own programs/tranship'), ['check']).lines).toEqual(['[--cli]', '[--]', '[check]']);
  });

  it('Where Linux has no display, Chromium is told, as a scheduled job needs it', () => {
    const { lines } = run(install('Linux'), ['work'], {});
    expect(lines).toEqual(['[--cli]', '[--ozone-platform=headless]', '[--]', '[work]']);
  });

  it('An app that is gone is a sentence, and 5', () => {
    const command = install('Linux');
    rmSync(join(folder, 'opt/Trans ship/tranship'));
    const { status, stderr } = run(command, ['work']);
    expect([status, stderr]).toEqual([5, expect.stringContaining('Install Tranship again.')]);
  });

  it('Every shell that calls itself a POSIX shell reads it', () => {
    expect(() => execFileSync('sh', ['-n', script])).not.toThrow();
  });
});
