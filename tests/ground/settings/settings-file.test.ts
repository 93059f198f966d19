import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError as AppErrorType } from '../../../src-shared/errors.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** What the disk answers when something is written; undefined where it writes. */
const disk = vi.hoisted(() => ({ answer: undefined as Error | undefined }));
vi.mock('conf', async (importOriginal) => {
  const { default: Conf } = await importOriginal<typeof import('conf')>();
  return {
    default: class extends Conf {
      constructor(options: { cwd: string; configName: string }) {
        // The last thing that conf asks for before it writes.
        const serialize = (value: unknown) => {
          if (disk.answer !== undefined) throw disk.answer;
          return JSON.stringify(value);
        };
        super({ ...options, serialize });
      }
    },
  };
});
vi.mock('electron', () => ({ ipcMain: { removeAllListeners: () => {} } }));
// What electron-store adds to conf is the choice of Electron's own folder, and a folder is given.
vi.mock('electron-store', async () => {
  const { default: Conf } = await import('conf');
  return {
    default: class extends Conf {
      constructor({ name, ...options }: { name: string; cwd: string }) {
        super({ ...options, configName: name });
      }
    },
  };
});

// Files that share a process may have loaded the library before it was replaced here.
vi.resetModules();
const { AppError } = await import('../../../src-shared/errors.ts');
const { makeDataFolder, openSettings } = await import('../../../src-main/ground/settings/open-settings.ts');
const { keptObject } = await import('../../../src-main/ground/settings/settings-file.ts');
const { openDesktopSettings } = await import('../../../src-main/shells/electron/settings.ts');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  disk.answer = undefined;
});

const file = () => join(folder, 'settings.json');
const systemError = (code: string, message: string) =>
  Object.assign(new Error(`${code}: ${message}, write`), { code, errno: -1, syscall: 'write' });

/** The error that a person would read. */
function thrownBy(work: () => unknown): AppErrorType {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw new Error('The error is not in our words.', { cause: thrown });
  }
  throw new Error('Nothing was thrown.');
}

describe.each([
  ['the desktop', openDesktopSettings],
  ['the other shells', openSettings],
])('the settings file of %s', (_, open) => {
  it('keeps what is set over a restart', () => {
    open(folder).set('connections', [{ name: 'Bank' }]);
    expect(open(folder).get('connections')).toEqual([{ name: 'Bank' }]);
  });

  it('takes a dot in a key as a part of the key', () => {
    open(folder).set('bank.example', 1);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ 'bank.example': 1 });
  });

  it('is made together with its folder', () => {
    open(join(folder, 'new', 'deeper')).set('salt', 'x');
    expect(statSync(join(folder, 'new', 'deeper', 'settings.json')).isFile()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('can be read by its owner only', () => {
    open(folder).set('salt', 'x');
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('says where it is when it cannot be read, and stays as it is', () => {
    writeFileSync(file(), '{ broken');
    expect(thrownBy(() => open(folder))).toMatchObject({ code: 'folder.unusable', params: { folder: file() } });
    expect(readFileSync(file(), 'utf8')).toBe('{ broken');
  });

  it('says so when it is broken while the app runs', () => {
    const settings = open(folder);
    writeFileSync(file(), '{ broken');
    expect(thrownBy(() => settings.get('salt')).code).toBe('folder.unusable');
  });

  it('says that the disk is full, and how much is free', () => {
    const settings = open(folder);
    disk.answer = systemError('ENOSPC', 'no space left on device');
    const error = thrownBy(() => settings.set('salt', 'x'));
    expect(error).toMatchObject({ code: 'disk.full', cause: disk.answer });
    expect(error.detail).toContain('are free');
  });

  it('says in words why it cannot be written', () => {
    const settings = open(folder);
    disk.answer = systemError('EROFS', 'read-only file system');
    expect(thrownBy(() => settings.set('salt', 'x'))).toMatchObject({
      code: 'folder.unusable',
      detail: `${file()}: the drive is read-only`,
    });
  });

  it('cannot be opened or written where a folder stands in its place', () => {
    const settings = open(folder);
    rmSync(file(), { force: true });
    mkdirSync(file());
    expect(thrownBy(() => settings.set('salt', 'x')).code).toBe('folder.unusable');
    expect(thrownBy(() => open(folder)).code).toBe('folder.unusable');
  });

  it('cannot be opened where its folder may not be written', ({ skip }) => {
    if (process.platform === 'win32' || process.getuid?.() === 0)
      return skip('Only permissions of POSIX keep it shut.');
    chmodSync(folder, 0o500);
    const error = thrownBy(() => open(folder).set('salt', 'x'));
    chmodSync(folder, 0o700);
    expect(error).toMatchObject({ code: 'folder.unusable', params: { reason: 'you lack the permission' } });
  });

  it('cannot be opened where a file stands in place of its folder', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    expect(thrownBy(() => open(path)).code).toBe('folder.unusable');
    expect(thrownBy(() => makeDataFolder(path)).code).toBe('folder.unusable');
  });
});

describe('two shells on one folder', () => {
  it('use one file', () => {
    openDesktopSettings(folder).set('connections', [{ name: 'Bank' }]);
    expect(openSettings(folder).get('connections')).toEqual([{ name: 'Bank' }]);
  });
});

describe('values by name under one key', () => {
  it.each([undefined, null, 'fast', 7])('are none where a person wrote %j', (written) => {
    const settings = new MemorySettings();
    settings.set('transfer', written);
    expect(keptObject(settings, 'transfer')).toEqual({});
  });
});
