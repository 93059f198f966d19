import { describe, expect, it } from 'vitest';
import { Connections, type StoredConnection } from '../../src-main/credentials/connections.ts';
import { createMemoryBox } from '../../src-main/credentials/memory-box.ts';
import type { Sealed, SecretBox } from '../../src-main/credentials/secret-box.ts';
import { createTokenStore } from '../../src-main/credentials/token-store.ts';
import { MemorySettings } from '../memory-stores.ts';

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

/** A box that is kept, as one with a passphrase is. */
const lastingBox = (): SecretBox => ({ ...createMemoryBox(), survivesRestart: true });

function start(box = lastingBox(), settings = new MemorySettings()) {
  return { settings, box, connections: new Connections(settings, box) };
}

const failing = (code: string) => expect.objectContaining({ code });

describe('stored connections', () => {
  it('start with none', () => {
    expect(start().connections.list()).toEqual({ connections: [], broken: [] });
  });

  it('are listed without their secrets', async () => {
    const { connections } = start();
    await connections.add(bank, SECRET);
    await connections.add(other);
    expect(connections.list().connections).toEqual([bank, other]);
  });

  it('are found by name', async () => {
    const { connections } = start();
    await connections.add(bank);
    expect(connections.get(bank.name)).toEqual(bank);
  });

  it('are still there after a restart', async () => {
    const { settings, box, connections } = start();
    await connections.add(bank, SECRET);
    expect(await start(box, settings).connections.secretOf(bank)).toBe(SECRET);
  });

  it('have one name each', async () => {
    const { connections } = start();
    await connections.add(bank);
    await expect(connections.add({ ...other, name: bank.name })).rejects.toEqual(failing('connection.exists'));
  });

  it('have one name each, also when added at the same time', async () => {
    const { connections } = start();
    const outcomes = await Promise.allSettled([connections.add(bank, SECRET), connections.add(bank, SECRET)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are checked before they are stored', async () => {
    const { connections, settings } = start();
    await expect(connections.add({ ...bank, scope: 'two words' })).rejects.toMatchObject({
      code: 'connection.invalid',
      params: { field: 'scope' },
    });
    expect(settings.get('connections')).toBeUndefined();
  });

  it('that are unknown are connection.unknown', () => {
    expect(() => start().connections.get('nobody')).toThrow(failing('connection.unknown'));
  });

  it('are gone once removed', async () => {
    const { connections } = start();
    await connections.add(bank, SECRET);
    connections.remove(bank.name);
    expect(connections.list().connections).toEqual([]);
  });

  it('take their tokens with them when removed', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank);
    const store = createTokenStore(settings, box, bank);
    await store.save({ destination: 'd', accessToken: 't', usableUntil: 1 });
    connections.remove(bank.name);
    expect(await store.load()).toBeUndefined();
  });

  it('cannot be removed twice', () => {
    expect(() => start().connections.remove('nobody')).toThrow(failing('connection.unknown'));
  });
});

describe('a broken record', () => {
  function withBroken(records: unknown = [broken, bank, 'text']) {
    const parts = start();
    parts.settings.set('connections', records);
    return parts;
  }

  it('is reported beside those that can be read', () => {
    const { connections } = withBroken();
    const { connections: readable, broken: problems } = connections.list();
    expect(readable).toEqual([bank]);
    expect(problems).toMatchObject([
      { name: 'broken', error: { code: 'connection.invalid', params: { field: 'broken: baseUrl' } } },
      { error: { code: 'connection.invalid' } },
    ]);
  });

  it('is connection.invalid when asked for', () => {
    expect(() => withBroken().connections.get('broken')).toThrow(failing('connection.invalid'));
  });

  it('stays as it is when others are added and removed', async () => {
    const { connections, settings } = withBroken();
    await connections.add(other);
    connections.remove(bank.name);
    expect(settings.get('connections')).toEqual([broken, 'text', other]);
  });

  it('can be removed by its name', () => {
    const { connections, settings } = withBroken();
    connections.remove('broken');
    expect(settings.get('connections')).toEqual([bank, 'text']);
  });

  it('in place of the list stops everything and is kept', async () => {
    const { connections, settings } = withBroken({ bank });
    await expect(connections.add(other)).rejects.toEqual(failing('connection.invalid'));
    expect(settings.get('connections')).toEqual({ bank });
  });
});

describe('the secret', () => {
  it('rests only as ciphertext', async () => {
    const { connections, settings } = start();
    await connections.add(bank, SECRET);
    expect(JSON.stringify(settings.get('connections'))).not.toContain(SECRET);
  });

  it('is refused where it could not be opened after a restart', async () => {
    const { connections, settings } = start(createMemoryBox());
    await expect(connections.add(bank, SECRET)).rejects.toEqual(failing('secret.no-store'));
    expect(settings.get('connections')).toBeUndefined();
  });

  it('is not needed to store a connection in such a place', async () => {
    const { connections } = start(createMemoryBox());
    await connections.add(bank);
    expect(connections.get(bank.name)).toEqual(bank);
  });

  it.each<[string, string | undefined]>([
    ['cannot be opened', undefined],
    ['reads differently', 'another'],
  ])('that after writing %s leaves no connection behind', async (_, opened) => {
    const { connections } = start({ ...lastingBox(), open: async () => opened });
    await expect(connections.add(bank, SECRET)).rejects.toEqual(failing('secret.unreadable'));
    expect(connections.list().connections).toEqual([]);
  });

  it('that was never stored is auth.no-secret', async () => {
    const { connections } = start();
    await connections.add(bank);
    await expect(connections.secretOf(bank)).rejects.toEqual(failing('auth.no-secret'));
  });

  it('of another passphrase is secret.unreadable', async () => {
    const { connections, settings } = start();
    await connections.add(bank, SECRET);
    await expect(start(lastingBox(), settings).connections.secretOf(bank)).rejects.toEqual(
      failing('secret.unreadable'),
    );
  });

  it('that cannot be opened is kept', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, SECRET);
    await start(lastingBox(), settings)
      .connections.secretOf(bank)
      .catch(() => undefined);
    expect(await start(box, settings).connections.secretOf(bank)).toBe(SECRET);
  });

  it('is not given to a connection of the same name that leads elsewhere', async () => {
    const { connections } = start();
    await connections.add(bank, SECRET);
    const moved = { ...bank, tokenUrl: 'https://elsewhere.example.com/' };
    await expect(connections.secretOf(moved)).rejects.toEqual(failing('connection.moved'));
  });

  it('can be replaced', async () => {
    const { connections } = start();
    await connections.add(bank, SECRET);
    await connections.replaceSecret(bank.name, 'new one');
    expect(await connections.secretOf(bank)).toBe('new one');
  });

  it('stays the old one when the new one cannot be read back', async () => {
    const { connections, settings, box } = start();
    await connections.add(bank, SECRET);
    const forgetful = start({ ...box, seal: async () => 'nonsense' as Sealed }, settings).connections;
    await expect(forgetful.replaceSecret(bank.name, 'new one')).rejects.toEqual(failing('secret.unreadable'));
    expect(await connections.secretOf(bank)).toBe(SECRET);
  });
});
