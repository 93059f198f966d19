/** @file Makes sure that Ceph and its S3 gateway are there, or says what to do. The tests are never skipped. */

import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from '../debian-packages.ts';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'];
const packages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'];
const WAY_OUT = `On Debian or Ubuntu, “apt-get install ${packages.join(' ')}” installs it.`;

export function installCeph(): void {
  if (isThere()) return;
  if (!canInstallPackages()) {
    throw new Error(`The tests with an S3 store of somebody else need Ceph, and there is none. ${WAY_OUT}`);
  }
  console.log('Installing Ceph for the tests with an S3 store of somebody else …');
  try {
    installPackages(...packages);
  } catch (cause) {
    throw new Error(`Ceph could not be installed with apt-get. ${WAY_OUT}`, { cause });
  }
  if (!isThere()) throw new Error(`apt-get installed no Ceph. ${WAY_OUT}`);
}

function isThere(): boolean {
  return programs.every((program) => existsSync(`/usr/bin/${program}`));
}
