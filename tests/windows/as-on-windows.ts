/**
 * @file Prepares a test file to run as on Windows, as far as Node can be made to believe it: the platform, the paths, the
 * names and locks of files. It finds what takes the paths of POSIX for granted; signals, processes and threads stay those
 * of this machine.
 */

import { afterAll, vi } from 'vitest';
import { toThisMachine, toWindows } from './windows-paths.ts';

vi.mock('node:path', async (original) => {
  const { win32 } = await original<typeof import('node:path')>();
  return { ...win32, default: win32 };
});
vi.mock('node:fs', async (original) => {
  const { filesOnWindows } = await import('./windows-files.ts');
  return filesOnWindows(await original<object>());
});
vi.mock('node:fs/promises', async (original) => {
  const { filesOnWindows } = await import('./windows-files.ts');
  return filesOnWindows(await original<object>(), true);
});
vi.mock('node:sqlite', async (original) => {
  const { databasesOnWindows } = await import('./windows-files.ts');
  return databasesOnWindows(await original<typeof import('node:sqlite')>());
});
vi.mock('node:child_process', async (original) => {
  const { programsOnWindows } = await import('./windows-programs.ts');
  return programsOnWindows(await original<object>());
});
vi.mock('node:net', async (original) => {
  const { pipesOnWindows } = await import('./windows-pipes.ts');
  return pipesOnWindows(await original<typeof import('node:net')>());
});
vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>();
  const played = {
    ...os,
    EOL: '\r\n',
    platform: () => 'win32',
    homedir: () => toWindows(os.homedir()),
    tmpdir: () => toWindows(os.tmpdir()),
  };
  return { ...played, default: played };
});
vi.mock('node:url', async (original) => {
  const url = await original<typeof import('node:url')>();
  const played = {
    ...url,
    fileURLToPath: (from: string | URL) => toWindows(url.fileURLToPath(from)),
    pathToFileURL: (path: string) => url.pathToFileURL(toThisMachine(path)),
  };
  return { ...played, default: played };
});

const own = Object.entries(Object.getOwnPropertyDescriptors(process));
const played = new Set(['platform', 'cwd', 'getuid', 'geteuid']);
const folder = toWindows(process.cwd());
Object.defineProperties(process, {
  platform: { value: 'win32' },
  cwd: { value: () => folder },
  getuid: { value: undefined },
  geteuid: { value: undefined },
});
// The same process may run the next file.
afterAll(() => void Object.defineProperties(process, Object.fromEntries(own.filter(([name]) => played.has(name)))));
