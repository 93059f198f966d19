/**
 * @file A certificate authority for a test, with the certificates it issues: for hosts, for clients, and expired ones.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import type { ClientIdentity } from '../../src-main/credentials/client-identity.ts';
import { toPfx } from '../credentials/certificates.ts';
import { ellipticCurve, inFolder, openssl } from '../openssl.ts';

/** A certificate with its key, as PEM. */
export interface Issued {
  cert: string;
  key: string;
}

/** All names by which the tests reach this machine. */
const NAMES = 'DNS:localhost,DNS:service.test,IP:127.0.0.1,IP:::1,IP:0.0.0.0';

export class Authority implements Issued {
  /** Of the authority itself, as PEM. */
  readonly cert: string;
  readonly key: string;

  constructor(name = 'Authority of the test') {
    const { cert, key } = inFolder((file) => {
      const names = ['-subj', `/CN=${name}`, '-keyout', file('key'), '-out', file('certificate')];
      openssl('req', '-x509', '-nodes', ...ellipticCurve, ...names, '-days', '2');
      return readIssued(file);
    });
    this.cert = cert;
    this.key = key;
  }

  /** A certificate for a host, by default on this machine; with negative days it has expired. */
  host({ days = 2, names = NAMES } = {}): Issued {
    return this.#issue('/CN=localhost', days, `subjectAltName=${names}`);
  }

  /** One for a client. */
  client(name: string, { days = 2 } = {}): Issued {
    return this.#issue(`/CN=${name}`, days, 'extendedKeyUsage=clientAuth');
  }

  /** The same as the file that Windows exports. */
  pfx({ cert, key }: Issued, passphrase: string): ClientIdentity {
    const content = toPfx({ certificate: cert, key }, passphrase);
    return { kind: 'pfx', content: content.toString('base64'), passphrase };
  }

  #issue(subject: string, days: number, extension: string): Issued {
    return inFolder((file) => {
      writeFileSync(file('authority'), `${this.cert}${this.key}`);
      const names = ['-subj', subject, '-keyout', file('key'), '-out', file('request')];
      openssl('req', '-new', '-nodes', ...ellipticCurve, ...names, '-addext', extension);
      const signing = ['-CA', file('authority'), '-CAkey', file('authority'), '-copy_extensions', 'copy'];
      const lasting = ['-days', String(days)];
      openssl('x509', '-req', '-in', file('request'), ...signing, ...lasting, '-out', file('certificate'));
      return readIssued(file);
    });
  }
}

function readIssued(file: (name: string) => string): Issued {
  return { cert: readFileSync(file('certificate'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
}
