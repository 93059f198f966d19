import { expect, it } from 'vitest';
import { dataFolder } from '../src-main/files/data-folder.ts';

it.each([
  ['win32', { APPDATA: 'D:\\Profile\\Roaming' }, 'C:\\Users\\mara', 'D:\\Profile\\Roaming\\Tranship'],
  ['win32', { APPDATA: '\\\\files\\home\\mara' }, 'C:\\Users\\mara', '\\\\files\\home\\mara\\Tranship'],
  ['win32', { APPDATA: '' }, 'C:\\Users\\mara', 'C:\\Users\\mara\\AppData\\Roaming\\Tranship'],
  ['darwin', {}, '/Users/mara', '/Users/mara/Library/Application Support/Tranship'],
  ['linux', { XDG_CONFIG_HOME: '/data/config' }, '/home/mara', '/data/config/Tranship'],
  ['linux', { APPDATA: 'D:\\Profile' }, '/home/mara', '/home/mara/.config/Tranship'],
])('the data folder on %s with %o is where the system keeps such things', (platform, variables, home, folder) => {
  expect(dataFolder(variables, platform, home)).toBe(folder);
});

it.each(['win32', 'darwin', 'linux'])('TRANSHIP_HOME comes before all that on %s', (platform) => {
  const variables = { TRANSHIP_HOME: 'E:\\queue', APPDATA: 'D:\\Profile', XDG_CONFIG_HOME: '/data' };
  expect(dataFolder(variables, platform, '/home/mara')).toBe('E:\\queue');
});
