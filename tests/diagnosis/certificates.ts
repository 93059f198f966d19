/** @file Certificates for the tests of this room, made by openssl: authorities, hosts and clients, good and expired ones. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Credentials {
  cert: string;
  key: string;
}

export interface CertificateOptions {
  /** The host's name; an IP address is taken as one. */
  name: string;
  /** As openssl takes them: 20200101000000Z. By default from yesterday for a year. */
  from?: string;
  until?: string;
}

/** Makes certificates; `folder` is removed by `close`. */
export class CertificateMaker {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tranship-certificates-'));
  #made = 0;

  authority(name: string): Credentials {
    const { key, keyPath } = this.#key();
    const path = this.#path('pem');
    const fields = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'];
    openssl(['req', '-x509', '-new', '-key', keyPath, '-subj', `/CN=${name}`, '-days', '30', ...fields, '-out', path]);
    return { cert: readFileSync(path, 'utf8'), key };
  }

  /** Without an issuer it is signed by nobody but itself. */
  issue({ name, from, until }: CertificateOptions, issuer?: Credentials): Credentials {
    const { key, keyPath } = this.#key();
    const path = this.#path('pem');
    const extensions = this.#path('cnf');
    const kind = /^[\d.]+$/.test(name) ? 'IP' : 'DNS';
    writeFileSync(extensions, `subjectAltName=${kind}:${name}\nbasicConstraints=CA:FALSE\n`);
    const request = this.#path('csr');
    openssl(['req', '-new', '-key', keyPath, '-subj', `/CN=${name}`, '-out', request]);
    const dates = from === undefined || until === undefined ? ['-days', '365'] : [];
    const signer = issuer === undefined ? ['-key', keyPath] : this.#signer(issuer);
    if (dates.length > 0) {
      openssl(['x509', '-req', '-in', request, '-extfile', extensions, ...dates, ...signer, '-out', path]);
      return { cert: readFileSync(path, 'utf8'), key };
    }
    return { cert: this.#dated(request, extensions, issuer, [from ?? '', until ?? '']), key };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #signer({ cert, key }: Credentials): string[] {
    const [certPath, keyPath] = [this.#path('pem'), this.#path('key')];
    writeFileSync(certPath, cert);
    writeFileSync(keyPath, key);
    return ['-CA', certPath, '-CAkey', keyPath, '-CAcreateserial'];
  }

  /** Only `openssl ca` takes dates in the past. */
  #dated(
    request: string,
    extensions: string,
    issuer: Credentials | undefined,
    [from, until]: [string, string],
  ): string {
    if (issuer === undefined) throw new Error('A certificate with dates needs an issuer.');
    const [, certPath = '', , keyPath = ''] = this.#signer(issuer);
    const [database, serial, config, path] = ['db', 'srl', 'conf', 'pem'].map((kind) => this.#path(kind));
    writeFileSync(database ?? '', '');
    writeFileSync(serial ?? '', '1000\n');
    const policy = '[p]\ncommonName=supplied\n';
    writeFileSync(
      config ?? '',
      `[ca]\ndefault_ca=d\n[d]\ndatabase=${database}\nserial=${serial}\nnew_certs_dir=${this.#folder}\ndefault_md=sha256\npolicy=p\nunique_subject=no\n${policy}`,
    );
    openssl([
      ...['ca', '-batch', '-notext', '-config', config ?? '', '-cert', certPath, '-keyfile', keyPath],
      ...['-in', request, '-extfile', extensions, '-startdate', from, '-enddate', until, '-out', path ?? ''],
    ]);
    return readFileSync(path ?? '', 'utf8');
  }

  #key(): { key: string; keyPath: string } {
    const keyPath = this.#path('key');
    openssl(['ecparam', '-genkey', '-name', 'prime256v1', '-noout', '-out', keyPath]);
    return { key: readFileSync(keyPath, 'utf8'), keyPath };
  }

  #path(kind: string): string {
    return join(this.#folder, `${++this.#made}.${kind}`);
  }
}

function openssl(parameters: readonly string[]): void {
  execFileSync('openssl', [...parameters], { stdio: 'pipe' });
}
