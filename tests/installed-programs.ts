/**
 * @file The programs of others that tests need. On Linux they are installed, or the tests fail and say what to do; they are
 * never skipped there. Other systems have no apt-get, and some of the programs not at all: there the tests that need what
 * is missing are skipped, and say so.
 */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './debian-packages.ts';

interface DebianProgram {
  packages: readonly string[];
  /** All of them are there once the packages are. */
  paths: readonly string[];
  /** On systems without these packages, where the same program may come from elsewhere. */
  isElsewhere?: () => boolean;
}

const programs = {
  openssl: { packages: ['openssl'], paths: ['/usr/bin/openssl'], isElsewhere: () => isOnPath('openssl') },
  tinyproxy: { packages: ['tinyproxy'], paths: ['/usr/bin/tinyproxy'] },
  squid: { packages: ['squid-openssl'], paths: ['/usr/lib/squid/security_file_certgen'] },
  curl: { packages: ['curl'], paths: ['/usr/bin/curl'], isElsewhere: () => isOnPath('curl') },
  'a Kerberos server': {
    packages: ['krb5-kdc', 'krb5-admin-server', 'krb5-user'],
    paths: ['/usr/sbin/krb5kdc', '/usr/sbin/kadmin.local', '/usr/bin/kinit'],
  },
  // Of whichever version; tests/team/postgres-server.ts finds its programs.
  PostgreSQL: { packages: ['postgresql'], paths: ['/usr/bin/pg_ctlcluster', '/usr/bin/psql'] },
  PgBouncer: { packages: ['pgbouncer'], paths: ['/usr/sbin/pgbouncer'] },
  poppler: { packages: ['poppler-utils'], paths: ['/usr/bin/pdfinfo', '/usr/bin/pdftotext'] },
  openpyxl: {
    packages: ['python3', 'python3-openpyxl'],
    paths: ['/usr/bin/python3', '/usr/lib/python3/dist-packages/openpyxl/__init__.py'],
  },
  'LibreOffice Calc': { packages: ['libreoffice-calc-nogui'], paths: ['/usr/bin/soffice'] },
  'Ceph with its S3 gateway': {
    packages: ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw', 'util-linux'],
    paths: ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'].map(
      (name) => `/usr/bin/${name}`,
    ),
  },
} as const satisfies Record<string, DebianProgram>;

export type ProgramName = keyof typeof programs;

/** What to do about missing programs: nothing, install them, or leave the tests out, with the reason. */
export type Provision =
  | { kind: 'there' }
  | { kind: 'to-install'; packages: readonly string[] }
  | { kind: 'skip'; reason: string };

/** @param platform the value of `process.platform` */
export function provisionOf(missing: readonly ProgramName[], platform: string): Provision {
  if (missing.length === 0) return { kind: 'there' };
  if (platform === 'linux') return { kind: 'to-install', packages: missing.flatMap((name) => programs[name].packages) };
  return { kind: 'skip', reason: `needs ${missing.join(' and ')}, which this system (${platform}) does not have` };
}

/** What these programs need on this machine. */
export function provisionHere(...names: readonly ProgramName[]): Provision {
  return provisionOf(
    names.filter((name) => !isThere(programs[name])),
    process.platform,
  );
}

/** @throws Error where the packages cannot be installed, with what to do */
export function install(packages: readonly string[]): void {
  const wanted = packages.join(', ');
  const wayOut = `Install the Debian packages ${wanted}, or run the tests as root on Debian: then they do it.`;
  if (!canInstallPackages()) throw new Error(`These tests need programs that are missing. ${wayOut}`);
  console.log(`Installing ${wanted} for the tests …`);
  try {
    installPackages(...packages);
  } catch (cause) {
    throw new Error(`apt-get could not install ${wanted}. ${wayOut}`, { cause });
  }
  for (const { packages: own, paths } of Object.values(programs)) {
    if (own.some((name) => packages.includes(name)) && !paths.every((path) => existsSync(path))) {
      throw new Error(`apt-get did not bring ${own.join(', ')}. ${wayOut}`);
    }
  }
}

function isThere({ paths, isElsewhere }: DebianProgram): boolean {
  return process.platform === 'linux' || isElsewhere === undefined
    ? paths.every((path) => existsSync(path))
    : isElsewhere();
}

function isOnPath(name: string): boolean {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, file)));
}
