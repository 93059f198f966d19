/** @file Self-signed client certificates for tests, in all forms that banks have. */

import { readFileSync, writeFileSync } from 'node:fs';
import { ellipticCurve, inFolder, openssl } from '../../openssl.ts';

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

/** A self-signed certificate, and its key. */
export function makeKeyPair({
  subject = '/CN=Nordbank',
  days = 90,
  newKey = ellipticCurve,
}: KeyPairOptions = {}): KeyPair {
  return inFolder((file) => {
    const names = ['-subj', subject, '-utf8', '-keyout', file('key'), '-out', file('certificate')];
    openssl('req', '-x509', '-nodes', ...newKey, ...names);
    // Only a second signature can give it an end in the past.
    const again = ['-in', file('certificate'), '-signkey', file('key'), '-out', file('certificate')];
    openssl('x509', ...again, '-days', String(days));
    return { certificate: readFileSync(file('certificate'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
  });
}

/** Both in one PFX file. `options` as `openssl pkcs12 -export` takes them. */
export function toPfx({ certificate, key }: KeyPair, passphrase: string, options: readonly string[] = []): Buffer {
  return inFolder((file) => {
    writeFileSync(file('both'), `${certificate}${key}`);
    const passphrases = ['-passin', 'pass:', '-passout', `pass:${passphrase}`];
    openssl('pkcs12', '-export', '-in', file('both'), '-out', file('pfx'), ...passphrases, ...options);
    return readFileSync(file('pfx'));
  });
}

/** The key locked by a passphrase: as PKCS #8, or in the older form. */
export function lockKey(key: string, passphrase: string, form: 'pkcs8' | 'traditional' = 'pkcs8'): string {
  return inFolder((file) => {
    writeFileSync(file('key'), key);
    const older = form === 'traditional' ? ['-traditional'] : [];
    const locking = ['-aes256', '-passout', `pass:${passphrase}`, ...older];
    openssl('pkey', '-in', file('key'), '-out', file('locked'), ...locking);
    return readFileSync(file('locked'), 'utf8');
  });
}

/** The certificate in the binary form. */
export function toDer({ certificate }: KeyPair): Buffer {
  return Buffer.from(certificate.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
}
