/** @file Client certificates for tests, made by openssl in a folder that is gone afterwards. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  /** PEM */
  certificate: string;
  /** PEM, PKCS #8, not locked. */
  key: string;
}

export interface KeyPairOptions {
  /** As openssl writes it: `/CN=…/O=…`. */
  subject?: string;
  /** -1: it has expired. */
  days?: number;
  /** As `-newkey` takes it. */
  newKey?: readonly string[];
}

/** A certificate that vouches for itself, and its key. */
export function makeKeyPair({ subject = '/CN=Nordbank', days = 90, newKey = curve }: KeyPairOptions = {}): KeyPair {
  return inFolder((file) => {
    const names = ['-subj', subject, '-utf8', '-keyout', file('key'), '-out', file('certificate')];
    openssl(['req', '-x509', '-nodes', ...newKey, ...names]);
    // Only signed once more may it have ended.
    const again = ['-in', file('certificate'), '-signkey', file('key'), '-out', file('certificate')];
    openssl(['x509', ...again, '-days', String(days)]);
    return { certificate: readFileSync(file('certificate'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
  });
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Both in one PFX file. `options` as `openssl pkcs12 -export` takes them. */
export function toPfx({ certificate, key }: KeyPair, passphrase: string, options: readonly string[] = []): Buffer {
  return inFolder((file) => {
    writeFileSync(file('both'), `${certificate}${key}`);
    const passphrases = ['-passin', 'pass:', '-passout', `pass:${passphrase}`];
    openssl(['pkcs12', '-export', '-in', file('both'), '-out', file('pfx'), ...passphrases, ...options]);
    return readFileSync(file('pfx'));
  });
}

/** The key locked by a passphrase: as PKCS #8, or in the form that came before it. */
export function lockKey(key: string, passphrase: string, form: 'pkcs8' | 'traditional' = 'pkcs8'): string {
  return inFolder((file) => {
    writeFileSync(file('key'), key);
    const older = form === 'traditional' ? ['-traditional'] : [];
    openssl([
      'pkey',
      '-in',
      file('key'),
      '-out',
      file('locked'),
      '-aes256',
      '-passout',
      `pass:${passphrase}`,
      ...older,
    ]);
    return readFileSync(file('locked'), 'utf8');
  });
}

/** The certificate in the binary form. */
export function toDer({ certificate }: KeyPair): Buffer {
  return Buffer.from(certificate.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
}

function openssl(args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function inFolder<Result>(work: (file: (name: string) => string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-certificates-'));
  try {
    return work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
