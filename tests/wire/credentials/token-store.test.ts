import { expect, it } from 'vitest';
import type { Connection } from '../../../src-main/wire/credentials/connection.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { createTokenStore } from '../../../src-main/wire/credentials/token-store.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { createLastingBox } from './lasting-box.ts';

const bank: Connection = {
  name: 'bank',
  baseUrl: 'https://api.example.com',
  tokenUrl: 'https://tokens.example.com',
  clientId: 'client',
  scope: 'tenant/t-1',
};
const route = () => 'no proxy';
const token = { destination: 'somewhere', accessToken: 'canary-token', usableUntil: 17 };

async function withToken() {
  const settings = new MemorySettings();
  const box = createLastingBox();
  await createTokenStore(settings, box, bank, route).save(token);
  return { settings, box };
}

it('§5.8 the token is there again after a restart', async () => {
  const { settings, box } = await withToken();
  expect(await createTokenStore(settings, box, bank, route).load()).toEqual(token);
});

it('the token is stored only as ciphertext', async () => {
  const { settings } = await withToken();
  expect(JSON.stringify(settings.get('tokens'))).not.toContain('canary');
});

it.each([
  { name: 'same place, other secret' },
  { scope: 'tenant/t-2' },
  { clientId: 'other' },
  { baseUrl: 'https://b' },
  { tokenUrl: 'https://t' },
])('the token of another connection or destination is kept apart: %o', async (change) => {
  const { settings, box } = await withToken();
  expect(await createTokenStore(settings, box, { ...bank, ...change }, route).load()).toBeUndefined();
});

it('the token is not opened once the proxy or an authority is another', async () => {
  const { settings, box } = await withToken();
  expect(await createTokenStore(settings, box, bank, () => 'another proxy').load()).toBeUndefined();
});

it('one token is removed and the others stay', async () => {
  const { settings, box } = await withToken();
  const other = createTokenStore(settings, box, { ...bank, scope: 'tenant/t-2' }, route);
  await other.save(token);
  await createTokenStore(settings, box, bank, route).save(undefined);
  expect([await createTokenStore(settings, box, bank, route).load(), await other.load()]).toEqual([undefined, token]);
});

it('there is no token when another box sealed it', async () => {
  const { settings } = await withToken();
  expect(await createTokenStore(settings, createLastingBox(), bank, route).load()).toBeUndefined();
});

it.each(['no JSON', '{}', '{"accessToken":7}'])('there is no token when the text inside is %s', async (plain) => {
  const { settings } = await withToken();
  const box = { ...createLastingBox(), open: async () => plain };
  expect(await createTokenStore(settings, box, bank, route).load()).toBeUndefined();
});

it.each([null, 'text', 7, []])('there is no token when the settings hold %o instead', async (value) => {
  const settings = new MemorySettings();
  settings.set('tokens', value);
  expect(await createTokenStore(settings, createLastingBox(), bank, route).load()).toBeUndefined();
});

it('a token that could not be opened after a restart is not stored', async () => {
  const settings = new MemorySettings();
  await createTokenStore(settings, createMemoryBox(), bank, route).save(token);
  expect(settings.get('tokens')).toBeUndefined();
});
