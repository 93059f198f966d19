/** @file A certificate authority for a test, with all that it issues: for hosts, for clients, and expired ones. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientIdentity } from '../../src-main/credentials/client-identity.ts';

/** A certificate with its key, as PEM. */
export interface Issued {
  cert: string;
  key: string;
}

/** All names under which the tests reach this machine. */
const NAMES = 'DNS:localhost,DNS:service.test,IP:127.0.0.1,IP:::1,IP:0.0.0.0';

export class Authority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tranship-authority-'));
  /** Of the authority itself, as PEM. */
  readonly cert: string;
  readonly key: string;
  #issued = 0;

  constructor(name = 'Authority of the test') {
    this.#openssl(
      'req',
      '-x509',
      ...this.#newKey('authority'),
      '-out',
      'authority.crt',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
    this.cert = this.#read('authority.crt');
    this.key = this.#read('authority.key');
  }

  /** A certificate for a host, by default on this machine; negative days are over. */
  host({ days = 2, names = NAMES } = {}): Issued {
    return this.#issue('/CN=localhost', days, 'subjectAltName', names);
  }

  /** One for a client. */
  client(name: string, { days = 2 } = {}): Issued {
    return this.#issue(`/CN=${name}`, days, 'extendedKeyUsage', 'clientAuth');
  }

  /** The same as the file that Windows exports. */
  pfx({ cert, key }: Issued, passphrase: string): ClientIdentity {
    const input = `${key}\n${cert}`;
    const content = execFileSync('openssl', ['pkcs12', '-export', '-passout', 'env:PASSPHRASE'], {
      input,
      env: { ...process.env, PASSPHRASE: passphrase },
    });
    return { kind: 'pfx', content: content.toString('base64'), passphrase };
  }

  /** Removes its files. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #issue(subject: string, days: number, extension: string, value: string): Issued {
    this.#issued += 1;
    const name = `issued-${this.#issued}`;
    const request = `${name}.csr`;
    this.#openssl(
      'req',
      '-new',
      ...this.#newKey(name),
      '-out',
      request,
      '-subj',
      subject,
      '-addext',
      `${extension}=${value}`,
    );
    const signing = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-copy_extensions', 'copy'];
    this.#openssl('x509', '-req', '-in', request, ...signing, '-out', `${name}.crt`, '-days', String(days));
    return { cert: this.#read(`${name}.crt`), key: this.#read(`${name}.key`) };
  }

  #newKey(name: string): string[] {
    return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: 'ignore' });
  }
}
