import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../build/sign-update.ts';
import { DAY } from '../../src-main/ground/clock.ts';
import { type Manifest, offersLater, openManifest, sealManifest } from '../../src-main/updates/manifest.ts';
import { isLater } from '../../src-main/updates/version.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = publicKeyOf(privateKey);
const NOW = Date.UTC(2026, 10, 22);
const time = (days: number) => new Date(NOW + days * DAY).toISOString();
const manifest: Manifest = {
  product: 'app.tranship.desktop',
  version: '1.2.0',
  issued: time(-1),
  expires: time(30),
  files: [{ target: 'windows-x64-setup', name: 'Tranship-1.2.0-setup.exe', bytes: 3, sha256: '0'.repeat(64) }],
};
const untrusted = (reason: string) =>
  expect.objectContaining({ code: 'update.untrusted', params: { reason: expect.stringContaining(reason) } });

describe('The manifest of an update', () => {
  it('What was signed is what is read', () => {
    expect(openManifest(sealManifest(manifest, privateKey), publicKey)).toEqual(manifest);
  });

  it('No byte of it can be changed', () => {
    const sealed = sealManifest(manifest, privateKey);
    const accepted = [...sealed.keys()].filter((index) => {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 4, index);
      try {
        openManifest(changed, publicKey);
        return true;
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page of a proxy', Buffer.from('<html>\nSign in</html>')],
    ['no line end', Buffer.from('x'.repeat(100))],
    ['no signature', Buffer.from(`\n${JSON.stringify(manifest)}`)],
    ['a signature of another key', sealManifest(manifest, generateKeyPairSync('ed25519').privateKey)],
  ])('It is not trusted: %s', (_what, sealed) => {
    expect(() => openManifest(sealed, publicKey)).toThrow(untrusted('not signed with the key'));
  });

  it('A name that leads to another folder cannot be signed', () => {
    for (const name of ['../x', 'a/b', 'a\\b', '.x', '', 'C:x', `${'x'.repeat(200)}`]) {
      const [file] = manifest.files;
      expect(() => sealManifest({ ...manifest, files: [{ ...file, name } as never] }, privateKey)).toThrow();
    }
  });
});

describe('Whether the manifest offers a later version', () => {
  const facts = { now: NOW, seen: undefined, running: '1.1.9' };

  it('A later version is offered, the same and an earlier one are not', () => {
    expect(offersLater(manifest, facts)).toBe(true);
    expect(offersLater(manifest, { ...facts, running: '1.2.0' })).toBe(false);
    expect(offersLater(manifest, { ...facts, running: '1.10.0' })).toBe(false);
  });

  it('An older manifest than one seen before is refused, even if its version is later than the one that runs', () => {
    const seen = { issued: time(0), version: '1.3.0' };
    expect(() => offersLater(manifest, { ...facts, seen })).toThrow(untrusted('older'));
  });

  it('The manifest that was seen last is accepted again', () => {
    expect(offersLater(manifest, { ...facts, seen: { issued: manifest.issued, version: '1.2.0' } })).toBe(true);
  });

  it('An expired one is refused', () => {
    expect(() => offersLater(manifest, { ...facts, now: NOW + 31 * DAY })).toThrow(untrusted('expired'));
  });

  it('A clock that was set back gives an expired one no new life', () => {
    const short = { ...manifest, issued: time(5), expires: time(4) };
    const seen = { issued: time(5), version: '1.2.0' };
    expect(() => offersLater(short, { ...facts, seen, now: NOW - 99 * DAY })).toThrow(untrusted('expired'));
  });

  it('Versions are compared by their numbers, and what is none is never later', () => {
    expect(isLater('1.10.0', '1.9.9')).toBe(true);
    expect(isLater('2.0.0', '1.99.99')).toBe(true);
    expect(isLater('1.2.3', '1.2.3')).toBe(false);
    for (const odd of ['1.2', '01.2.3', '1.2.3-beta', '99.0.0 ', '', '1e9.0.0'])
      expect(isLater(odd, '0.0.1')).toBe(false);
    expect(isLater('9.9.9', 'what')).toBe(false);
  });
});
