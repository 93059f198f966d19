import { describe, expect, it } from 'vitest';
import { refuseWindowsName } from '../../src-main/ground/files/windows-names.ts';

describe('a file to be written', () => {
  it.each(['NUL', 'nul', 'aux.zip', 'C:\\out\\COM1.csv', 'LPT9', 'con .txt', 'D:/prn/list.csv', 'com¹', 'CONOUT$'])(
    'is refused on Windows where its name is that of a device: %s',
    (path) => {
      expect(() => refuseWindowsName(path, 'win32')).toThrow('for a device');
    },
  );

  it.each(['null.csv', 'auxiliary.zip', 'C:\\out\\com.csv', 'COM10', 'my nul.txt', 'list.con'])(
    'is not refused where its name only reminds of one: %s',
    (path) => {
      expect(() => refuseWindowsName(path, 'win32')).not.toThrow();
    },
  );

  it.each(['list.csv:old', 'C:\\out\\list.csv:old'])(
    'is refused on Windows where a colon would hide it: %s',
    (path) => {
      expect(() => refuseWindowsName(path, 'win32')).toThrow('no colon');
    },
  );

  it.each(['list.csv ', 'list.', 'C:\\out\\list.csv.'])(
    'is refused on Windows where other programs could not open it: %s',
    (path) => {
      expect(() => refuseWindowsName(path, 'win32')).toThrow('at the end of a name');
    },
  );

  it('may be on a drive, and in the present folder of a drive', () => {
    for (const path of ['C:\\out\\list.csv', 'C:list.csv', '\\\\?\\C:\\list.csv', '\\\\server\\share\\list.csv'])
      expect(() => refuseWindowsName(path, 'win32')).not.toThrow();
  });

  it.each(['aux.zip', 'list:old', 'list. '])('may have such a name elsewhere: %s', (path) => {
    expect(() => refuseWindowsName(path, 'linux')).not.toThrow();
  });
});
