/** @file The token endpoint, and the use of tokens. */

import { describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { askForToken, call, send, startTenant } from './requests.ts';

describe('the token endpoint', () => {
  it('§5.4 the token endpoint replies with an opaque token, its lifetime and its type, not to be cached', async () => {
    const tenant = await startTenant();
    const reply = await askForToken(tenant);
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(JSON.parse(reply.body)).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 3600,
      token_type: 'Bearer',
    });
  });

  it('The token endpoint gives each request another token', async () => {
    const tenant = await startTenant();
    const [one, other] = [await askForToken(tenant), await askForToken(tenant)];
    expect(JSON.parse(one.body).access_token).not.toBe(JSON.parse(other.body).access_token);
  });

  it.each([
    ['a wrong client id', { client_id: 'somebody' }, 'invalid_client'],
    ['a wrong secret', { client_secret: 'guess' }, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 'invalid_client'],
    ['a scope of another form', { scope: 'practice' }, 'invalid_scope'],
    ['the scope of another tenant', { scope: 'tenant/other' }, 'invalid_scope'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no grant', { grant_type: undefined }, 'invalid_request'],
  ])('§7 the token endpoint answers 400 with an OAuth error to %s', async (_, fields, error) => {
    const reply = await askForToken(await startTenant(), fields);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toEqual({ error, error_description: expect.any(String) });
  });

  it('§5.3 the token endpoint refuses a body that is not form-encoded', async () => {
    const reply = await askForToken(await startTenant(), {}, { 'Content-Type': 'application/json' });
    expect(reply.status).toBe(400);
  });

  it('The token endpoint accepts the client id and secret as HTTP Basic', async () => {
    const tenant = await startTenant();
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const fields = { client_id: undefined, client_secret: undefined };
    const reply = await askForToken(tenant, fields, { Authorization: `Basic ${basic}` });
    expect(reply.status).toBe(200);
  });

  it('§8 the token endpoint answers 429 after 100 requests of one address within 5 minutes', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, limits: {} });
    for (let count = 0; count < 100; count += 1) expect((await askForToken(tenant)).status).toBe(200);
    clock.set(clock.now() + 60_000);
    expect(await askForToken(tenant)).toMatchObject({ status: 429, headers: { 'retry-after': '240' } });
  });
});

describe('a token', () => {
  it('§7 a missing token is answered with 401', async () => {
    const tenant = await startTenant();
    const reply = await send('POST', `${tenant.baseUrl}/api/transactions/batch/generate-upload-url`);
    expect(reply.status).toBe(401);
    expect(JSON.parse(reply.body)).toEqual({ message: expect.any(String) });
  });

  it('§7 a token that was not issued here is refused with 401', async () => {
    const reply = await call(await startTenant(), 'POST', 'generate-upload-url', { token: 'invented' });
    expect(reply.status).toBe(401);
  });

  it('§5.6 a token is refused with 401 from the moment it has expired', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, tokenLifetimeSeconds: 900 });
    const { access_token: token } = JSON.parse((await askForToken(tenant)).body);
    clock.set(clock.now() + 899_999);
    expect((await call(tenant, 'POST', 'generate-upload-url', { token })).status).toBe(200);
    clock.set(clock.now() + 1);
    expect((await call(tenant, 'POST', 'generate-upload-url', { token })).status).toBe(401);
  });
});
