/** @file A diagnosis also tries versions of TLS that are too old, with the words for ciphers that this runtime knows. */

import { expect, it } from 'vitest';
import { ciphersOfOldVersions, isCipherList } from '../../../src-main/wire/diagnosis/handshake-failure.ts';

it('Node’s OpenSSL is told to allow them', () => {
  expect(ciphersOfOldVersions(isCipherList)).toBe('DEFAULT:@SECLEVEL=0');
});

it('Electron’s BoringSSL, which takes no list with another word than @STRENGTH, gets its own list', () => {
  // ssl/ssl_cipher.cc, `CIPHER_SPECIAL`
  const isKnown = (ciphers: string) => !/@(?!STRENGTH)/.test(ciphers);
  expect(ciphersOfOldVersions(isKnown)).toBe('DEFAULT');
});

it('a list that no library knows is none', () => {
  expect(isCipherList('DEFAULT:@NONSENSE')).toBe(false);
});
