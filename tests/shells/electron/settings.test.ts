import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSettings } from '../../../src-main/shells/electron/settings.ts';

// electron-store only adds the choice of Electron's folder to conf, and the tests pass a folder.
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

describe('The settings of the desktop', () => {
  it("The desktop's settings are in the file that the command line uses", () => {
    openSettings(folder).set('connections', [{ name: 'Bank' }]);
    const ofCommandLine = new Conf({ cwd: folder, configName: 'settings', accessPropertiesByDotNotation: false });
    expect(ofCommandLine.get('connections')).toEqual([{ name: 'Bank' }]);
  });

  it.skipIf(process.platform === 'win32')("The desktop's settings can be read only by their owner", () => {
    openSettings(folder).set('salt', 'x');
    expect(statSync(join(folder, 'settings.json')).mode & 0o077).toBe(0);
  });

  it('Unreadable desktop settings are reported with their path, and stay unchanged', () => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, '{ broken');
    expect(() => openSettings(folder)).toThrow(expect.objectContaining({ code: 'folder.unusable' }));
    expect(statSync(file).size).toBe('{ broken'.length);
  });
});
