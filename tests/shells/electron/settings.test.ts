import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSettings } from '../../../src-main/shells/electron/settings.ts';

// What electron-store adds to conf is the choice of Electron's own folder, and a folder is given.
vi.mock('electron-store', () => ({
  default: class extends Conf {
    constructor({ name, ...options }: { name: string; cwd: string }) {
      super({ ...options, configName: name });
    }
  },
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the settings of the desktop', () => {
  it('are the file that the command line uses', () => {
    openSettings(folder).set('connections', [{ name: 'Bank' }]);
    const ofCommandLine = new Conf({ cwd: folder, configName: 'settings', accessPropertiesByDotNotation: false });
    expect(ofCommandLine.get('connections')).toEqual([{ name: 'Bank' }]);
  });

  it.skipIf(process.platform === 'win32')('can be read by their owner only', () => {
    openSettings(folder).set('salt', 'x');
    expect(statSync(join(folder, 'settings.json')).mode & 0o077).toBe(0);
  });

  it('say where they are when they cannot be read, and stay as they are', () => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, '{ broken');
    expect(() => openSettings(folder)).toThrow(expect.objectContaining({ code: 'folder.unusable' }));
    expect(statSync(file).size).toBe('{ broken'.length);
  });
});
