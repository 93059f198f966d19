import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../src-main/ground/files/data-folder.ts';
import { findDataFolder } from '../../src-main/ground/files/find-data-folder.ts';

it.each([
  ['win32', { LOCALAPPDATA: 'D:\\Profile\\Local' }, 'C:\\Users\\mara', 'D:\\Profile\\Local\\Tranship'],
  ['win32', { APPDATA: '\\\\files\\home\\mara' }, 'C:\\Users\\mara', 'C:\\Users\\mara\\AppData\\Local\\Tranship'],
  ['win32', { LOCALAPPDATA: '' }, 'C:\\Users\\mara', 'C:\\Users\\mara\\AppData\\Local\\Tranship'],
  ['darwin', {}, '/Users/mara', '/Users/mara/Library/Application Support/Tranship'],
  ['linux', { XDG_CONFIG_HOME: '/data/config' }, '/home/mara', '/data/config/Tranship'],
  ['linux', { LOCALAPPDATA: 'D:\\Profile' }, '/home/mara', '/home/mara/.config/Tranship'],
])('the data folder on %s with %o is where the system keeps such things', (platform, variables, home, folder) => {
  expect(dataFolder(variables, platform, home)).toBe(folder);
});

describe('TRANSHIP_HOME', () => {
  it.each([
    ['win32', 'E:\\queue', 'E:\\queue'],
    ['win32', 'E:\\queue\\', 'E:\\queue'],
    ['win32', 'E:/queue//day/../', 'E:\\queue'],
    ['win32', 'E:\\', 'E:\\'],
    ['win32', '~\\queue', 'C:\\Users\\mara\\queue'],
    ['win32', '\\\\?\\E:\\queue', '\\\\?\\E:\\queue'],
    ['linux', '/srv/queue', '/srv/queue'],
    ['darwin', '/srv/queue/', '/srv/queue'],
    ['linux', '/', '/'],
    ['linux', '~', '/home/mara'],
    ['linux', '~/queue', '/home/mara/queue'],
  ])('comes before all other variables on %s: “%s”', (platform, given, folder) => {
    const variables = { TRANSHIP_HOME: given, LOCALAPPDATA: 'D:\\Profile', XDG_CONFIG_HOME: '/data' };
    expect(dataFolder(variables, platform, platform === 'win32' ? 'C:\\Users\\mara' : '/home/mara')).toBe(folder);
  });

  it.each(['', ' '])('that is empty counts as not set: “%s”', (given) => {
    expect(dataFolder({ TRANSHIP_HOME: given }, 'linux', '/home/mara')).toBe('/home/mara/.config/Tranship');
  });

  it.each([
    ['linux', 'queue'],
    ['linux', './queue'],
    ['linux', '~otto/queue'],
    ['linux', 'E:\\queue'],
    ['win32', '\\queue'],
    ['win32', 'E:queue'],
    ['win32', '"E:\\queue"'],
  ])('that is relative is refused where there is no place to begin, on %s: “%s”', (platform, given) => {
    expect(() => dataFolder({ TRANSHIP_HOME: given }, platform, '/home/mara')).toThrow(
      expect.objectContaining({ code: 'folder.relative', params: { folder: given } }),
    );
  });

  it('that is relative begins at the working folder of a terminal', () => {
    expect(dataFolder({ TRANSHIP_HOME: './queue/' }, 'linux', '/home/mara', '/work')).toBe('/work/queue');
  });
});

describe('A queue at the place of an earlier version', () => {
  const variables = { APPDATA: 'C:\\Roaming', LOCALAPPDATA: 'C:\\Local' };
  const find = (queues: readonly string[], more: object = {}) =>
    findDataFolder({ ...variables, ...more }, undefined, {
      platform: 'win32',
      home: 'C:\\Users\\mara',
      exists: (path) => queues.some((queue) => path.startsWith(queue)),
    });

  it('is not passed over in silence', () => {
    expect(() => find(['C:\\Roaming\\Tranship'])).toThrow(
      expect.objectContaining({
        code: 'folder.left-behind',
        params: { former: 'C:\\Roaming\\Tranship', folder: 'C:\\Local\\Tranship' },
      }),
    );
  });

  it('stays where it is once there is one at the new place', () => {
    expect(find(['C:\\Roaming\\Tranship', 'C:\\Local\\Tranship'])).toBe('C:\\Local\\Tranship');
  });

  it('does not matter to a data folder that a person has named', () => {
    expect(find(['C:\\Roaming\\Tranship'], { TRANSHIP_HOME: 'E:\\queue' })).toBe('E:\\queue');
  });

  it('does not keep the first start back where there is none', () => {
    expect(find([])).toBe('C:\\Local\\Tranship');
  });
});
