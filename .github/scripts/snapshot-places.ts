/** @file Where an installer can leave something: what a snapshot of each system holds. Pure. */

import { posix, win32 } from 'node:path';

export interface MachinePlaces {
  /** Keys of the registry, with all below. */
  keys: readonly string[];
  folders: readonly PlaceOfFiles[];
  /** What every such machine has: a snapshot without it is not whole. */
  landmarks: readonly string[];
}

interface PlaceOfFiles {
  folder: string;
  /** How deep. Programs and caches of others are not looked through. */
  levels: number;
  /** By content instead of by size: where files are small, and each counts. */
  byContent?: boolean;
}

const EVERYTHING = Number.POSITIVE_INFINITY;
const SESSION_MANAGER = 'SYSTEM\\CurrentControlSet\\Control\\Session Manager';

/** @throws Error where a variable is missing that leads to a folder */
export function placesOf(platform: string, variables: NodeJS.ProcessEnv): MachinePlaces {
  const of = (name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`The environment variable ${name} is not set.`);
    return value;
  };
  return platform === 'win32' ? ofWindows(of) : ofMac(of('HOME'));
}

function ofWindows(of: (name: string) => string): MachinePlaces {
  const { join } = win32;
  const menu = 'Microsoft\\Windows\\Start Menu';
  const menus = [join(of('ProgramData'), menu), join(of('APPDATA'), menu)];
  const desktops = [join(of('USERPROFILE'), 'Desktop'), join(of('PUBLIC'), 'Desktop')];
  return {
    keys: ['HKCU', 'HKLM\\SOFTWARE', `HKLM\\${SESSION_MANAGER}`, 'HKLM\\SYSTEM\\CurrentControlSet\\Services'],
    folders: [
      ...menus.map((folder) => ({ folder, levels: EVERYTHING, byContent: true })),
      ...desktops.map((folder) => ({ folder, levels: 1, byContent: true })),
      { folder: of('APPDATA'), levels: EVERYTHING },
      { folder: of('LOCALAPPDATA'), levels: 4 },
      { folder: of('ProgramData'), levels: 3 },
      { folder: of('ProgramFiles'), levels: 2 },
      // The shell of the workflows hands on no variable with brackets in its name.
      { folder: `${of('ProgramFiles')} (x86)`, levels: 2 },
      { folder: join(of('SystemRoot'), 'Installer'), levels: 2 },
      { folder: join(of('SystemRoot'), 'System32\\Tasks'), levels: EVERYTHING, byContent: true },
    ],
    landmarks: [
      'HKEY_CURRENT_USER\\Environment\\',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProductName',
      `HKEY_LOCAL_MACHINE\\${SESSION_MANAGER}\\Environment\\Path`,
      of('ProgramFiles'),
      of('APPDATA'),
      join(of('ProgramData'), menu),
    ],
  };
}

function ofMac(home: string): MachinePlaces {
  const { join } = posix;
  const library = join(home, 'Library');
  const started = ['/Library/LaunchAgents', '/Library/LaunchDaemons', join(library, 'LaunchAgents')];
  return {
    keys: [],
    folders: [
      ...started.map((folder) => ({ folder, levels: EVERYTHING, byContent: true })),
      { folder: '/Applications', levels: 2 },
      { folder: join(home, 'Applications'), levels: 2 },
      { folder: library, levels: 4 },
      { folder: '/Library', levels: 3 },
      // Receipts of packages, and commands.
      { folder: '/private/var/db/receipts', levels: 1 },
      { folder: '/private/etc/paths.d', levels: 1, byContent: true },
      { folder: '/usr/local/bin', levels: 1 },
    ],
    landmarks: ['/Applications', library, '/Library'],
  };
}
