/** @file Where the command line refuses a data folder on Windows, as the registry itself says it of the profile; at night. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNight } from '../harness/night.ts';
import { type OwnWindows, openOwnWindows } from './own-windows.ts';
import { lacking, onDriveZ, wine } from './wine.ts';

const program = onDriveZ(fileURLToPath(new URL('../../out/main/tranship.js', import.meta.url)));
const PROFILES = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';

describe.runIf(isNight && lacking === undefined)('A data folder on Windows', () => {
  let windows: OwnWindows;
  let profile = '';
  beforeAll(() => {
    windows = openOwnWindows();
    const { said } = windows.run(['reg', 'query', PROFILES, '/s', '/reg:64']);
    profile = /ProfileList\\(S-[\d-]+)/.exec(said)?.[1] ?? '';
    set('CentralProfile', 'REG_SZ', '\\\\files\\profiles\\mara');
  });
  afterAll(() => windows.end());

  function set(name: string, type: string, data: string): void {
    windows.run(['reg', 'add', `${PROFILES}\\${profile}`, '/v', name, '/t', type, '/d', data, '/f', '/reg:64']);
  }
  function work(folder?: string) {
    const home: Record<string, string> = folder === undefined ? {} : { TRANSHIP_HOME: folder };
    const secret = { TRANSHIP_PASSPHRASE: 'a passphrase of the test' };
    return windows.run([wine.node, program, 'work', '--until-idle'], { ...home, ...secret });
  }

  it('is refused in the part of a profile that roams, and not in the part that stays', () => {
    expect(work('~\\AppData\\Roaming\\Tranship').said).toContain('in a profile that Windows copies between computers');
    expect(work()).toEqual({ exitCode: 0, said: expect.stringContaining('nothing to do') });
  });

  it('is refused on a share', () => {
    expect(work('\\\\files\\home\\Tranship').said).toContain('is on a network drive (\\\\files\\home)');
  });

  it('is refused in a temporary profile', () => {
    set('State', 'REG_DWORD', '0x804');
    expect(work()).toEqual({ exitCode: 5, said: expect.stringContaining('when you sign out') });
  });
});
