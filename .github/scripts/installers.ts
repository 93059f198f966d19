/** @file How each installer is run silently, where the app is then, and what must be gone afterwards. Pure. */

import { posix, win32 } from 'node:path';

export const kinds = ['currentuser', 'allusers', 'msi', 'dmg', 'pkg'] as const;
export type Kind = (typeof kinds)[number];
export type Command = readonly [program: string, ...values: string[]];

export interface Installation {
  install: readonly Command[];
  uninstall: readonly Command[];
  /** What is signed, what is started, and the archive (app.asar). */
  app: string;
  program: string;
  archive: string;
  /** The command `tranship`. */
  command: string;
  /** Files and folders that must be gone after the app was uninstalled. */
  files: readonly string[];
  /** Searches of the registry that must find nothing then. */
  registry: readonly Command[];
}

/** The appId in electron-builder.yml. */
const APP_ID = 'app.tranship.desktop';
const MACHINE_ENVIRONMENT = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment';
/** The folder of what the workflow keeps, which must be there. */
export const LOGS = 'snapshots';
/** The command, as the package of macOS links it. */
const LINK = '/usr/local/bin/tranship';
/** What Windows itself remembers of every program that ran. */
const ownMemory = /\\(Local Settings|AppCompatFlags|BagMRU|UserAssist)\\/i;

export function isKind(text: string): text is Kind {
  return kinds.some((kind) => kind === text);
}

/**
 * @param files the names in the folder
 * @param arch as `process.arch`
 * @throws Error unless the folder has exactly one installer of this kind for this machine
 */
export function installationOf(
  kind: Kind,
  folder: string,
  files: readonly string[],
  arch: string,
  variables: NodeJS.ProcessEnv,
): Installation {
  const pattern = {
    currentuser: /^Tranship-[\d.]+[-\w.]*-setup\.exe$/,
    allusers: /^Tranship-[\d.]+[-\w.]*-setup\.exe$/,
    msi: /^Tranship-[\d.]+[-\w.]*\.msi$/,
    dmg: new RegExp(`^Tranship-[\\d.]+[-\\w.]*-${arch}\\.dmg$`),
    pkg: new RegExp(`^Tranship-[\\d.]+[-\\w.]*-${arch}\\.pkg$`),
  }[kind];
  const [name, another] = files.filter((file) => pattern.test(file));
  if (name === undefined) throw new Error(`${folder} has no installer of the kind ${kind} for ${arch}.`);
  if (another !== undefined) throw new Error(`${folder} has more than one installer: ${name} and ${another}.`);
  if (kind === 'dmg' || kind === 'pkg') return onMac(kind, posix.resolve(folder, name), variables);
  return onWindows(kind, win32.resolve(folder, name), variables);
}

function onWindows(
  kind: 'currentuser' | 'allusers' | 'msi',
  installer: string,
  variables: NodeJS.ProcessEnv,
): Installation {
  const forAll = kind !== 'currentuser';
  const place = forAll
    ? win32.join(required(variables, 'ProgramFiles'), 'Tranship')
    : win32.join(required(variables, 'LOCALAPPDATA'), 'Programs', 'Tranship');
  const menu = win32.join(
    required(variables, forAll ? 'ProgramData' : 'APPDATA'),
    'Microsoft\\Windows\\Start Menu\\Programs\\Tranship.lnk',
  );
  const uninstaller = win32.join(place, 'Uninstall Tranship.exe');
  const hive = forAll ? 'HKLM' : 'HKCU';
  return {
    install: kind === 'msi' ? [msiexec('/i', installer)] : [[installer, '/S', `/${kind}`]],
    uninstall: kind === 'msi' ? [msiexec('/x', installer)] : [[uninstaller, '/S', `/${kind}`]],
    app: win32.join(place, 'Tranship.exe'),
    program: win32.join(place, 'Tranship.exe'),
    archive: win32.join(place, 'resources', 'app.asar'),
    command: win32.join(place, 'resources', 'command', 'tranship.exe'),
    // Electron-builder's installer keeps a copy of itself for updates of its own.
    files: [place, menu, win32.join(required(variables, 'LOCALAPPDATA'), 'tranship-updater')],
    registry: [
      // Also finds OpenWithProgids of every kind of file.
      ['reg', 'query', `${hive}\\Software\\Classes`, '/s', '/f', 'Tranship'],
      ['reg', 'query', `${hive}\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall`, '/s', '/f', 'Tranship'],
      ['reg', 'query', `${hive}\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths`, '/s', '/f', 'Tranship'],
      ['reg', 'query', `${hive}\\Software\\Microsoft\\Windows\\CurrentVersion\\Run`, '/s', '/f', 'Tranship'],
      // The path on which commands are found.
      ['reg', 'query', forAll ? MACHINE_ENVIRONMENT : 'HKCU\\Environment', '/f', 'Tranship', '/d'],
    ],
  };
}

