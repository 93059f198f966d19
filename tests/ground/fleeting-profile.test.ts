/** @file Profiles of Windows that do not stay on the computer, as `reg query` prints them. */

import { describe, expect, it } from 'vitest';
import { type ProfileSystem, refuseFleetingProfile } from '../../src-main/ground/files/fleeting-profile.ts';

const PROFILES = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';
const MARA = 'C:\\Users\\mara';
const LOCAL = `${MARA}\\AppData\\Local\\Tranship`;
const ROAMING = `${MARA}\\AppData\\Roaming\\Tranship`;
const onServer = '    CentralProfile    REG_SZ    \\\\files\\profiles\\mara.V6';
const state = (bits: number) => `    State    REG_DWORD    0x${bits.toString(16)}`;

/** A computer that knows Mara's profile with these values, beside those of the system and of Otto, whose profile roams. */
function computer(values: readonly string[], change: Partial<ProfileSystem> = {}, profile = MARA): ProfileSystem {
  const lines = [
    '',
    PROFILES,
    '    ProfilesDirectory    REG_EXPAND_SZ    %SystemDrive%\\Users',
    '',
    `${PROFILES}\\S-1-5-18`,
    '    Sid    REG_BINARY    010100000000000512000000',
    '    ProfileImagePath    REG_EXPAND_SZ    %systemroot%\\system32\\config\\systemprofile',
    '',
    `${PROFILES}\\S-1-5-21-1-2-3-1001`,
    `    ProfileImagePath    REG_EXPAND_SZ    ${profile}`,
    '    Sid    REG_BINARY    0105',
    ...values,
    '',
    `${PROFILES}\\S-1-5-21-1-2-3-1002`,
    '    ProfileImagePath    REG_EXPAND_SZ    C:\\Users\\otto',
    onServer,
    state(0x820),
    '',
  ];
  return {
    platform: 'win32',
    profile: () => MARA,
    listProfiles: () => Buffer.from(lines.join('\r\n')),
    ...change,
  };
}

const refusal = (why: string, folder: string) =>
  expect.objectContaining({ code: 'folder.does-not-stay', params: { folder, why } });

describe('A profile that is copied between computers', () => {
  it.each([ROAMING, `${MARA}\\Documents\\Tranship`, `${MARA}\\Tranship`, `\\\\?\\${ROAMING}`, ROAMING.toLowerCase()])(
    'refuses a data folder in what is copied: %s',
    (folder) => {
      expect(() => refuseFleetingProfile(folder, computer([onServer]))).toThrow(refusal('copied', folder));
    },
  );

  it.each([LOCAL, `${MARA}\\AppData\\LocalLow\\Tranship`, 'D:\\Tranship', 'C:\\Users\\mara2\\Tranship'])(
    'allows one in what stays, or outside: %s',
    (folder) => {
      expect(() => refuseFleetingProfile(folder, computer([onServer]))).not.toThrow();
    },
  );

  it('refuses also what stays where the copy on this computer is deleted at sign-out', () => {
    const deleting = computer([onServer, state(0x20)]);
    expect(() => refuseFleetingProfile(LOCAL, deleting)).toThrow(refusal('deleted', LOCAL));
  });
});

describe('A profile that is deleted at sign-out', () => {
  it.each([
    ['temporary', 0x800],
    ['mandatory', 0x5],
    ['of a guest', 0x80],
  ])('refuses a data folder in it, being %s', (_, bits) => {
    expect(() => refuseFleetingProfile(LOCAL, computer([state(bits)]))).toThrow(refusal('deleted', LOCAL));
  });

  it('allows one outside of it', () => {
    expect(() => refuseFleetingProfile('D:\\Tranship', computer([state(0x800)]))).not.toThrow();
  });
});

describe('A profile that stays', () => {
  it.each([
    ['of a person', []],
    ['of an administrator', [state(0x100)]],
    ['that has roamed once', ['    CentralProfile    REG_SZ    ', state(0x20)]],
  ])('allows a data folder anywhere in it: %s', (_, values) => {
    for (const folder of [LOCAL, ROAMING]) expect(() => refuseFleetingProfile(folder, computer(values))).not.toThrow();
  });

  it('is assumed where Windows says nothing', () => {
    const silent = [{ listProfiles: () => undefined }, { listProfiles: () => Buffer.from('') }];
    for (const change of silent)
      expect(() => refuseFleetingProfile(ROAMING, computer([onServer], change))).not.toThrow();
  });

  it('is not asked for on other systems, nor for a folder outside', () => {
    const asked = () => {
      throw new Error('This starts a program.');
    };
    expect(() => refuseFleetingProfile('D:\\T', computer([], { listProfiles: asked }))).not.toThrow();
    expect(() => refuseFleetingProfile(MARA, computer([], { platform: 'linux', profile: asked }))).not.toThrow();
  });
});

it('A profile is found by its path also where reg.exe prints a code page', () => {
  const [own, printed] = ['C:\\Users\\jörg', Buffer.from('C:\\Users\\j\x94rg', 'latin1')];
  const [before = '', after = ''] = computer([onServer], {}, 'HERE').listProfiles()?.toString().split('HERE') ?? [];
  const listProfiles = () => Buffer.concat([Buffer.from(before), printed, Buffer.from(after)]);
  const folder = `${own}\\Tranship`;
  expect(() => refuseFleetingProfile(folder, computer([], { profile: () => own, listProfiles }))).toThrow(
    refusal('copied', folder),
  );
});
