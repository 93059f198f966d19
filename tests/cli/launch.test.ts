/** @file What `tranship` starts keeps its compiled code beside the program, and never depends on that. */

import { execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../../src-main/shells/cli/launch.cjs', import.meta.url));

let root: string;
let compiled: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tranship-launch-'));
  compiled = join(root, 'out/main/compiled');
  for (const folder of ['src-main/shells/cli', 'out/main']) await mkdir(join(root, folder), { recursive: true });
  await copyFile(launcher, join(root, 'src-main/shells/cli/launch.cjs'));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'out/main/tranship.js'), "import { word } from './part.js'; console.log(word);");
  await writePart('first');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const writePart = (word: string) => writeFile(join(root, 'out/main/part.js'), `export const word = '${word}';`);

/** All that the program prints. */
async function start(): Promise<string> {
  const [program, ...args] = startingArguments();
  const { stdout, stderr } = await promisify(execFile)(program, args, { env: cleanEnvironment() });
  return stdout + stderr;
}

const startingArguments = () => [process.execPath, join(root, 'src-main/shells/cli/launch.cjs')] as const;

function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...environment } = process.env;
  return environment;
}

async function keptFiles(): Promise<string[]> {
  const entries = await readdir(compiled, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

it('keeps the compiled code for the next start', async () => {
  expect(await start()).toBe('first\n');
  expect(await keptFiles()).toHaveLength(2);
  expect(await start()).toBe('first\n');
});

it('runs what the program is now, not what was compiled before', async () => {
  await start();
  await writePart('other');
  expect(await start()).toBe('other\n');
});

it('runs where nothing can be kept', async () => {
  await writeFile(compiled, 'no folder');
  expect(await start()).toBe('first\n');
  expect(await readFile(compiled, 'utf8')).toBe('no folder');
});

it('runs when what was kept is damaged, or was cut by a full disk', async () => {
  await start();
  const [first = '', second = ''] = await keptFiles();
  await writeFile(first, 'x'.repeat(4000));
  await truncate(second, 40);
  expect(await start()).toBe('first\n');
});

it('runs several times at once', async () => {
  expect(await Promise.all(Array.from({ length: 4 }, start))).toEqual(Array(4).fill('first\n'));
  expect(await keptFiles()).toHaveLength(2);
  expect(await start()).toBe('first\n');
});

/** A Node that is too old, on this system, which says what it hears and whom it ends; and the Node of the project, which waits. */
async function startOnOldNode(platform: NodeJS.Platform) {
  const old = join(root, 'old.cjs');
  await writeFile(
    old,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    const { ChildProcess } = require('node:child_process');
    const { kill } = ChildProcess.prototype;
    ChildProcess.prototype.kill = function (signal) { console.log('ended'); return kill.call(this, signal); };
    const heard = setInterval(() => {
      if (process.listenerCount('SIGINT') === 0) return;
      clearInterval(heard);
      process.on('SIGINT', () => { console.log('heard'); });
      console.log('ready');
    }, 5);`,
  );
  const project = join(root, 'node_modules/node/bin');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'node'), `#!${process.execPath}\nprocess.on('disconnect', () => process.exit());`);
  await chmod(join(project, 'node'), 0o755);
  return spawn(process.execPath, ['--require', old, join(root, 'src-main/shells/cli/launch.cjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it.runIf(process.platform !== 'win32').each([
  ['win32', ['ready', 'heard']],
  ['linux', ['ready', 'ended', 'heard']],
] as const)('Ctrl-C on %s, where the Node is too old: %s', async (platform, said) => {
  const launched = await startOnOldNode(platform);
  const lines: string[] = [];
  for await (const line of createInterface(launched.stdout)) {
    lines.push(line);
    if (line === 'ready') launched.kill('SIGINT');
    if (line === 'heard') launched.kill('SIGKILL');
  }
  expect(lines).toEqual(said);
});

describe.runIf(process.platform !== 'win32')('other users of this computer', () => {
  it('can change nothing of what is kept, whatever the umask of the shell says', async () => {
    await promisify(execFile)('sh', ['-c', 'umask 000; exec "$0" "$@"', ...startingArguments()], {
      env: cleanEnvironment(),
    });
    const kept = [compiled, ...(await readdir(compiled)).map((name) => join(compiled, name)), ...(await keptFiles())];
    for (const path of kept) expect((await stat(path)).mode & 0o077, path).toBe(0);
  });

  it('give no code: a folder that they may write to is not used', async () => {
    await mkdir(compiled);
    await chmod(compiled, 0o777);
    expect(await start()).toBe('first\n');
    expect(await keptFiles()).toEqual([]);
  });

  it('give no code: nor is a folder within it that they may write to', async () => {
    await start();
    const [within = ''] = await readdir(compiled);
    await rm(join(compiled, within), { recursive: true });
    await mkdir(join(compiled, within));
    await chmod(join(compiled, within), 0o777);
    expect(await start()).toBe('first\n');
    expect(await keptFiles()).toEqual([]);
  });
});