/** Without a log it would only say a number. */
function msiexec(what: '/i' | '/x', installer: string): Command {
  const log = win32.join(LOGS, `${win32.basename(installer)}${what === '/i' ? '' : '-gone'}.log`);
  return ['msiexec', what, installer, '/qn', '/norestart', '/l*v', log];
}

function onMac(kind: 'dmg' | 'pkg', installer: string, variables: NodeJS.ProcessEnv): Installation {
  const folder = kind === 'pkg' ? '/Applications' : posix.join(required(variables, 'HOME'), 'Applications');
  const mount = posix.join(required(variables, 'RUNNER_TEMP'), 'tranship-dmg');
  const app = posix.join(folder, 'Tranship.app');
  return {
    install:
      kind === 'pkg'
        ? [['sudo', 'installer', '-pkg', installer, '-target', '/']]
        : [
            ['mkdir', '-p', folder],
            ['hdiutil', 'attach', installer, '-nobrowse', '-readonly', '-mountpoint', mount],
            // A copy over the old app would keep files of it that the new one no longer has.
            ['rm', '-rf', app],
            ['ditto', posix.join(mount, 'Tranship.app'), app],
            ['hdiutil', 'detach', mount],
          ],
    uninstall:
      kind === 'pkg'
        ? [
            ['sudo', 'rm', '-rf', app, LINK],
            ['sudo', 'pkgutil', '--forget', APP_ID],
          ]
        : [['rm', '-rf', app]],
    app,
    program: posix.join(app, 'Contents/MacOS/Tranship'),
    archive: posix.join(app, 'Contents/Resources/app.asar'),
    command: kind === 'pkg' ? LINK : posix.join(app, 'Contents/Resources/command/tranship'),
    files: kind === 'pkg' ? [app, LINK] : [app],
    registry: [],
  };
}

function required(variables: NodeJS.ProcessEnv, name: string): string {
  const value = variables[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** How a program ended, and what it said. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
  error?: Error | undefined;
}

/**
 * The keys and values that a search of the registry found, without what Windows itself remembers.
 * @throws Error where it did not search: what says nothing would look like nothing that is left
 */
export function registryLeftovers(search: Command, { status, stdout, stderr, error }: Ended): string[] {
  // It ends with 1 where it finds nothing, and where the key itself is not there.
  const isNothing = status === 1 && (/: 0 match/.test(stdout) || /unable to find/.test(stderr));
  if (status !== 0 && !isNothing)
    throw new Error(
      `The registry could not be searched: ${search.join(' ')}: ${error?.message ?? (stderr || `it ended with ${status}`)}`,
    );
  return shownInSearch(stdout);
}

function shownInSearch(printed: string): string[] {
  const left: string[] = [];
  let isOwnMemory = false;
  for (const line of printed.split(/\r?\n/)) {
    if (line.startsWith('HKEY_')) isOwnMemory = ownMemory.test(`${line}\\`);
    if (!isOwnMemory && /tranship/i.test(line)) left.push(line.trim());
  }
  return left;
}
