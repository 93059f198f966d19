import { describe, expect, it, vi } from 'vitest';
import { startInstaller, updateTarget } from '../../../src-main/shells/electron/update-installer.ts';

const localAppData = 'C:\\Users\\mara\\AppData\\Local';
const windows = { platform: 'win32', arch: 'x64', localAppData };
const mac = { platform: 'darwin', arch: 'arm64', localAppData: undefined };

describe('Which installer can update this installation', () => {
  it('On Windows, an installation of this person', () => {
    const execPath = `${localAppData}\\Programs\\Tranship\\Tranship.exe`;
    expect(updateTarget({ ...windows, execPath })).toBe('windows-x64-setup');
  });

  it.each([
    'C:\\Program Files\\Tranship\\Tranship.exe',
    'C:\\Users\\mara\\AppData\\Local2\\Tranship.exe',
    'D:\\Tranship.exe',
  ])('What an administrator has installed, IT updates: %s', (execPath) => {
    expect(updateTarget({ ...windows, execPath })).toBeUndefined();
  });

  it('On macOS, an app in the folder of this person', () => {
    const inside = '/Tranship.app/Contents/MacOS/Tranship';
    expect(updateTarget({ ...mac, execPath: `/Users/mara/Applications${inside}` })).toBe('macos-arm64-dmg');
    expect(updateTarget({ ...mac, arch: 'x64', execPath: `/Users/mara/Applications${inside}` })).toBe('macos-x64-dmg');
    expect(updateTarget({ ...mac, execPath: `/Applications${inside}` })).toBeUndefined();
  });

  it('On Linux there are no installers', () => {
    expect(updateTarget({ ...mac, platform: 'linux', execPath: '/opt/Tranship/tranship' })).toBeUndefined();
  });
});

describe('The start of the installer', () => {
  it('On macOS the image is opened before the app ends', async () => {
    const calls: string[] = [];
    const openPath = vi.fn(async (path: string) => {
      calls.push(path);
      return '';
    });
    await startInstaller('/x.dmg', { platform: 'darwin', shell: { openPath }, quit: () => calls.push('quit') });
    expect(calls).toEqual(['/x.dmg', 'quit']);
  });

  it('An installer that does not start leaves the app running', async () => {
    const quit = vi.fn();
    const shell = { openPath: async () => 'no program opens it' };
    await expect(startInstaller('/x.dmg', { platform: 'darwin', shell, quit })).rejects.toThrow('no program opens it');
    await expect(startInstaller('/not/there.exe', { platform: 'win32', shell, quit })).rejects.toThrow('ENOENT');
    expect(quit).not.toHaveBeenCalled();
  });
});
