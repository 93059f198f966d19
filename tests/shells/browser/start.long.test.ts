/** @file `npm start` in a project whose builder, desktop runtime and command line are doubles. */

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../build/start.js', import.meta.url));
/** The doubles are programs for this Node, started in place of the runtime. */
const nodeProgram = (lines: string) => `#!${process.execPath}\n${lines}\n`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tranship-start-'));
  await place('package.json', '{"type":"module"}');
  await place('node_modules/electron-vite/package.json', '{"type":"commonjs"}');
  await place('node_modules/electron-vite/bin/electron-vite.js', 'console.log("built");');
  await place('node_modules/electron/package.json', '{"type":"commonjs"}');
  await place('src-main/shells/cli/launch.cjs', 'console.log("browser", process.argv.slice(2).join(" "));');
  await mkdir(join(root, 'build'));
  await copyFile(script, join(root, 'build/start.js'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function place(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text, { mode });
}

const haveRuntime = async (lines: string) => {
  await place('node_modules/electron/path.txt', 'electron');
  await place('node_modules/electron/dist/electron', nodeProgram(lines), 0o755);
};
const haveInstaller = (lines: string) => place('node_modules/electron/install.js', lines);

function start(environment: Record<string, string> = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const preload = join(root, 'nobody.cjs');
  const env = { PATH: process.env.PATH, DISPLAY: ':0', ...environment };
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
  // An ordinary user, independent of who runs these tests.
  const args = ['--require', preload, join(root, 'build/start.js'), '--port', '8000'];
  void place('nobody.cjs', 'process.getuid = () => Number(process.env.AS_USER ?? 1000);').then(() =>
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );
  return promise;
}

const inBrowser = 'The same app is served in a browser instead.\nbrowser serve --port 8000\n';

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  it('npm start builds, and opens the desktop app', async () => {
    await haveRuntime('console.log("desktop", process.argv.length)');
    expect(await start()).toMatchObject({ code: 0, stdout: 'built\ndesktop 3\n' });
  });

  it('npm start downloads the runtime when it is missing', async () => {
    const runtime = JSON.stringify(nodeProgram('console.log("desktop")'));
    await haveInstaller(`
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync(__dirname + '/dist');
      writeFileSync(__dirname + '/dist/electron', ${runtime}, { mode: 0o755 });
      writeFileSync(__dirname + '/path.txt', 'electron');`);
    expect((await start()).stdout).toMatch(/^built\nDownloading .*\ndesktop\n$/);
  });

  it('npm start ends with the exit code of the desktop app once its window has opened', async () => {
    await haveRuntime('process.exit(0)');
    expect((await start()).code).toBe(0);
  });

  const reasons: [string, string, () => Promise<void>, Record<string, string>][] = [
    ['there is no display', 'there is no display', () => haveRuntime(''), { DISPLAY: '' }],
    ['it is started by root', 'its sandbox does not work for root', () => haveRuntime(''), { AS_USER: '0' }],
    [
      'the runtime must not be downloaded',
      'ELECTRON_SKIP_BINARY_DOWNLOAD forbids',
      async () => {},
      { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
    ],
    [
      'the download fails',
      '(Error: getaddrinfo ENOTFOUND github.com)',
      () => haveInstaller('console.error("Error: getaddrinfo ENOTFOUND github.com"); process.exit(1);'),
      {},
    ],
    ['the download brings nothing', 'not whole after its download', () => haveInstaller(''), {}],
    [
      'the download never ends',
      'could not be downloaded within',
      () => haveInstaller('setInterval(() => {}, 1000);'),
      { TRANSHIP_DOWNLOAD_SECONDS: '1' },
    ],
    [
      'the runtime lacks a library',
      '(error while loading shared libraries: libnss3.so)',
      () => haveRuntime('console.error("error while loading shared libraries: libnss3.so"); process.exit(127);'),
      {},
    ],
    [
      'the runtime is not made for this machine',
      'its runtime does not start',
      async () => {
        await place('node_modules/electron/path.txt', 'electron');
        await place('node_modules/electron/dist/electron', '#!/nonexistent/loader\n', 0o755);
      },
      {},
    ],
  ];
  it.each(reasons)(
    'npm start serves the app in a browser and gives the reason when %s',
    async (_case, why, prepare, environment) => {
      await prepare();
      const { code, stdout } = await start(environment);
      expect(code).toBe(0);
      expect(stdout).toContain(why);
      expect(stdout.endsWith(inBrowser)).toBe(true);
    },
  );

  it('npm start reports that the build failed, and starts nothing', async () => {
    await place('node_modules/electron-vite/bin/electron-vite.js', 'process.exit(1);');
    const { code, stderr, stdout } = await start();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('could not be built');
  });
});
