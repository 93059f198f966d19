/**
 * @file The program that is `tranship` on Windows, with a stand-in for the app: compiled by mingw-w64, and run by Wine
 * where this is not Windows. Wine takes its time to start: it is run at night.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileLauncher, compilerFor } from '../../build/launcher/compile.ts';
import { canInstallPackages, INSTALL_PATIENCE_MS, installPackages } from '../debian-packages.ts';
import { isNight } from '../harness/night.ts';
import { folderOfFile } from '../temporary-folder.ts';

const isWindows = process.platform === 'win32';
const packages = ['gcc-mingw-w64-x86-64-win32', 'wine', 'wine64'];
const standIn = fileURLToPath(new URL('stand-in.c', import.meta.url));

let folder: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  if (!isWindows) installWine();
  folder = folderOfFile('tranship launcher ');
  compileLauncher(join(folder, 'app/resources/command'));
  const app = join(folder, 'app/Tranship.exe');
  execFileSync(compilerFor(process.platform), ['-municode', '-mwindows', '-static', '-o', app, standIn]);
  // Wine sets its folder up at its first start.
  if (!isWindows) execFileSync('wineboot', { env: environment(), stdio: 'ignore' });
}, INSTALL_PATIENCE_MS);

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  // It complains where the server has ended by itself, as it does a moment after its last program.
  if (!isWindows) spawnSync('wineserver', ['--kill', '--wait'], { env: environment() });
});

function installWine(): void {
  const isThere = ['x86_64-w64-mingw32-gcc', 'wine', 'wineboot', 'wineserver'].every((name) =>
    (process.env['PATH'] ?? '').split(':').some((place) => existsSync(join(place, name))),
  );
  if (isThere) return;
  if (!canInstallPackages()) {
    throw new Error(`This test needs Wine: on Debian, “apt-get install ${packages.join(' ')}” installs it.`);
  }
  installPackages(...packages);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, WINEPREFIX: join(folder, 'wine'), WINEDEBUG: '-all', DISPLAY: '' };
}

function start(...args: string[]) {
  const program = join(folder, 'app/resources/command/tranship.exe');
  const [command, before] = isWindows ? [program, []] : ['wine', [program]];
  const child = spawn(command, [...before, ...args], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** Runs the command; the stand-in first prints the switch of the launcher, the terminator and its own arguments. */
async function run(...args: string[]) {
  const child = start(...args);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode, lines: stdout.split('\n').slice(0, -1), stdout, stderr };
}

describe.runIf(isWindows || isNight)('The command on Windows', () => {
  it('It passes each argument on as it was typed, behind the terminator', async () => {
    const args = [
      'check',
      'a b',
      '',
      'q"uo\\"te',
      'C:\\folder\\',
      'back \\\\',
      '--proxy-server=evil:1',
      '%PATH%',
      '^&|',
    ];
    expect((await run(...args)).lines).toEqual(['--cli=launcher', '--', ...args]);
  });

  it('It passes characters of every alphabet on, in both directions', async () => {
    expect((await run('Grüße', 'отчёт', '取引', '𝄞')).lines.slice(2)).toEqual(['Grüße', 'отчёт', '取引', '𝄞']);
  });

  it.each([0, 1, 2, 3, 4, 5])('It ends with %i when the app does', async (exitCode) => {
    expect(await run('exit', String(exitCode))).toMatchObject({ exitCode, stderr: '' });
  });

  it('A crash of the app is a fault, and says so', async () => {
    const { exitCode, stderr } = await run('exit', '0xC0000005');
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('The queue is safe. (Windows: 0xC0000005)')]);
  });

  it('The error output stays apart from the output', async () => {
    const { lines, stderr } = await run('error');
    expect([lines, stderr]).toEqual([['--cli=launcher', '--', 'error'], 'to the error output\n']);
  });

  it('A write of no bytes is no end of the output', async () => {
    expect((await run('empty-write')).lines.at(-1)).toBe('after');
  });

  it('All of a long output arrives', async () => {
    expect((await run('flood')).stdout.replace(/^[^0]*/, '')).toHaveLength(1_000_000);
  });

  it('The app learns that the reader of its output has gone', async () => {
    const child = start('flood');
    child.stdout.destroy();
    // What the stand-in returns when a write fails.
    expect(await once(child, 'exit')).toEqual([3, null]);
  });

  it('What the app leaves behind does not keep the command alive', async () => {
    expect(await run('orphan', 'exit', '1')).toMatchObject({ exitCode: 1 });
  });

  it('Ctrl-C reaches the app, whose exit code is returned', async () => {
    const child = start('wait', join(folder, 'interrupted'));
    await waitFor(child, 'waiting');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([4, null]);
    expect(existsSync(join(folder, 'interrupted'))).toBe(false);
  });

  it('The app learns that the command was killed', async () => {
    const note = join(folder, 'killed');
    const child = start('wait', isWindows ? note : `Z:${note}`);
    await waitFor(child, 'waiting');
    child.kill('SIGKILL');
    await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toBe('ended');
  });

  it('An app that is gone is a sentence, and 5', async () => {
    rmSync(join(folder, 'app/Tranship.exe'));
    const { exitCode, stderr } = await run('check');
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('Install Tranship again.')]);
  });
});

