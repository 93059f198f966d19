/** @file A folder that is held open: links lead nowhere, on each system by its own means. */

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoPlainFile, OpenedFolder } from '../../src-main/ground/files/opened-folder.ts';

let root: string;
let folder: string;
let elsewhere: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'opened-')));
  folder = join(root, 'in');
  elsewhere = join(root, 'elsewhere');
  await mkdir(folder);
  await mkdir(elsewhere, { mode: 0o700 });
  await writeFile(join(elsewhere, 'secret'), 'secret');
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(root, { recursive: true });
});

/** Plays what is asked of a system; its folders stay those of this one. */
function playSystem(platform: string): void {
  const played = Object.create(process, { platform: { value: platform } });
  vi.stubGlobal('process', Object.assign(played, { umask: process.umask.bind(process) }));
}

const systems = process.platform === 'linux' ? ['linux', 'darwin', 'win32'] : [process.platform];

describe.each(systems)('an opened folder on %s', (system) => {
  beforeEach(() => playSystem(system));

  it('is not opened by a link, nor by a way with one', async () => {
    await symlink(elsewhere, join(root, 'link'));
    await mkdir(join(elsewhere, 'below'));
    await expect(OpenedFolder.open(join(root, 'link'))).rejects.toThrow();
    await expect(OpenedFolder.open(join(root, 'link', 'below'))).rejects.toThrow('a link leads to another place');
  });

  it('opens no folder in it through a link', async () => {
    await symlink(elsewhere, join(folder, 'done'));
    await using opened = await OpenedFolder.open(folder);
    await expect(opened.folder('done')).rejects.toThrow('a link where a folder is needed');
    await expect(opened.makeFolder('done', 0o777)).rejects.toThrow('a link where a folder is needed');
    expect(await readdir(elsewhere)).toEqual(['secret']);
  });

  it('reads no link, no pipe and no folder', async () => {
    await symlink(join(elsewhere, 'secret'), join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await mkdir(join(folder, 'sub'));
    await using opened = await OpenedFolder.open(folder);
    for (const name of ['link', 'pipe', 'sub']) await expect(opened.openFile(name)).rejects.toThrow(NoPlainFile);
  });

  it('never puts anything into what has taken its place', async () => {
    await writeFile(join(folder, 'a'), 'a');
    await using opened = await OpenedFolder.open(folder);
    await using done = await opened.makeFolder('done', 0o755);
    await rename(folder, join(root, 'away'));
    await symlink(elsewhere, folder);

    const moved = opened.move('a', done, 'a');
    // Linux finds the opened folder where it is now; elsewhere that it is gone is noticed.
    if (system === 'linux') await moved;
    else await expect(moved).rejects.toThrow();

    expect(await readdir(elsewhere)).toEqual(['secret']);
    expect(await readdir(join(root, 'away', 'done'))).toEqual(system === 'linux' ? ['a'] : []);
  });

  it.skipIf(process.platform === 'win32')(
    'makes folders and files with the very mode, and leaves that of others',
    async () => {
      await mkdir(join(folder, 'private'), { mode: 0o700 });
      const mask = process.umask(0o077);
      try {
        await using opened = await OpenedFolder.open(folder);
        await using _made = await opened.makeFolder('done', 0o1777);
        await using _private = await opened.makeFolder('private', 0o777);
        await using _file = await opened.createFile('a', 0o664);
      } finally {
        process.umask(mask);
      }
      const modeOf = async (name: string) => ((await stat(join(folder, name))).mode & 0o7777).toString(8);
      expect([await modeOf('done'), await modeOf('private'), await modeOf('a')]).toEqual(['1777', '700', '664']);
    },
  );

  it('makes no file where there is a link', async () => {
    await symlink(join(elsewhere, 'new'), join(folder, 'a'));
    await chmod(elsewhere, 0o700);
    await using opened = await OpenedFolder.open(folder);
    await expect(opened.createFile('a', 0o666)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readdir(elsewhere)).toEqual(['secret']);
  });
});
