/** @file What was signed or encrypted is named as what it is, with what to do: made by openssl and gpg, as their first bytes. */

import { expect, it } from 'vitest';
import { recognise } from '../../src-main/exports/recognise.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const filler = Buffer.alloc(400, 'x');

it.each<[string, string | Uint8Array, string, string]>([
  [
    'a .p7m that is signed',
    hex('30 82 0d 1c 06 09 2a 86 48 86 f7 0d 01 07 02 a0 82'),
    'a signed envelope (PKCS#7)',
    'Take out',
  ],
  [
    'a .p7m of unknown length',
    hex('30 80 06 09 2a 86 48 86 f7 0d 01 07 02 a0 80'),
    'a signed envelope (PKCS#7)',
    'Take out',
  ],
  [
    'a .p7m that is encrypted',
    hex('30 82 0d 1c 06 09 2a 86 48 86 f7 0d 01 07 03 a0 82'),
    'an encrypted envelope (PKCS#7)',
    'Decrypt',
  ],
  ['a .p7m in Base64', 'MIIKxwYJKoZIhvcNAQcCoIIKuDCC', 'a signed or encrypted envelope (PKCS#7)', 'Take out'],
  ['the same of unknown length', 'MIAGCSqGSIb3DQEHAqCAMIACAQEx', 'a signed or encrypted envelope (PKCS#7)', 'Take out'],
  [
    'the same with its mark',
    '-----BEGIN PKCS7-----\nMIAGCSqGSIb3DQEHAqCAMIACAQEx',
    'a signed or encrypted envelope (PKCS#7)',
    'Take out',
  ],
  ['PGP in letters', '-----BEGIN PGP MESSAGE-----\n\nhQEMA', 'an encrypted file (PGP)', 'Decrypt'],
  ['PGP in bytes', hex('85 01 0c 03 a1 b2 c3 d4'), 'an encrypted file (PGP)', 'Decrypt'],
  ['PGP with a password', hex('8c 0d 04 07 03 02 a1 b2'), 'an encrypted file (PGP)', 'Decrypt'],
  [
    'text that PGP has signed',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nid;amount\n1;2',
    'a signed text (PGP)',
    'Take out',
  ],
  [
    'a signature of PGP',
    '-----BEGIN PGP SIGNATURE-----\n\niQE',
    'a signature (PGP), and not what it signs',
    'Choose the file',
  ],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIFVjCCAz6g', 'a certificate or a key', 'Export'],
  [
    'XML Encryption',
    '<?xml version="1.0"?><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="x">',
    'an encrypted document (XML Encryption)',
    'Decrypt',
  ],
])('%s', (_, start, name, remedy) => {
  const found = recognise(Buffer.concat([Buffer.from(start), filler]));
  expect(found).toMatchObject({
    kind: 'foreign',
    is: `It is ${name}.`,
    remedy: expect.stringMatching(new RegExp(`^${remedy}`)),
  });
});
