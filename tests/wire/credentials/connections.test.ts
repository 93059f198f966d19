import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SecurityEvent } from '../../../src-main/audit/security-events.ts';
import { Connections, type StoredConnection } from '../../../src-main/wire/credentials/connections.ts';
import { readIdentity } from '../../../src-main/wire/credentials/identity-file.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import type { Sealed } from '../../../src-main/wire/credentials/secret-box.ts';
import { createTokenStore } from '../../../src-main/wire/credentials/token-store.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { makeKeyPair, toPfx } from './certificates.ts';
import { createLastingBox } from './lasting-box.ts';

const bank: StoredConnection = {
  name: 'bank.test 1',
  kind: 'production',
  baseUrl: 'https://api.example.com/tm',
  tokenUrl: 'https://tokens.example.com/',
  clientId: 'client',
  scope: 'tenant/t-1',
};
const other: StoredConnection = { ...bank, name: 'other', scope: 'tenant/t-2' };
const broken = { name: 'broken', baseUrl: 'ftp://x', note: 'keep me' };
const SECRET = 'canary-secret';

function start(box = createLastingBox(), settings = new MemorySettings()) {
  const network = { route: 'no proxy' };
  return { settings, box, connections: new Connections(settings, box, () => network.route), network };
}

const failing = (code: string) => expect.objectContaining({ code });

describe('stored connections', () => {
  it('a new app has no connections', () => {
    expect(start().connections.list()).toEqual({ connections: [], broken: [] });
  });

  it('connections are listed without their secrets', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET });
    await connections.add(other);
    expect(connections.list().connections).toEqual([bank, other]);
  });

  it('connections are found by name', async () => {
    const { connections } = start();
    await connections.add(bank);
    expect(connections.get(bank.name)).toEqual(bank);
  });

  it('connections are still there after a restart', async () => {
    const { settings, box, connections } = start();
    await connections.add(bank, { secret: SECRET });
    expect(await start(box, settings).connections.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });

  it('two connections cannot have the same name', async () => {
    const { connections } = start();
    await connections.add(bank);
    await expect(connections.add({ ...other, name: bank.name })).rejects.toEqual(failing('connection.exists'));
  });

  it('two connections cannot have the same name, even when added at the same time', async () => {
    const { connections } = start();
    const outcomes = await Promise.allSettled([
      connections.add(bank, { secret: SECRET }),
      connections.add(bank, { secret: SECRET }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('connections are checked before they are stored', async () => {
    const { connections, settings } = start();
    await expect(connections.add({ ...bank, scope: 'two words' })).rejects.toMatchObject({
      code: 'connection.invalid',
      params: { field: 'scope' },
    });
    expect(settings.get('connections')).toBeUndefined();
  });

  it('no connection can have the name of the environment’s connection', async () => {
    const { connections, settings } = start();
    await expect(connections.add({ ...bank, name: 'environment' })).rejects.toMatchObject({
      code: 'connection.invalid',
      params: { field: 'name' },
    });
    expect(settings.get('connections')).toBeUndefined();
  });

  it('an unknown connection is connection.unknown', () => {
    expect(() => start().connections.get('nobody')).toThrow(failing('connection.unknown'));
  });

  it('a removed connection is gone', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET });
    connections.remove(bank.name);
    expect(connections.list().connections).toEqual([]);
  });

  it('the token of a removed connection is removed too', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank);
    const store = createTokenStore(settings, box, bank, () => 'no proxy');
    await store.save({ destination: 'd', accessToken: 't', usableUntil: 1 });
    connections.remove(bank.name);
    expect(await store.load()).toBeUndefined();
  });

  it('a connection cannot be removed twice', () => {
    expect(() => start().connections.remove('nobody')).toThrow(failing('connection.unknown'));
  });
});

describe('a broken record', () => {
  function withBroken(records: unknown = [broken, bank, 'text']) {
    const parts = start();
    parts.settings.set('connections', records);
    return parts;
  }

  it('a broken record is reported beside those that can be read', () => {
    const { connections } = withBroken();
    const { connections: readable, broken: problems } = connections.list();
    expect(readable).toEqual([bank]);
    expect(problems).toMatchObject([
      { name: 'broken', error: { code: 'connection.invalid', params: { field: 'broken: baseUrl' } } },
      { error: { code: 'connection.invalid' } },
    ]);
  });

  it('a broken record is connection.invalid when asked for', () => {
    expect(() => withBroken().connections.get('broken')).toThrow(failing('connection.invalid'));
  });

  it('a broken record stays unchanged when others are added and removed', async () => {
    const { connections, settings } = withBroken();
    await connections.add(other);
    connections.remove(bank.name);
    expect(settings.get('connections')).toEqual([broken, 'text', expect.objectContaining(other)]);
  });

  it('a broken record can be removed by its name', () => {
    const { connections, settings } = withBroken();
    connections.remove('broken');
    expect(settings.get('connections')).toEqual([bank, 'text']);
  });

  it('a broken list stops everything and is kept', async () => {
    const { connections, settings } = withBroken({ bank });
    await expect(connections.add(other)).rejects.toEqual(failing('connection.invalid'));
    expect(settings.get('connections')).toEqual({ bank });
  });
});

