import { describe, expect, it } from 'vitest';
import { refuseDevice } from '../../src-main/ground/files/device-names.ts';

describe('a file to be written', () => {
  it.each(['NUL', 'nul', 'aux.zip', 'C:\\out\\COM1.csv', 'LPT9', 'con .txt', 'D:/prn/list.csv', 'com¹', 'CONOUT$'])(
    'is refused on Windows where its name is that of a device: %s',
    (path) => {
      expect(() => refuseDevice(path, 'win32')).toThrow('for a device');
    },
  );

  it.each(['null.csv', 'auxiliary.zip', 'C:\\out\\com.csv', 'COM10', 'my nul.txt', 'list.con'])(
    'is not refused where its name only reminds of one: %s',
    (path) => {
      expect(() => refuseDevice(path, 'win32')).not.toThrow();
    },
  );

  it('may have such a name elsewhere', () => {
    expect(() => refuseDevice('aux.zip', 'linux')).not.toThrow();
  });
});