/** Only in Wine's own registry: on a real Windows it would be the PATH of whom runs the tests. */
describe.skipIf(isWindows)('The PATH on Windows', () => {
  const registry = (...words: string[]) => execFileSync('wine', ['reg', ...words], { env: environment() }).toString();
  const setPath = (list: string, type = 'REG_EXPAND_SZ') =>
    registry('add', 'HKCU\\Environment', '/v', 'Path', '/t', type, '/d', list, '/f');
  const path = () =>
    /Path\s+(REG_\w+)\s+(.*?)\r?\n/.exec(registry('query', 'HKCU\\Environment', '/v', 'Path'))?.slice(1);
  const change = (action: string) =>
    execFileSync('wine', [join(folder, 'app/resources/command/path.exe'), action, 'user'], { env: environment() });
  const own = () => `Z:${join(folder, 'app/resources/command')}`.replaceAll('/', '\\');

  it('A PATH longer than the texts of NSIS keeps every character, its variables and its type', () => {
    const long = Array.from({ length: 150 }, (_, index) => `%ProgramFiles%\\Folder number ${index}`).join(';');
    setPath(long);
    change('add');
    expect(path()).toEqual(['REG_EXPAND_SZ', `${long};${own()}`]);
    change('remove');
    expect(path()).toEqual(['REG_EXPAND_SZ', long]);
  });

  it('What is there is not added twice, and what is not there is not removed', () => {
    setPath(`C:\\a;${own().toUpperCase()}\\;C:\\b`, 'REG_SZ');
    change('add');
    expect(path()).toEqual(['REG_SZ', `C:\\a;${own().toUpperCase()}\\;C:\\b`]);
    change('remove');
    expect(path()).toEqual(['REG_SZ', 'C:\\a;C:\\b']);
    change('remove');
    expect(path()).toEqual(['REG_SZ', 'C:\\a;C:\\b']);
  });

  it('A folder that only begins alike stays', () => {
    setPath(`${own()}2;C:\\a`);
    change('remove');
    expect(path()).toEqual(['REG_EXPAND_SZ', `${own()}2;C:\\a`]);
  });

  it('A person without a PATH gets one', () => {
    registry('delete', 'HKCU\\Environment', '/v', 'Path', '/f');
    change('add');
    expect(path()).toEqual(['REG_EXPAND_SZ', own()]);
  });
});

async function waitFor(child: ReturnType<typeof start>, words: string): Promise<void> {
  let said = '';
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    said += part;
    if (said.includes(words)) return;
  }
  throw new Error(`It ended without “${words}”: ${said}`);
}
