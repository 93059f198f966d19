/**
 * @file Reads the files that a person picks as a client certificate, PEM in one or two files or PFX, told apart by
 * content. Pure.
 */

import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { ClientIdentity } from './client-identity.ts';

/**
 * The identity in the contents of the picked files. Nothing is decrypted yet: `describeIdentity` proves that it can be
 * used.
 * @throws AppError certificate.unusable
 */
export function readIdentity(bytes: Buffer, keyBytes?: Buffer, passphrase?: string): ClientIdentity {
  const lock = passphrase ? { passphrase } : {};
  if (isPfx(bytes)) {
    if (keyBytes !== undefined) throw unusable(fact('A PFX file holds its key already. Leave the key file out.'));
    return { kind: 'pfx', content: bytes.toString('base64'), ...lock };
  }
  const certificates = bytes.toString('latin1').match(certificateBlock) ?? [];
  if (certificates.length === 0) throw unusable(whyNoCertificate(bytes));
  const [key] = (keyBytes ?? bytes).toString('latin1').match(keyBlock) ?? [];
  if (key === undefined) throw unusable(keyBytes === undefined ? NO_KEY_BESIDE : NO_KEY_IN_FILE);
  return { kind: 'pem', certificate: `${certificates.join('\n')}\n`, key: `${key}\n`, ...lock };
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Keys in the older form have header lines (`Proc-Type`, `DEK-Info`) that contain dashes. */
const keyBlock = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----(?:(?!-----BEGIN )[\s\S])+?-----END \1PRIVATE KEY-----/;

const NO_KEY_BESIDE = fact(
  'There is no private key in the file. Choose the key file as well, or a file that holds both: PEM or PFX.',
);
const NO_KEY_IN_FILE = fact('There is no private key in PEM form in the key file.');
const DER = fact(
  'It is a certificate in DER form, which is without its key. Export it together with its key, as PFX or as PEM.',
);
const NOTHING = fact('There is no certificate in the file: it is neither PEM nor PFX.');

function whyNoCertificate(bytes: Buffer): Fact {
  try {
    new X509Certificate(bytes);
    return DER;
  } catch {
    return NOTHING;
  }
}

/** RFC 7292: a sequence that begins with the version, 3. A certificate or a key in DER begins otherwise. */
function isPfx(bytes: Buffer): boolean {
  const [tag, length = 0] = bytes;
  const header = length > 0x80 ? 2 + (length & 0x7f) : 2;
  return tag === 0x30 && bytes.subarray(header, header + 3).equals(Buffer.from([0x02, 0x01, 0x03]));
}

function unusable(reason: Fact): AppError {
  return new AppError('certificate.unusable', { reason });
}
