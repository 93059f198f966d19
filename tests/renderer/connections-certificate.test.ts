import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of, certificateContent, countCertificates } from '../../src-renderer/connections/certificate-files.ts';
import { validityAt } from '../../src-renderer/connections/validity.ts';

const block = (name: string) => `-----BEGIN ${name}-----\nMII=\n-----END ${name}-----\n`;
const contentOf = (...names: string[]) => certificateContent(new TextEncoder().encode(names.map(block).join('')));
const DAY = 24 * 3_600_000;

describe('A file with a client certificate', () => {
  it('A certificate file can contain certificate and key', () => {
    expect(contentOf('CERTIFICATE', 'PRIVATE KEY')).toMatchObject({
      format: 'pem',
      hasCertificate: true,
      hasKey: true,
    });
  });

  it.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'])(
    'A certificate file contains a key: %s',
    (name) => {
      expect(contentOf(name)).toMatchObject({ hasCertificate: false, hasKey: true });
    },
  );

  it('A certificate file without a key needs a key file', () => {
    expect(contentOf('CERTIFICATE')).toMatchObject({ hasKey: false, isLocked: false });
  });

  it('A certificate file with an encrypted key needs a passphrase', () => {
    expect(contentOf('CERTIFICATE', 'ENCRYPTED PRIVATE KEY').isLocked).toBe(true);
  });

  it('A certificate file that is not text counts as PFX', () => {
    expect(certificateContent(new Uint8Array([0x30, 0x82, 0x0a, 0x05]))).toMatchObject({
      format: 'pfx',
      isLocked: true,
    });
  });

  it('A certificate file reaches the app byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
  });
});

it('The certificates of authorities are counted', () => {
  expect(countCertificates(block('CERTIFICATE') + block('PRIVATE KEY') + block('CERTIFICATE'))).toBe(2);
});

it.each([
  [31 * DAY, 'good', 31],
  [30 * DAY, 'attention', 30],
  [DAY / 2, 'attention', 0],
  [0, 'trouble', 0],
  [-DAY, 'trouble', 0],
])('A certificate with %i ms left is %s', (left, tone, days) => {
  expect(validityAt(1000 + left, 1000)).toEqual({ tone, days });
});
