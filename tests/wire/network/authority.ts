/**
 * @file A certificate authority for a test, with the certificates it issues: for hosts, for clients, and expired ones.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { HOUR } from '../../../src-main/ground/clock.ts';
import type { ClientIdentity } from '../../../src-main/wire/credentials/client-identity.ts';
import { ellipticCurve, inFolder, openssl } from '../../openssl.ts';
import { toPfx } from '../credentials/certificates.ts';

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

  /** A certificate for a host, by default on this machine; with negative days it has expired. @param beginsIn days from now */
  host({ days = 2, beginsIn = 0, names = NAMES } = {}): Issued {
    return this.#issue('/CN=localhost', { days, beginsIn }, `subjectAltName=${names}`);
  }

  /** One for a client. */
  client(name: string, { days = 2 } = {}): Issued {
    return this.#issue(`/CN=${name}`, { days, beginsIn: 0 }, 'extendedKeyUsage=clientAuth');
  }

  /** The same as the file that Windows exports. */
  pfx({ cert, key }: Issued, passphrase: string): ClientIdentity {
    const content = toPfx({ certificate: cert, key }, passphrase);
    return { kind: 'pfx', content: content.toString('base64'), passphrase };
  }

  /** By `openssl ca`, which alone takes any two moments. */
  #issue(subject: string, { days, beginsIn }: Validity, extension: string): Issued {
    return inFolder((file) => {
      writeFileSync(file('authority'), `${this.cert}${this.key}`);
      const names = ['-subj', subject, '-keyout', file('key'), '-out', file('request')];
      openssl('req', '-new', '-nodes', ...ellipticCurve, ...names, '-addext', extension);
      writeFileSync(file('issued'), '');
      writeFileSync(file('configuration'), configurationOf(file('issued')));
      const signing = ['-config', file('configuration'), '-cert', file('authority'), '-keyfile', file('authority')];
      // One that has expired was valid before.
      const ends = beginsIn + days;
      const lasting = ['-startdate', momentIn(Math.min(beginsIn, ends - 1)), '-enddate', momentIn(ends)];
      const written = ['-in', file('request'), '-out', file('certificate'), '-outdir', dirname(file('certificate'))];
      openssl('ca', '-batch', '-notext', ...signing, ...lasting, ...written);
      return readIssued(file);
    });
  }
}

/** In days. */
interface Validity {
  days: number;
  /** From now. */
  beginsIn: number;
}

const configurationOf = (database: string) => `
[ca]
default_ca = test
[test]
database = ${database.replaceAll('\\', '/')}
default_md = sha256
rand_serial = yes
policy = any_name
copy_extensions = copy
unique_subject = no
[any_name]
commonName = supplied
`;

/** As ASN.1 writes it. */
const momentIn = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().replaceAll(/[-:T]|\.\d+/g, '');

function readIssued(file: (name: string) => string): Issued {
  return { cert: readFileSync(file('certificate'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
}
