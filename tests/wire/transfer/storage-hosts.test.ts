/** @file The hosts that the files of a connection may go to: the first is kept, another one waits for a person. */

import { describe, expect, it } from 'vitest';
import type { SecurityEvent } from '../../../src-main/audit/security-events.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import type { SecretBox } from '../../../src-main/wire/credentials/secret-box.ts';
import { StorageHosts } from '../../../src-main/wire/transfer/storage-hosts.ts';
import { MemorySettings } from '../../memory-stores.ts';

const bound = {
  connection: 'bank',
  destination: 'https://api.bank.example/tm https://id.bank.example/token me tenant/a',
};
const first = 'https://bucket.s3.eu-central-1.amazonaws.com/a?X-Amz-Signature=canary';
const other = 'https://another.s3.eu-central-1.amazonaws.com/a?X-Amz-Signature=canary';
const origin = (address: string) => new URL(address).origin;

/** A folder with a key that lasts. */
const lasting = (): SecretBox => ({ ...createMemoryBox(), survivesRestart: true, name: 'passphrase' });

function world(settings = new MemorySettings(), box: SecretBox = lasting()) {
  const events: SecurityEvent[] = [];
  const hosts = new StorageHosts({ file: settings, box, record: (event) => events.push(event) });
  const upload = async (address: string, to = bound) => {
    const verdict = await hosts.admit(to, address, 'upload');
    return verdict.kind === 'allowed' ? 'allowed' : verdict.error.code;
  };
  const report = async (address: string) => {
    const verdict = await hosts.admit(bound, address, 'report');
    return verdict.kind === 'allowed' ? 'allowed' : verdict.error.code;
  };
  return { settings, box, hosts, events, upload, report, again: () => world(settings, box) };
}

describe('the storage hosts of a connection', () => {
  it('the first one is kept, and told', async () => {
    const { upload, events, again, hosts } = world();
    expect([await upload(first), await upload(first)]).toEqual(['allowed', 'allowed']);
    expect(events).toEqual([{ kind: 'storage-host-kept', connection: 'bank', host: origin(first) }]);
    expect(await again().upload(first)).toBe('allowed');
    expect(await hosts.list(bound)).toEqual({
      hosts: [{ origin: origin(first), isTrusted: true }],
      fixed: false,
      private: false,
    });
  });

  it('another one is held, by scheme, host and port, until a person allows it', async () => {
    const { upload, events, hosts } = world();
    await upload(first);
    for (const address of [other, first.replace('.com/', '.com:8443/')]) {
      expect([await upload(address), await upload(address)]).toEqual(['upload.other-host', 'upload.other-host']);
    }
    expect(events.filter(({ kind }) => kind === 'storage-host-held')).toHaveLength(2);
    expect(await hosts.allow(bound, origin(other))).toBe(origin(other));
    expect([await upload(other), await upload(first)]).toEqual(['allowed', 'allowed']);
    expect(events.at(-1)).toEqual({ kind: 'storage-host-allowed', connection: 'bank', host: origin(other) });
  });

  it('of two first ones at once, one is the first', async () => {
    const { upload } = world();
    expect(await Promise.all([upload(first), upload(other)])).toEqual(['allowed', 'upload.other-host']);
  });

  it('belong to what the connection leads to, and are forgotten with it', async () => {
    const { upload, hosts, settings } = world();
    await upload(first);
    expect(await upload(other, { ...bound, destination: bound.destination.replace('/tm', '/tm2') })).toBe('allowed');
    const again = world(settings);
    again.hosts.forget('bank');
    hosts.forget('bank');
    expect(await upload(other)).toBe('allowed');
    expect(await hosts.latest(bound)).toEqual({ origin: origin(other), isTrusted: true });
  });

  it('that were removed are held again, also the last one', async () => {
    const { upload, hosts } = world();
    await upload(first);
    expect(await hosts.remove(bound, origin(first))).toBe(true);
    expect(await hosts.remove(bound, origin(first))).toBe(false);
    expect(await upload(first)).toBe('upload.other-host');
  });

  it('of a fixed list are no question', async () => {
    const { upload, hosts } = world();
    await upload(first);
    await hosts.change(bound, { fixed: true });
    expect([await upload(other), await upload(first)]).toEqual(['upload.host-refused', 'allowed']);
    await hosts.forget('bank');
    await hosts.change(bound, { fixed: true });
    expect(await upload(first)).toBe('upload.host-refused');
  });

  it('may be in a private network once a person has said so, before the first one or later', async () => {
    const { upload, hosts } = world();
    const inside = 'https://storage.bank.internal/a';
    expect(await upload(inside)).toBe('upload.unsafe-address');
    await hosts.change(bound, { private: true });
    expect([await upload(inside), await upload('https://169.254.169.254/a')]).toEqual([
      'allowed',
      'upload.unsafe-address',
    ]);
  });

  it('of earlier versions were kept for diagnoses only, and are no list', async () => {
    const settings = new MemorySettings();
    settings.set('storageHosts', { bank: 'https://evil.example' });
    const { upload, hosts } = world(settings);
    expect(await hosts.list(bound)).toBeUndefined();
    expect(await upload(first)).toBe('allowed');
  });
});

