import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type DriveSystem, networkDriveOf, refuseNetworkDrive } from '../../src-main/ground/files/network-drive.ts';

function system(change: Partial<DriveSystem>): DriveSystem {
  return { platform: 'linux', realPath: (path) => path, listMounts: () => '', ...change };
}

function missing(): never {
  throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
}

describe('A network drive on Windows', () => {
  it.each([
    ['\\\\files\\home\\mara', '\\\\files\\home'],
    ['//files/home/mara', '\\\\files\\home'],
    ['\\\\?\\UNC\\files\\home\\mara', '\\\\files\\home'],
    ['\\\\files@SSL\\DavWWWRoot\\mara', '\\\\files@SSL\\DavWWWRoot'],
    ['\\\\wsl.localhost\\Debian\\home', '\\\\wsl.localhost\\Debian'],
  ])('is recognised by its path %s', (folder, share) => {
    expect(networkDriveOf(folder, system({ platform: 'win32', realPath: missing }))).toBe(share);
  });

  it('is recognised behind the letter of a drive', () => {
    const realPath = (path: string) => (path === 'Z:\\' ? '\\\\files\\home' : missing());
    expect(networkDriveOf('Z:\\Tranship', { ...system({ platform: 'win32' }), realPath })).toBe('\\\\files\\home');
  });

  it.each(['C:\\Users\\mara', '\\\\?\\C:\\Users\\mara', '\\\\.\\C:\\Users\\mara'])('is not %s', (folder) => {
    expect(networkDriveOf(folder, system({ platform: 'win32' }))).toBeUndefined();
  });
});

describe('A network drive on Linux', () => {
  const mountinfo = [
    '21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '40 21 0:40 / /home rw,relatime shared:2 - nfs4 files:/home rw,vers=4.2',
    '41 40 8:2 / /home/mara/local rw shared:3 - ext4 /dev/sda2 rw',
    '42 21 0:42 / /mnt/a\\040share rw - cifs //files/share rw',
    '43 21 0:43 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw',
    '44 21 0:44 / /auto rw - autofs systemd-1 rw',
    '45 44 0:45 / /auto rw - nfs files:/auto rw',
    '46 21 0:46 / /usb rw - fuseblk /dev/sdb1 rw',
    'a line that says nothing',
  ].join('\n');
  const linux = system({ listMounts: () => mountinfo });

  it.each([
    ['/home/mara/.config/Tranship', 'nfs4'],
    ['/mnt/a share/Tranship', 'cifs'],
    ['/run/user/1000/gvfs/smb-share:server=files', 'gvfsd-fuse'],
    ['/auto/mara', 'nfs'],
  ])('is recognised by what is mounted around %s', (folder, type) => {
    expect(networkDriveOf(folder, linux)).toBe(type);
  });

  it.each(['/srv/Tranship', '/home/mara/local/Tranship', '/homestead/Tranship', '/usb/Tranship', '/'])(
    'is not around %s',
    (folder) => {
      expect(networkDriveOf(folder, linux)).toBeUndefined();
    },
  );

  it('is recognised behind a link, for a folder that is not there yet', () => {
    const realPath = (path: string) => (path === '/srv' ? '/home/shared' : missing());
    expect(networkDriveOf('/srv/Tranship/new', { ...linux, realPath })).toBe('nfs4');
  });

  it('is not asked for its real path, because its server may be gone', () => {
    const realPath = () => {
      throw new Error('This would wait for ever.');
    };
    expect(networkDriveOf('/home/mara', { ...linux, realPath })).toBe('nfs4');
  });

  it('is not suspected where the system says nothing', () => {
    expect(networkDriveOf('/home/mara', system({ listMounts: missing }))).toBeUndefined();
  });
});

describe('A network drive on macOS', () => {
  const mount = [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)',
    '//mara@files/exports on /Volumes/Exports on files (smbfs, nodev, nosuid, mounted by mara)',
    'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
  ].join('\n');
  const mac = system({ platform: 'darwin', listMounts: () => mount });

  it('is recognised by what is mounted around the folder', () => {
    expect(networkDriveOf('/Volumes/Exports on files/Tranship', mac)).toBe('smbfs');
  });

  it('is not the disk of the Mac', () => {
    expect(networkDriveOf('/Users/mara/Library/Application Support/Tranship', mac)).toBeUndefined();
  });
});

it('A data folder on a network drive is refused with its name', () => {
  expect(() => refuseNetworkDrive('\\\\files\\home\\mara', system({ platform: 'win32' }))).toThrow(
    expect.objectContaining({
      code: 'folder.on-network',
      params: { folder: '\\\\files\\home\\mara', drive: '\\\\files\\home' },
    }),
  );
});

it('The temporary folder of these tests is no network drive', () => {
  expect(() => refuseNetworkDrive(tmpdir())).not.toThrow();
});
