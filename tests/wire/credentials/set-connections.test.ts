/** @file Connections that an organisation has set, beside those of the person, and whose secrets go where. */

import { describe, expect, it } from 'vitest';
import {
  Connections,
  type SetConnections,
  type StoredConnection,
} from '../../../src-main/wire/credentials/connections.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { makeKeyPair } from './certificates.ts';
import { createLastingBox } from './lasting-box.ts';

const bank: StoredConnection = {
  name: 'Nordbank',
  kind: 'production',
  baseUrl: 'https://api.nordbank.example/tm',
  tokenUrl: 'https://id.nordbank.example/token',
  clientId: 'client',
  scope: 'tenant/a',
};
const own: StoredConnection = { ...bank, name: 'Own', scope: 'tenant/own' };
const elsewhere: StoredConnection = { ...bank, baseUrl: 'https://evil.example' };
const SECRET = 'canary-secret';

/** One data folder, read under a policy that may be another one each time. */
function folder() {
  const settings = new MemorySettings();
  const box = createLastingBox();
  const under = (list: readonly StoredConnection[], admits: SetConnections['admits'] = () => true) =>
    new Connections(settings, box, () => 'no proxy', undefined, { list, admits });
  return { settings, under };
}

const failing = (code: string) => expect.objectContaining({ code });

describe('a connection that the organisation has set', () => {
  it('is listed first, and those of the person after it', async () => {
    const { under } = folder();
    await under([]).add(own);
    expect(under([bank]).list().connections).toEqual([bank, own]);
  });

  it('keeps the secret and the certificate of the person over a restart', async () => {
    const { under } = folder();
    const { certificate, key } = makeKeyPair();
    const identity = { kind: 'pem' as const, certificate, key };
    await under([bank]).change(bank, { secret: SECRET, identity });
    expect(await under([bank]).credentialsOf(bank)).toEqual({ secret: SECRET, identity });
    expect(under([bank]).authentication(bank.name)).toEqual({ secret: true, certificate: true });
  });

  it.each<[string, Partial<StoredConnection>]>([
    ['base address', { baseUrl: 'https://evil.example' }],
    ['token address', { tokenUrl: 'https://evil.example' }],
    ['client', { clientId: 'other' }],
    ['scope', { scope: 'tenant/other' }],
    ['kind', { kind: 'test' }],
  ])('takes no other %s', async (_, part) => {
    const { settings, under } = folder();
    await expect(under([bank]).change({ ...bank, ...part }, { secret: SECRET })).rejects.toEqual(
      failing('policy.managed'),
    );
    expect(settings.get('setConnections')).toBeUndefined();
  });

  it('is neither removed nor added again', async () => {
    const { under } = folder();
    expect(() => under([bank]).remove(bank.name)).toThrow(failing('policy.managed'));
    await expect(under([bank]).add(bank)).rejects.toEqual(failing('connection.exists'));
  });

  it('needs no confirmation, whatever the settings file says', async () => {
    const { settings, under } = folder();
    settings.set('connections', [{ ...elsewhere, signatures: {} }]);
    await expect(under([bank]).requireConfirmed(bank)).resolves.toBeUndefined();
  });

  it('has no credentials after the organisation has changed an address', async () => {
    const { under } = folder();
    await under([bank]).change(bank, { secret: SECRET });
    await expect(under([elsewhere]).credentialsOf(elsewhere)).rejects.toEqual(failing('auth.no-secret'));
    expect(await under([bank]).credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });

  it('leaves what a person has under the same name, and does not use its secret', async () => {
    const { under } = folder();
    await under([]).add(elsewhere, { secret: SECRET });
    const set = under([bank]);
    expect(set.get(bank.name)).toEqual(bank);
    await expect(set.credentialsOf(bank)).rejects.toEqual(failing('auth.no-secret'));
    await set.change(bank, { secret: 'another' });
    expect(await under([]).credentialsOf(elsewhere)).toMatchObject({ secret: SECRET });
    expect(under([]).get(bank.name)).toEqual(elsewhere);
  });

  it('cannot be given the secret of other addresses by an edited file', async () => {
    const { settings, under } = folder();
    await under([]).add(elsewhere, { secret: SECRET });
    const [record] = settings.get('connections') as object[];
    settings.set('setConnections', [{ ...record, ...bank }]);
    await expect(under([bank]).credentialsOf(bank)).rejects.toEqual(failing('secret.unreadable'));
  });

  it('uses the secret that a person had stored for the very same addresses', async () => {
    const { under } = folder();
    await under([]).add(bank, { secret: SECRET });
    expect(await under([bank]).credentialsOf(bank)).toMatchObject({ secret: SECRET });
  });
});

describe('connections that the organisation does not admit', () => {
  const none = () => false;

  it('are not listed, found or added, and are there again afterwards', async () => {
    const { under } = folder();
    await under([]).add(own, { secret: SECRET });
    const strict = under([bank], none);
    expect(strict.list()).toEqual({ connections: [bank], broken: [] });
    expect(() => strict.get(own.name)).toThrow(failing('policy.managed'));
    await expect(strict.credentialsOf(own)).rejects.toEqual(failing('policy.managed'));
    await expect(strict.add({ ...own, name: 'New' })).rejects.toEqual(failing('policy.managed'));
    expect(await under([]).credentialsOf(own)).toMatchObject({ secret: SECRET });
  });

  it('are not changed into', async () => {
    const { under } = folder();
    await under([]).add(own);
    const admits = ({ scope }: StoredConnection) => scope === own.scope;
    await expect(under([], admits).change({ ...own, scope: 'tenant/b' })).rejects.toEqual(failing('policy.managed'));
  });
});