describe('the secret', () => {
  it('a secret is stored only as ciphertext', async () => {
    const { connections, settings } = start();
    await connections.add(bank, { secret: SECRET });
    expect(JSON.stringify(settings.get('connections'))).not.toContain(SECRET);
  });

  it('a secret is refused where it could not be opened after a restart', async () => {
    const { connections, settings } = start(createMemoryBox());
    await expect(connections.add(bank, { secret: SECRET })).rejects.toEqual(failing('secret.no-store'));
    expect(settings.get('connections')).toBeUndefined();
  });

  it('a connection without a secret can be stored in such a place', async () => {
    const { connections } = start(createMemoryBox());
    await connections.add(bank);
    expect(connections.get(bank.name)).toEqual(bank);
  });

  it.each<[string, string | undefined]>([
    ['cannot be opened', undefined],
    ['reads differently', 'another'],
  ])('a secret that cannot be read back after writing %s leaves no connection behind', async (_, opened) => {
    const { connections } = start({ ...createLastingBox(), open: async () => opened });
    await expect(connections.add(bank, { secret: SECRET })).rejects.toEqual(failing('secret.unreadable'));
    expect(connections.list().connections).toEqual([]);
  });

  it('a secret that was never stored is auth.no-secret', async () => {
    const { connections } = start();
    await connections.add(bank);
    await expect(connections.credentialsOf(bank)).rejects.toEqual(failing('auth.no-secret'));
  });

  it('a secret is not said to be of another passphrase where none was given', async () => {
    const { connections, settings } = start();
    await connections.add(bank, { secret: SECRET });
    const thrown = await start(createMemoryBox(), settings)
      .connections.credentialsOf(bank)
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'secret.unreadable', detail: expect.stringContaining('was not given') });
  });

  it('a secret under another passphrase is secret.unreadable', async () => {
    const { connections, settings } = start();
    await connections.add(bank, { secret: SECRET });
    await expect(start(createLastingBox(), settings).connections.credentialsOf(bank)).rejects.toEqual(
      failing('secret.unreadable'),
    );
  });

  it('a secret that cannot be opened is kept', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, { secret: SECRET });
    await start(createLastingBox(), settings)
      .connections.credentialsOf(bank)
      .catch(() => undefined);
    expect(await start(box, settings).connections.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });

  it('a change while the key store is closed writes over nothing that the key store has sealed or signed', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, { secret: SECRET });
    const before = structuredClone(settings.get('connections'));
    const meanwhile = start(createMemoryBox(), settings).connections;
    await meanwhile.change(bank);
    await expect(meanwhile.change(bank, { secret: 'new one' })).rejects.toEqual(failing('secret.no-store'));
    expect(settings.get('connections')).toEqual(before);
    const again = start(box, settings).connections;
    await again.requireConfirmed(bank);
    expect(await again.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });

  it('a secret is not given to a connection of the same name with another destination', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET });
    const moved = { ...bank, tokenUrl: 'https://elsewhere.example.com/' };
    await expect(connections.credentialsOf(moved)).rejects.toEqual(failing('connection.moved'));
  });

  it('a secret can be replaced', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET });
    await connections.change(bank, { secret: 'new one' });
    expect(await connections.credentialsOf(bank)).toMatchObject({ secret: 'new one' });
  });

  it('the old secret stays when the new one cannot be read back', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, { secret: SECRET });
    const forgetful = start({ ...box, seal: async () => 'nonsense' as Sealed }, settings).connections;
    await expect(forgetful.change(bank, { secret: 'new one' })).rejects.toEqual(failing('secret.unreadable'));
    expect(await connections.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });
});

