/**
 * @file Recognises a folder in a profile of Windows that does not stay on this computer. A profile that roams is copied to a server
 * at sign-out and to the next computer at sign-in, and the last copy wins: the queue would be put back, and files would go twice. A
 * temporary or mandatory one, and on many terminal servers also the copy of one that roams, is deleted at sign-out.
 * [Note: Unknown] Where the system says nothing, a profile is taken for one that stays. So are those of other products than
 * Windows, of which profile disks (FSLogix and the like) do stay.
 */

import { userInfo } from 'node:os';
import { win32 } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { decodedOutput, type RegistryKey, readRegQuery, WrongOutput } from '../reg-query.ts';
import { runProgram, systemFolder } from '../system-programs.ts';

/** What Windows keeps of each profile; everybody may read it. */
const PROFILES = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';

/** Bits of `State`, https://precedence.co.uk/wiki/Support-KB-Windows/ProfileStates */
const [MANDATORY, DELETED_AT_SIGN_OUT, GUEST, TEMPORARY] = [0x1, 0x20, 0x80, 0x800];

/** What a profile that roams leaves on the computer. */
const staying = ['AppData\\Local', 'AppData\\LocalLow'];

export interface ProfileSystem {
  platform: string;
  /** The profile of the person, as Windows itself knows it. */
  profile: () => string;
  /** What `reg query` prints of all profiles; undefined where it may not. */
  listProfiles: () => Buffer | undefined;
}

let listed: { output: Buffer | undefined } | undefined;

const thisSystem: ProfileSystem = {
  platform: process.platform,
  profile: () => userInfo().homedir,
  listProfiles: () => {
    listed ??= { output: printed() };
    return listed.output;
  },
};

function printed(): Buffer | undefined {
  const { status, output } = runProgram(win32.join(systemFolder(), 'reg.exe'), ['query', PROFILES, '/s', '/reg:64']);
  return status === 0 ? output : undefined;
}

/** Refuses a folder that does not stay, whether or not it exists. @throws AppError folder.does-not-stay */
export function refuseFleetingProfile(folder: string, system: ProfileSystem = thisSystem): void {
  if (system.platform !== 'win32') return;
  const profile = system.profile();
  if (!isWithin(folder, profile)) return;
  const why = whyNotStaying(folder, profile, system.listProfiles());
  if (why !== undefined) throw new AppError('folder.does-not-stay', { folder, why });
}

function whyNotStaying(folder: string, profile: string, output: Buffer | undefined): 'copied' | 'deleted' | undefined {
  const known = Object.values(output === undefined ? {} : profilesIn(output)).find(
    (kept) => isKey(kept) && isText(kept['ProfileImagePath']) && isSame(kept['ProfileImagePath'], profile),
  );
  if (!isKey(known)) return undefined;
  const { CentralProfile: server, State } = known;
  const state = typeof State === 'number' ? State : 0;
  if ((state & (TEMPORARY | MANDATORY | GUEST)) !== 0) return 'deleted';
  if (!isText(server) || server === '') return undefined;
  if (!staying.some((part) => isWithin(folder, win32.join(profile, part)))) return 'copied';
  return (state & DELETED_AT_SIGN_OUT) === 0 ? undefined : 'deleted';
}

function profilesIn(output: Buffer): RegistryKey {
  try {
    return readRegQuery(textOf(output), PROFILES, 'leave out');
  } catch (thrown) {
    if (thrown instanceof WrongOutput) return {};
    throw thrown;
  }
}

/** In a code page, only characters beyond ASCII are wrong, and `isSame` does not look at those. */
function textOf(output: Buffer): string {
  try {
    return decodedOutput(output);
  } catch {
    return output.toString('latin1');
  }
}

/** As far as a code page can tell: it may have one character, several or a question mark in place of one. */
function isSame(path: string, other: string): boolean {
  const comparable = (text: string) => text.toLowerCase().replace(/[^ ->@-~]+/g, '?');
  return comparable(path) === comparable(other);
}

function isWithin(path: string, folder: string): boolean {
  const between = win32.relative(folder, path.replace(/^[/\\]{2}[?.][/\\]/, ''));
  return between !== '..' && !between.startsWith('..\\') && !win32.isAbsolute(between);
}

function isKey(value: RegistryKey[string] | undefined): value is RegistryKey {
  return typeof value === 'object' && !Array.isArray(value);
}

function isText(value: RegistryKey[string] | undefined): value is string {
  return typeof value === 'string';
}
