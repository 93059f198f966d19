/**
 * @file Recognises a folder on a network drive: SQLite's log needs memory that all its processes share, and its locks often
 * do not hold there, so the queue could be damaged.
 * [Note: Unknown] What looks like a disk of this computer is taken for one: iSCSI, profile disks, folders that a program
 * synchronises, drives of macFUSE, and folders that a virtual machine shares with its host.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';

/** A place where a file system begins, and its type. */
interface Mount {
  point: string;
  type: string;
}

/** As Linux and macOS name them. */
const NETWORK_TYPES: ReadonlySet<string> = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb', 'smb3', 'smbfs', 'afpfs', 'afs', 'webdav', 'davfs', 'ncp', 'ncpfs', 'ftp', 'coda'],
  ...['ceph', 'glusterfs', 'lustre', 'beegfs', 'gpfs', 'orangefs', 'pvfs2'],
  ...['sshfs', 'davfs2', 'rclone', 's3fs', 'goofys', 'gcsfuse', 'curlftpfs', 'smbnetfs', 'gvfsd-fuse', 'kio-fuse'],
]);

/** The system's command that lists what is mounted on macOS; it asks no server. */
const MOUNT = '/sbin/mount';
const LONGEST_LISTING_MS = 5000;

export interface DriveSystem {
  platform: string;
  /** The path without links and, on Windows, without the letter of a network drive. Throws where there is nothing. */
  realPath: (path: string) => string;
  /** What /proc/self/mountinfo or `mount` say. May throw. */
  listMounts: () => string;
}

const thisSystem: DriveSystem = {
  platform: process.platform,
  realPath: (path) => realpathSync.native(path),
  listMounts: () =>
    process.platform === 'darwin'
      ? execFileSync(MOUNT, { encoding: 'utf8', timeout: LONGEST_LISTING_MS })
      : readFileSync('/proc/self/mountinfo', 'utf8'),
};

/** Refuses a folder on a network drive, whether or not it exists. @throws AppError folder.on-network */
export function refuseNetworkDrive(folder: string, system: DriveSystem = thisSystem): void {
  const drive = networkDriveOf(folder, system);
  if (drive !== undefined) throw new AppError('folder.on-network', { folder, drive });
}

/** The share or the kind of network drive that a folder is on; undefined for a disk of this computer, and where unknown. */
export function networkDriveOf(folder: string, system: DriveSystem): string | undefined {
  const driveOf = system.platform === 'win32' ? shareOf : typeFinder(system);
  // First as it is written: a server that is gone keeps a question for the real path waiting.
  return driveOf(folder) ?? driveOf(realPathOf(folder, system));
}

/** `\\server\share` of a UNC path. A path such as `\\?\C:\data` is on a disk. */
function shareOf(path: string): string | undefined {
  const found = /^[/\\]{2}(?:\?[/\\]UNC[/\\])?([^/\\?.][^/\\]*)[/\\]+([^/\\]+)/i.exec(path);
  return found === null ? undefined : `\\\\${found[1]}\\${found[2]}`;
}

function typeFinder({ platform, listMounts }: DriveSystem): (path: string) => string | undefined {
  const mounts = readMounts(platform, listMounts);
  return (path) => {
    const around = mounts.filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`));
    const longest = Math.max(...around.map(({ point }) => point.length));
    // Of several at one place, the latest hides the others.
    const type = around.findLast(({ point }) => point.length === longest)?.type.replace(/^fuse\./, '');
    return type !== undefined && NETWORK_TYPES.has(type) ? type : undefined;
  };
}

function readMounts(platform: string, listMounts: () => string): Mount[] {
  try {
    const lines = listMounts().split('\n');
    return lines.flatMap((line) => (platform === 'darwin' ? fromMount(line) : fromMountInfo(line)));
  } catch {
    // Then nothing is known, which is no reason to refuse.
    return [];
  }
}

/** `36 35 0:31 / /home rw,noatime shared:1 - nfs4 files:/home rw`, with spaces in paths as `\040`. */
function fromMountInfo(line: string): Mount[] {
  const [place = '', kind = ''] = line.split(' - ');
  const point = place.split(' ')[4];
  const [type = ''] = kind.split(' ');
  if (point === undefined) return [];
  return [
    { point: point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))), type },
  ];
}

/** `//mara@files/home on /Volumes/home (smbfs, nodev, nosuid, mounted by mara)` */
function fromMount(line: string): Mount[] {
  const [begin, end] = [line.indexOf(' on /'), line.lastIndexOf(' (')];
  const [type = ''] = line.slice(end + ' ('.length).split(/[,()]/);
  return begin === -1 || end <= begin || type === '' ? [] : [{ point: line.slice(begin + ' on '.length, end), type }];
}

/** The real path of the nearest folder that exists. */
function realPathOf(folder: string, { platform, realPath }: DriveSystem): string {
  const { dirname } = platform === 'win32' ? win32 : posix;
  for (let path = folder; ; path = dirname(path)) {
    try {
      return realPath(path);
    } catch {
      if (dirname(path) === path) return folder;
    }
  }
}