describe('the client certificate', () => {
  const pair = makeKeyPair({ subject: '/CN=Nordbank' });
  const identity = readIdentity(Buffer.from(pair.certificate + pair.key));
  const locked = readIdentity(
    toPfx(makeKeyPair({ subject: '/CN=Nordbank 2' }), 'canary-passphrase'),
    undefined,
    'canary-passphrase',
  );
  const elsewhere = { ...bank, tokenUrl: 'https://elsewhere.example.com/' };

  it('§5.7 a client certificate can be stored in place of a secret', async () => {
    const { settings, box, connections } = start();
    await connections.add(bank, { identity });
    const restarted = start(box, settings).connections;
    expect(restarted.authentication(bank.name)).toEqual({ secret: false, certificate: true });
    expect(await restarted.credentialsOf(bank)).toEqual({ identity });
  });

  it('§5.7 a client certificate can be stored beside a secret', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET, identity });
    expect(await connections.credentialsOf(bank)).toEqual({ secret: SECRET, identity });
    expect(connections.authentication(bank.name)).toEqual({ secret: true, certificate: true });
  });

  it('a connection with a secret needs no client certificate', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET });
    expect(connections.certificateOf(bank.name)).toBeUndefined();
    expect(await connections.credentialsOf(bank)).toEqual({ secret: SECRET });
    expect(connections.authentication(bank.name)).toEqual({ secret: true, certificate: false });
  });

  it('a connection needs a client certificate or a secret', async () => {
    const { connections } = start();
    await connections.add(bank);
    await expect(connections.credentialsOf(bank)).rejects.toEqual(failing('auth.no-secret'));
  });

  it('a client certificate is stored only as ciphertext, except for its description', async () => {
    const { connections, settings } = start(createLastingBox());
    await connections.add(bank, { identity: locked });
    const [record] = z.array(z.record(z.string(), z.unknown())).parse(settings.get('connections'));
    expect(record).toMatchObject({
      ...bank,
      sealedIdentity: expect.any(String),
      certificate: { subject: 'Nordbank 2', issuer: 'Nordbank 2', validUntil: expect.any(Number) },
    });
    const written = JSON.stringify(record);
    if (locked.kind !== 'pfx') throw new Error('a PFX expected');
    for (const secret of ['canary-passphrase', locked.content]) expect(written).not.toContain(secret);
    expect(connections.certificateOf(bank.name)).toEqual(record?.['certificate']);
    expect(connections.list().connections).toEqual([bank]);
  });

  it('a client certificate that cannot be used is not stored', async () => {
    const { connections, settings } = start();
    await expect(connections.add(bank, { identity: { ...locked, passphrase: 'wrong' } })).rejects.toEqual(
      failing('certificate.unusable'),
    );
    expect(settings.get('connections')).toBeUndefined();
  });

  it('a client certificate is refused where it could not be opened after a restart', async () => {
    const { connections, settings } = start(createMemoryBox());
    await expect(connections.add(bank, { identity })).rejects.toEqual(failing('secret.no-store'));
    expect(settings.get('connections')).toBeUndefined();
  });

  it('a client certificate under another passphrase is secret.unreadable, and kept', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, { identity });
    const stranger = start(createLastingBox(), settings).connections;
    await expect(stranger.credentialsOf(bank)).rejects.toEqual(failing('secret.unreadable'));
    await expect(stranger.credentialsOf(bank)).rejects.toEqual(failing('secret.unreadable'));
    expect(await start(box, settings).connections.credentialsOf(bank)).toMatchObject({ identity });
  });

  it('a client certificate is not given to a connection of the same name with another destination', async () => {
    const { connections } = start();
    await connections.add(bank, { identity });
    await expect(connections.credentialsOf(elsewhere)).rejects.toEqual(failing('connection.moved'));
    await expect(connections.credentialsOf(elsewhere)).rejects.toEqual(failing('connection.moved'));
  });

  it('a client certificate can be renewed without the secret, which stays', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET, identity });
    await connections.change(bank, { identity: locked });
    expect(await connections.credentialsOf(bank)).toEqual({ secret: SECRET, identity: locked });
    expect(connections.certificateOf(bank.name)?.subject).toBe('Nordbank 2');
  });

  it('a client certificate stays when the secret is replaced', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET, identity });
    await connections.change(bank, { secret: 'new one' });
    expect(await connections.credentialsOf(bank)).toEqual({ secret: 'new one', identity });
    expect(connections.certificateOf(bank.name)?.subject).toBe('Nordbank');
  });

  it('a client certificate can be removed', async () => {
    const { connections, settings } = start();
    await connections.add(bank, { secret: SECRET, identity });
    await connections.change(bank, { identity: 'none' });
    expect(await connections.credentialsOf(bank)).toEqual({ secret: SECRET });
    expect(settings.get('connections')).toEqual([
      expect.objectContaining({ ...bank, sealedSecret: expect.any(String) }),
    ]);
  });

  it.each([
    ['cannot be read back', async () => 'nonsense' as Sealed],
    ['cannot be sealed', async () => Promise.reject(new Error('no keychain'))],
  ])('the old client certificate and all else stay when the new one %s', async (_, seal) => {
    const { connections, settings, box } = start();
    await connections.add(bank, { secret: SECRET, identity });
    const before = settings.get('connections');
    const forgetful = start({ ...box, seal }, settings).connections;
    await expect(
      forgetful.change({ ...bank, kind: 'test' }, { secret: 'new one', identity: locked }),
    ).rejects.toThrow();
    expect(settings.get('connections')).toEqual(before);
  });

  it.each([
    ['nothing', {}, 'secret'],
    ['only the secret', { secret: SECRET }, 'certificate'],
    ['only the certificate', { identity }, 'secret'],
  ])('client certificate and secret must both be entered again for another host: %s was', async (_, given, field) => {
    const { connections, settings } = start();
    await connections.add(bank, { secret: SECRET, identity });
    const before = settings.get('connections');
    await expect(connections.change(elsewhere, given)).rejects.toMatchObject({
      code: 'connection.invalid',
      params: { field },
    });
    expect(settings.get('connections')).toEqual(before);
  });

  it('client certificate and secret go to another host once both are entered again', async () => {
    const { connections } = start();
    await connections.add(bank, { secret: SECRET, identity });
    await connections.change(elsewhere, { secret: 'new one', identity: locked });
    expect(await connections.credentialsOf(elsewhere)).toEqual({ secret: 'new one', identity: locked });
  });

  it('a client certificate may be left behind when the connection moves to another host', async () => {
    const { connections } = start();
    await connections.add(bank, { identity });
    await connections.change(elsewhere, { identity: 'none' });
    expect(connections.authentication(bank.name)).toEqual({ secret: false, certificate: false });
  });

  it('a client certificate is still used when its description was edited', async () => {
    const { connections, settings } = start();
    await connections.add(bank, { identity });
    const records = z.array(z.record(z.string(), z.unknown())).parse(settings.get('connections'));
    settings.set('connections', [{ ...records[0], certificate: 'edited' }]);
    expect(connections.certificateOf(bank.name)).toBeUndefined();
    expect(await connections.credentialsOf(bank)).toMatchObject({ identity });
  });
});

