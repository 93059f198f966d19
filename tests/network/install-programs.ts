/**
 * @file Makes sure before the tests that the real proxies and the Kerberos server are installed, or says what to
 * do. The tests are never skipped.
 */

import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from '../debian-packages.ts';

/** The Debian packages, and the programs in each. */
const packages = {
  tinyproxy: '/usr/bin/tinyproxy',
  'squid-openssl': '/usr/lib/squid/security_file_certgen',
  openssl: '/usr/bin/openssl',
  curl: '/usr/bin/curl',
  'krb5-kdc': '/usr/sbin/krb5kdc',
  'krb5-admin-server': '/usr/sbin/kadmin.local',
  'krb5-user': '/usr/bin/kinit',
} as const;

const names = Object.keys(packages).join(', ');
const WAY_OUT = `Install the Debian packages ${names}, or run the tests as root on Debian: then they do it.`;

export function installPrograms(): void {
  if (missing().length === 0) return;
  if (!canInstallPackages()) {
    throw new Error(`These tests need ${missing().join(', ')}. ${WAY_OUT}`);
  }
  console.log(`Installing ${missing().join(', ')} for the tests of the network …`);
  try {
    installPackages(...Object.keys(packages));
  } catch (cause) {
    throw new Error(`apt-get could not install ${missing().join(', ')}. ${WAY_OUT}`, { cause });
  }
  if (missing().length > 0) throw new Error(`apt-get did not bring ${missing().join(', ')}. ${WAY_OUT}`);
}

function missing(): string[] {
  return Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
}