describe('a list in the settings that somebody else wrote', () => {
  it('is a question, not an answer: a host, a rule, and what cannot be read', async () => {
    const evil = 'https://evil.example/a';
    const entry = (rule: object, hosts: object[]) => ({ bank: { destination: bound.destination, hosts, rule } });
    const open = { fixed: false, private: true, keepsFirst: true };
    const bad = { signatures: { passphrase: 'x' } };
    for (const [forged, code] of [
      [entry(open, [{ origin: origin(evil) }]), 'upload.unconfirmed-host'],
      [entry(open, []), 'upload.other-host'],
      [entry({ ...open, ...bad }, [{ origin: origin(evil), ...bad }]), 'upload.unconfirmed-host'],
      [{ bank: ['x'] }, 'upload.other-host'],
      [{ bank: { destination: 7 } }, 'upload.other-host'],
    ] as const) {
      const settings = new MemorySettings();
      settings.set('storageHosts', forged);
      const { upload } = world(settings);
      expect(await upload(evil), JSON.stringify(forged)).toBe(code);
      expect(await upload('https://10.0.0.5/a')).toBe('upload.unsafe-address');
    }
  });

  it('does not get its signature from another destination, or from another folder', async () => {
    const { upload, settings, box } = world();
    await upload(first);
    expect(await world(settings, lasting()).upload(first)).toBe('upload.unconfirmed-host');
    const elsewhere = { ...bound, destination: `${bound.destination}2` };
    const kept = JSON.stringify(settings.get('storageHosts')).replaceAll(bound.destination, elsewhere.destination);
    settings.set('storageHosts', JSON.parse(kept));
    expect(await world(settings, box).upload(first, elsewhere)).toBe('upload.unconfirmed-host');
  });

  it('is no other host for having been kept before there was a key: a person confirms it once', async () => {
    const before = world(new MemorySettings(), createMemoryBox());
    await before.upload(first);
    const { upload, report, hosts, events, again } = world(before.settings);
    expect([await upload(first), await report(first)]).toEqual(['upload.unconfirmed-host', 'report.unconfirmed-host']);
    expect([await upload(other), await report(other)]).toEqual(['upload.other-host', 'report.other-host']);
    expect(events.filter(({ kind }) => kind === 'storage-host-kept')).toEqual([]);
    await hosts.allow(bound, origin(first));
    expect([await upload(first), await again().report(first)]).toEqual(['allowed', 'allowed']);
  });

  it('stays fixed where it was fixed before there was a key, also once a host is confirmed', async () => {
    const before = world(new MemorySettings(), createMemoryBox());
    await before.upload(first);
    await before.hosts.change(bound, { fixed: true });
    const { upload, hosts, again } = world(before.settings);
    expect([await upload(first), await upload(other)]).toEqual(['upload.unconfirmed-host', 'upload.host-refused']);
    await hosts.allow(bound, origin(first));
    expect([await again().upload(first), await again().upload(other)]).toEqual(['allowed', 'upload.host-refused']);
  });

  it('says that a private network was allowed before there was a key', async () => {
    const inside = 'https://storage.bank.internal/a';
    const before = world(new MemorySettings(), createMemoryBox());
    await before.hosts.change(bound, { private: true });
    expect(await before.upload(inside)).toBe('allowed');
    const { hosts, upload } = world(before.settings);
    const danger = 'leads into a private network, and was allowed without the key of this data folder';
    expect(await hosts.admit(bound, inside, 'upload')).toMatchObject({
      kind: 'refused',
      error: { code: 'upload.unsafe-address', params: { danger } },
    });
    await hosts.change(bound, { private: true });
    expect(await upload(inside)).toBe('upload.unconfirmed-host');
  });

  it('is trusted where nothing is ever signed', async () => {
    const { upload, settings } = world(new MemorySettings(), createMemoryBox());
    await upload(first);
    expect(await world(settings, createMemoryBox()).upload(first)).toBe('allowed');
    expect(await world(settings, createMemoryBox()).upload(other)).toBe('upload.other-host');
  });
});