describe('records from before there were keyrings', () => {
  it('records from before there were keyrings stay valid, and are bound to their place', async () => {
    const kinds = [{}, { kind: 'production' as const }, { kind: 'test' as const }];
    const parts = fc.record({
      name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,20}$/),
      clientId: fc.string({ minLength: 1 }),
      scope: fc.stringMatching(/^tenant\/[a-z0-9-]{1,20}$/),
      secret: fc.option(fc.string(), { nil: undefined }),
      kind: fc.constantFrom(...kinds),
    });
    const openFormer = async (sealed: string) => sealed.replace('former:', '');
    await fc.assert(
      fc.asyncProperty(parts, async ({ secret, kind, ...varied }) => {
        const settings = new MemorySettings();
        const { kind: _, ...places } = bank;
        const connection = { ...places, ...varied };
        const sealedSecret = secret === undefined ? {} : { sealedSecret: `former:${secret}` };
        settings.set('connections', [{ ...connection, ...kind, ...sealedSecret }]);
        const { connections } = start(createLastingBox(), settings);
        await connections.adopt(openFormer);
        const read = { ...connection, kind: kind.kind ?? 'production' };
        expect(connections.list()).toEqual({ connections: [read], broken: [] });
        expect(connections.authentication(varied.name)).toEqual({ secret: secret !== undefined, certificate: false });
        expect(connections.certificateOf(varied.name)).toBeUndefined();
        await connections.change({ ...read, kind: 'test' });
        await connections.requireConfirmed(connection);
        expect(JSON.stringify(settings.get('connections'))).not.toContain('former:');
        if (secret !== undefined) expect(await connections.credentialsOf(connection)).toEqual({ secret });
      }),
    );
  });

  it('a broken record, and a secret that cannot be opened, stay as they are', async () => {
    const { connections, settings } = start();
    const sealed = { ...bank, sealedSecret: 'former:other passphrase' };
    settings.set('connections', [broken, sealed]);
    await connections.adopt(async () => undefined);
    expect(settings.get('connections')).toEqual([broken, expect.objectContaining(sealed)]);
  });
});

