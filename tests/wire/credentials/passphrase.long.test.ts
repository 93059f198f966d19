/** @file A passphrase opens the keyring that it wrapped; each derivation takes some tenths of a second, as it should. */

import { createCipheriv, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createClientSecretBox,
  keptSalt,
  passphraseWrap,
  requireStrength,
} from '../../../src-main/wire/credentials/passphrase.ts';
import { MemorySettings } from '../../memory-stores.ts';

const PASSPHRASE = 'correct horse battery';

describe('a keyring that is wrapped with a passphrase', () => {
  it('a wrapped keyring opens with the same passphrase only, and stores its parameters', async () => {
    const wrapped = await passphraseWrap(PASSPHRASE).wrap('the key');
    expect(wrapped).toMatch(/^scrypt1\.17\.8\.1\.[\w-]{22}\.tranship2\./);
    expect(wrapped).not.toContain('the key');
    expect(await passphraseWrap(PASSPHRASE).unwrap(wrapped)).toEqual({ content: 'the key', isOutdated: false });
    expect(await passphraseWrap('correct horse bakery').unwrap(wrapped)).toBeUndefined();
  });

  it('the same words typed on another keyboard open it', async () => {
    const wrapped = await passphraseWrap('schl\u00fcssel zum glück').wrap('the key');
    expect(await passphraseWrap('schlu\u0308ssel zum glu\u0308ck').unwrap(wrapped)).toEqual({
      content: 'the key',
      isOutdated: false,
    });
  });

  it.each([
    '',
    'x',
    'scrypt1.17.8.1',
    'scrypt1.40.8.1.AAAA.tranship2.a.b',
    'scrypt1.1.8.1.AAAA.tranship2.a.b',
    'scrypt1.17.999999.1.AAAA.x',
  ])('damaged or hostile parameters open nothing, and cost nothing: “%s”', async (wrapped) => {
    expect(await passphraseWrap(PASSPHRASE).unwrap(wrapped)).toBeUndefined();
  });

  it('what an earlier version sealed with the passphrase is opened', async () => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(PASSPHRASE, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
    const nonce = Buffer.alloc(12, 1);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const content = Buffer.concat([cipher.update('a secret'), cipher.final(), cipher.getAuthTag()]);
    const former = `tranship1.${nonce.toString('base64url')}.${content.toString('base64url')}`;
    expect(await passphraseWrap(PASSPHRASE, { salt }).openFormer(former)).toBe('a secret');
    expect(await passphraseWrap(PASSPHRASE).openFormer(former)).toBeUndefined();
  });
});

describe('the strength of a passphrase', () => {
  it.each(['x', 'short', '12345678901', 'aaaaaaaaaaaaaaaa', 'abababababababab', '            '])(
    'the passphrase “%s” is refused before anything is stored',
    async (weak) => {
      expect(() => requireStrength(weak)).toThrow(expect.objectContaining({ code: 'secret.weak-passphrase' }));
      await expect(passphraseWrap(weak).wrap('the key')).rejects.toMatchObject({ code: 'secret.weak-passphrase' });
    },
  );

  it('a weak passphrase that already protects a folder still works', async () => {
    const wrapped = await passphraseWrap('x', { mayBeWeak: true }).wrap('the key');
    expect(await passphraseWrap('x').unwrap(wrapped)).toEqual({ content: 'the key', isOutdated: false });
  });
});

describe('the box of a client secret', () => {
  it('opens what it sealed after a restart, and nothing that another secret sealed', async () => {
    const settings = new MemorySettings();
    const sealed = await createClientSecretBox('secret', settings).seal('token', ['token', 'bank']);
    expect(await createClientSecretBox('secret', settings).open(sealed, ['token', 'bank'])).toBe('token');
    expect(await createClientSecretBox('another', settings).open(sealed, ['token', 'bank'])).toBeUndefined();
  });

  it.each(['short', 7, null])('a damaged salt is not replaced: %s', async (stored) => {
    const settings = new MemorySettings();
    settings.set('salt', stored);
    expect(() => keptSalt(settings)).toThrow(expect.objectContaining({ code: 'connection.invalid' }));
    await expect(createClientSecretBox('secret', settings).key('history')).rejects.toThrow('salt');
    expect(settings.get('salt')).toBe(stored);
  });
});