describe('the host of a report', () => {
  it('is one of the same list, or the host of the service', async () => {
    const { upload, report } = world();
    expect(await report(other)).toBe('allowed');
    expect(await upload(first)).toBe('allowed');
    expect([await report(first), await report('https://api.bank.example/r')]).toEqual(['allowed', 'allowed']);
    expect(await report(other)).toBe('report.other-host');
    expect(await report('http://storage.example/r')).toBe('report.unsafe-address');
  });
});

describe('a host that a person allows', () => {
  it.each([
    '*.s3.eu-central-1.amazonaws.com',
    'http://storage.example',
    '10.0.0.5',
    'https://a.example/path',
    'a b',
    '',
  ])('is refused if it could never be used, or is no host: “%s”', async (host) => {
    const { hosts } = world();
    await expect(hosts.allow(bound, host)).rejects.toMatchObject({ code: 'usage.invalid' });
  });

  it.each(['storage.example', 'https://storage.example', 'https://STORAGE.example:443/'])(
    'may be written as %s',
    async (host) => {
      const { hosts, upload } = world();
      expect(await hosts.allow(bound, host)).toBe('https://storage.example');
      expect(await upload('https://storage.example/a')).toBe('allowed');
    },
  );
});

describe('the storage hosts that the organisation has set', () => {
  const set = (hosts: string[], isPrivate = false) => {
    const ports = { file: new MemorySettings(), box: lasting(), record: () => {} };
    const setFor = (destination: string) =>
      destination === bound.destination ? { hosts, private: isPrivate } : undefined;
    return new StorageHosts({ ...ports, setFor });
  };

  it('are the only ones, from the first upload on', async () => {
    const hosts = set([origin(first)]);
    expect(await hosts.admit(bound, first, 'upload')).toMatchObject({ kind: 'allowed' });
    expect(await hosts.admit(bound, other, 'upload')).toMatchObject({
      kind: 'held',
      error: { code: 'upload.host-refused' },
    });
    expect(await hosts.list(bound)).toMatchObject({ fixed: true, hosts: [{ origin: origin(first), isTrusted: true }] });
  });

  it('count for a connection of any name that leads to the same place', async () => {
    const verdict = await set([origin(first)]).admit({ ...bound, connection: 'another' }, other, 'upload');
    expect(verdict.kind).toBe('held');
  });

  it('cannot be changed', async () => {
    const hosts = set([origin(first)]);
    const managed = expect.objectContaining({ code: 'policy.managed' });
    await expect(hosts.allow(bound, origin(other))).rejects.toEqual(managed);
    await expect(hosts.remove(bound, origin(first))).rejects.toEqual(managed);
    await expect(hosts.change(bound, { fixed: false })).rejects.toEqual(managed);
  });
});