describe('somebody who can write the settings file but knows no passphrase', () => {
  const pair = makeKeyPair({ subject: '/CN=Nordbank' });
  const identity = readIdentity(Buffer.from(pair.certificate + pair.key));
  const thief = 'https://thief.example/token';
  type Stored = Record<string, unknown>;

  /** Two connections with all credentials; `edit` changes the file as a thief would. */
  async function edited(edit: (one: Stored, other: Stored) => void) {
    const { connections, settings, box } = start();
    await connections.add(bank, { secret: SECRET, identity });
    await connections.add(other, { secret: 'other secret' });
    const records = settings.get('connections') as [Stored, Stored];
    edit(...records);
    settings.set('connections', records);
    return start(box, settings).connections;
  }

  it.each(['tokenUrl', 'baseUrl'] as const)('receives no secret at another %s', async (field) => {
    const connections = await edited((one) => {
      one[field] = thief;
    });
    const changed = { ...bank, [field]: thief };
    await expect(connections.credentialsOf(changed)).rejects.toEqual(failing('secret.unreadable'));
    await expect(connections.requireConfirmed(changed)).rejects.toEqual(failing('connection.unconfirmed'));
  });

  it.each(['clientId', 'scope'] as const)('receives no secret under another %s', async (field) => {
    const connections = await edited((one) => {
      one[field] = 'thief';
    });
    await expect(connections.credentialsOf({ ...bank, [field]: 'thief' })).rejects.toEqual(
      failing('secret.unreadable'),
    );
  });

  it('cannot move a secret to another connection', async () => {
    const connections = await edited((one, two) => {
      two.sealedSecret = one.sealedSecret;
    });
    await expect(connections.credentialsOf(other)).rejects.toEqual(failing('secret.unreadable'));
  });

  it('cannot have a private key sent as the secret', async () => {
    const connections = await edited((one) => {
      one.sealedSecret = one.sealedIdentity;
    });
    await expect(connections.credentialsOf(bank)).rejects.toEqual(failing('secret.unreadable'));
  });

  it('cannot use a signature of another connection', async () => {
    const connections = await edited((one, two) => {
      one.signatures = two.signatures;
    });
    await expect(connections.requireConfirmed(bank)).rejects.toEqual(failing('connection.unconfirmed'));
  });

  it('cannot pass production off as a test', async () => {
    const connections = await edited((one) => {
      one.kind = 'test';
    });
    await expect(connections.requireConfirmed(bank)).rejects.toEqual(failing('connection.unconfirmed'));
  });

  it('cannot have a connection of their own used', async () => {
    const { connections, settings } = start();
    settings.set('connections', [bank]);
    await expect(connections.requireConfirmed(bank)).rejects.toEqual(failing('connection.unconfirmed'));
    await connections.confirm(bank.name);
    await connections.requireConfirmed(bank);
  });
});

describe('a changed proxy or authority', () => {
  it('the credentials must be entered again', async () => {
    const { connections, network } = start();
    await connections.add(bank, { secret: SECRET });
    network.route = 'the thief’s proxy';
    await expect(connections.credentialsOf(bank)).rejects.toEqual(failing('secret.moved'));
    await connections.change(bank, { secret: SECRET });
    expect(await connections.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });

  it('each credential is asked for by itself', async () => {
    const pair = makeKeyPair({ subject: '/CN=Nordbank' });
    const identity = readIdentity(Buffer.from(pair.certificate + pair.key));
    const { connections, network } = start();
    await connections.add(bank, { secret: SECRET, identity });
    network.route = 'another proxy';
    await connections.change(bank, { secret: SECRET });
    await expect(connections.credentialsOf(bank)).rejects.toEqual(failing('secret.moved'));
    await connections.change(bank, { identity });
    expect(await connections.credentialsOf(bank)).toEqual({ secret: SECRET, identity });
  });

  it('the former way back needs nothing to be entered', async () => {
    const { connections, network } = start();
    await connections.add(bank, { secret: SECRET });
    network.route = 'another proxy';
    network.route = 'no proxy';
    expect(await connections.credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });
});

it('what decides where secrets go is recorded with its old and new value, never with the secret', async () => {
  const told: SecurityEvent[] = [];
  const connections = new Connections(
    new MemorySettings(),
    createLastingBox(),
    () => '',
    (event) => told.push(event),
  );
  await connections.add(bank, { secret: SECRET });
  await connections.change({ ...bank, tokenUrl: 'https://new.example/' }, { secret: 'canary two' });
  connections.remove(bank.name);
  const changes = [{ field: 'tokenUrl', before: bank.tokenUrl, after: 'https://new.example/' }];
  expect(told).toEqual([
    { kind: 'connection-added', connection: bank.name },
    { kind: 'connection-changed', connection: bank.name, changes },
    { kind: 'credentials-renewed', connection: bank.name, fields: ['secret'] },
    { kind: 'connection-removed', connection: bank.name },
  ]);
});
