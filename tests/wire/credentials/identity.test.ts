import { describe, expect, it } from 'vitest';
import type { ClientIdentity } from '../../../src-main/wire/credentials/client-identity.ts';
import { describeIdentity, needsPassphrase } from '../../../src-main/wire/credentials/identity-description.ts';
import { readIdentity } from '../../../src-main/wire/credentials/identity-file.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { type KeyPair, lockKey, makeKeyPair, toDer, toPfx } from './certificates.ts';

const PASSPHRASE = 'sesame, open';
const pair = makeKeyPair({ subject: '/CN=Düsseldorf, Nordbank/O=Nordbank AG' });
const other = makeKeyPair({ subject: '/CN=Südbank' });
const rsa = makeKeyPair({ newKey: ['-newkey', 'rsa:2048'] });
const pem = (text: string) => Buffer.from(text);
const both = (files: KeyPair) => pem(files.certificate + files.key);

/** The message to a person about a file that is refused. */
async function problemOf(read: () => ClientIdentity): Promise<string> {
  try {
    await describeIdentity(read());
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'certificate.unusable') return thrown.detail;
    throw thrown;
  }
  return 'none';
}

describe('§5.7 a client certificate', () => {
  it.each<[string, () => ClientIdentity]>([
    ['PEM in one file', () => readIdentity(both(pair))],
    ['PEM in one file, the key first', () => readIdentity(pem(pair.key + pair.certificate))],
    [
      'PEM with words around it',
      () => readIdentity(pem(`Bag Attributes\n  x: 1-2\n${pair.certificate}---\n${pair.key}`)),
    ],
    ['PEM with the lines of Windows', () => readIdentity(pem((pair.certificate + pair.key).replaceAll('\n', '\r\n')))],
    ['PEM in two files', () => readIdentity(pem(pair.certificate), pem(pair.key))],
    [
      'PEM with others that lead to its issuer',
      () => readIdentity(pem(pair.certificate + other.certificate + pair.key)),
    ],
    [
      'PEM with a locked key',
      () => readIdentity(pem(pair.certificate), pem(lockKey(pair.key, PASSPHRASE)), PASSPHRASE),
    ],
    [
      'PEM with a key locked in the older form',
      () => readIdentity(pem(pair.certificate), pem(lockKey(pair.key, PASSPHRASE, 'traditional')), PASSPHRASE),
    ],
    ['PFX', () => readIdentity(toPfx(pair, PASSPHRASE), undefined, PASSPHRASE)],
    ['PFX without a passphrase', () => readIdentity(toPfx(pair, ''))],
    ['PFX without a sum', () => readIdentity(toPfx(pair, PASSPHRASE, ['-nomac']), undefined, PASSPHRASE)],
    ['PFX as Windows exports it (3DES)', () => readIdentity(toPfx(pair, PASSPHRASE, tripleDes), undefined, PASSPHRASE)],
  ])('a client certificate is read from %s', async (_, read) => {
    expect(await describeIdentity(read())).toEqual({
      subject: 'Düsseldorf, Nordbank',
      issuer: 'Düsseldorf, Nordbank',
      validUntil: expect.closeTo(Date.now() + 90 * 24 * 3_600_000, -6),
    });
  });

  it('a client certificate without a common name is described by its whole subject', async () => {
    const nameless = makeKeyPair({ subject: '/O=Nordbank AG/OU=Payments' });
    expect((await describeIdentity(readIdentity(both(nameless)))).subject).toBe('O=Nordbank AG, OU=Payments');
  });

  it('an expired client certificate is still described', async () => {
    const expired = makeKeyPair({ days: -1 });
    const { validUntil } = await describeIdentity(readIdentity(both(expired)));
    expect(validUntil).toBeLessThan(Date.now());
  });

  it.each<[string, () => ClientIdentity, RegExp]>([
    [
      'a PFX with a wrong passphrase',
      () => readIdentity(toPfx(pair, PASSPHRASE), undefined, 'x'),
      /passphrase does not/,
    ],
    ['a PFX without its passphrase', () => readIdentity(toPfx(pair, PASSPHRASE)), /none was given/],
    [
      'a PFX without a sum and with a wrong passphrase',
      () => readIdentity(toPfx(pair, PASSPHRASE, ['-nomac']), undefined, 'x'),
      /passphrase does not/,
    ],
    [
      'a key with a wrong passphrase',
      () => readIdentity(pem(pair.certificate), pem(lockKey(pair.key, PASSPHRASE)), 'x'),
      /passphrase does not/,
    ],
    [
      'a locked key without its passphrase',
      () => readIdentity(pem(pair.certificate), pem(lockKey(rsa.key, PASSPHRASE, 'traditional'))),
      /none was given/,
    ],
    ['a certificate without a key', () => readIdentity(pem(pair.certificate)), /no private key in the file/],
    ['a key file without a key', () => readIdentity(pem(pair.certificate), toDer(pair)), /in the key file/],
    ['a PFX without a key', () => readIdentity(toPfx(pair, '', ['-nokeys'])), /contains no private key/],
    [
      'a PFX without a certificate',
      () => readIdentity(toPfx(pair, '', ['-nocerts'])),
      /contains no certificate that belongs/,
    ],
    [
      'the key of another certificate',
      () => readIdentity(pem(pair.certificate), pem(other.key)),
      /another certificate/,
    ],
    ['a key of another kind', () => readIdentity(pem(pair.certificate), pem(rsa.key)), /another certificate/],
    [
      'a PFX in an old encryption',
      () => readIdentity(toPfx(pair, PASSPHRASE, ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40']), undefined, PASSPHRASE),
      /RC2-40.*AES-256, or as PEM/,
    ],
    ['a certificate in DER', () => readIdentity(toDer(pair)), /DER form.*as PFX or as PEM/],
    ['a PFX and a key file', () => readIdentity(toPfx(pair, ''), pem(pair.key)), /Leave the key file out/],
    ['a key alone', () => readIdentity(pem(pair.key)), /no certificate in the file/],
    ['something else', () => readIdentity(pem('{"request_uuid":1}')), /neither PEM nor PFX/],
    ['an empty file', () => readIdentity(pem('')), /neither PEM nor PFX/],
    ['half a PFX', () => readIdentity(toPfx(pair, '').subarray(0, 300)), /damaged/],
    ['a damaged certificate', () => readIdentity(pem(damaged(pair.certificate) + pair.key)), /certificate.*damaged/],
    ['a damaged key', () => readIdentity(pem(pair.certificate + damaged(pair.key))), /private key is damaged/],
    [
      'a key that is too weak for an encrypted connection',
      () => readIdentity(both(makeKeyPair({ newKey: ['-newkey', 'rsa:1024'] }))),
      /cannot be used for an encrypted connection: .*key too small/,
    ],
  ])('a client certificate is refused in words: %s', async (_, read, words) => {
    expect(await problemOf(read)).toMatch(words);
  });

  it.each<[string, () => ClientIdentity, boolean]>([
    ['a locked PFX', () => readIdentity(toPfx(pair, PASSPHRASE)), true],
    ['a locked PFX in an old encryption', () => readIdentity(toPfx(pair, PASSPHRASE, ['-legacy'])), true],
    ['a locked PFX that comes with a passphrase', () => readIdentity(toPfx(pair, PASSPHRASE), undefined, 'x'), false],
    ['an open PFX', () => readIdentity(toPfx(pair, '')), false],
    ['a locked key', () => readIdentity(pem(pair.certificate), pem(lockKey(pair.key, PASSPHRASE))), true],
    ['an open key', () => readIdentity(both(pair)), false],
    ['half a PFX', () => readIdentity(toPfx(pair, '').subarray(0, 300)), false],
  ])('a client certificate needs a passphrase or not: %s', (_, read, needs) => {
    expect(needsPassphrase(read())).toBe(needs);
  });
});

const tripleDes = ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

/** Still looks like PEM. */
function damaged(block: string): string {
  return block.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
}
