import { describe, expect, it } from 'vitest';
import { TokenSource } from '../../../src-main/wire/service/token.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { connectionTo, everythingIn, failureOf, grant, MemoryTokenStore, SECRET, speakTo, TOKEN } from './fixtures.ts';
import { type Answer, startLocalService } from './local-service.ts';

const HOUR = 3_600_000;

/** A service that grants canary-token-0, -1, …, and its clients. */
async function start(more: { fields?: object; clock?: FakeClock; store?: MemoryTokenStore } = {}) {
  const service = await startLocalService();
  service.answer = () => grant(`canary-token-${service.asked.length - 1}`, more.fields);
  return { service, ...speakTo(service, more) };
}

/** The failure of a token request that gets this reply. */
async function failureAfter(answer: Answer) {
  const { service, tokens } = await start();
  service.answer = () => answer;
  return failureOf(tokens.current());
}

describe('the token request', () => {
  it('§5.3 the token request is a POST to the token address', async () => {
    const { service, tokens } = await start();
    await tokens.current();
    expect(service.asked[0]).toMatchObject({ method: 'POST', path: '/oauth/token' });
  });

  it('§5.3 the token request sends exactly grant_type, client_id, client_secret and scope as form fields', async () => {
    const { service, tokens } = await start();
    await tokens.current();
    expect(Object.fromEntries(new URLSearchParams(service.asked[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client 1',
      client_secret: SECRET,
      scope: 'tenant/t-1',
    });
  });

  it('§5.3 the token request has the content type of a form', async () => {
    const { service, tokens } = await start();
    await tokens.current();
    expect(service.asked[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded(;|$)/);
  });

  it('§5.3 the token request carries the secret in the form only', async () => {
    const { service, tokens } = await start();
    await tokens.current();
    expect(service.asked[0]?.headers.authorization).toBeUndefined();
  });

  it('the token request goes to no other host over plain http', async () => {
    const { tokens: _, ...parts } = await start();
    const connection = { ...parts.connection, tokenUrl: 'http://tokens.example.com/' };
    const line = { fetch: globalThis.fetch, timeout: 1, secret: async () => SECRET };
    expect(() => new TokenSource({ ...line, ...parts, connection })).toThrow(
      expect.objectContaining({ code: 'connection.invalid' }),
    );
  });
});

describe('a client certificate', () => {
  it('§5.7 with a client certificate and no secret, the form holds only the client id', async () => {
    const { service, connection, limits, clock, store } = await start();
    const line = { fetch: globalThis.fetch, clock, timeout: 1000, connection, limits, store };
    await new TokenSource({ ...line, secret: async () => undefined }).current();
    expect(Object.fromEntries(new URLSearchParams(service.asked[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client 1',
      scope: 'tenant/t-1',
    });
  });

  it('§7 a client certificate that is not accepted is auth.refused with the reason', async () => {
    const { service, connection, limits, clock, store } = await start();
    service.answer = () => ({ status: 401, body: { error: 'invalid_client', error_description: 'no certificate' } });
    const line = { fetch: globalThis.fetch, clock, timeout: 1000, connection, limits, store };
    const tokens = new TokenSource({ ...line, secret: async () => undefined });
    expect(await failureOf(tokens.current())).toMatchObject({
      code: 'auth.refused',
      params: { reason: 'invalid_client: no certificate' },
    });
  });
});

describe('a secret that is changed', () => {
  /** A service that accepts one secret at a time, and a source that uses the stored one. */
  async function startWithSecrets() {
    const { service, connection, limits, clock, store } = await start();
    const secrets = { kept: 'first secret', known: 'first secret' };
    service.answer = ({ body }) =>
      new URLSearchParams(body).get('client_secret') === secrets.known
        ? grant(`canary-token-${service.asked.length - 1}`)
        : { status: 400, body: { error: 'invalid_client' } };
    const line = { fetch: globalThis.fetch, clock, timeout: 1000, connection, limits, store };
    return { clock, secrets, tokens: new TokenSource({ ...line, secret: async () => secrets.kept }) };
  }

  it('§5.6 a changed secret is used for the next token, without a restart', async () => {
    const { clock, secrets, tokens } = await startWithSecrets();
    await tokens.current();
    secrets.known = 'second secret';
    secrets.kept = 'second secret';
    await clock.advance(HOUR);
    expect(await tokens.current()).toBe('canary-token-1');
  });

  it('§7 a secret that was changed at the service first is refused until it is changed here too', async () => {
    const { clock, secrets, tokens } = await startWithSecrets();
    await tokens.current();
    secrets.known = 'second secret';
    await clock.advance(HOUR);
    expect(await failureOf(tokens.current())).toMatchObject({ code: 'auth.refused' });
    secrets.kept = 'second secret';
    expect(await tokens.current()).toBe('canary-token-2');
  });

  it('a changed secret leaves the present token in use', async () => {
    const { secrets, tokens } = await startWithSecrets();
    await tokens.current();
    secrets.known = 'second secret';
    secrets.kept = 'second secret';
    expect(await tokens.current()).toBe(TOKEN);
  });
});

describe('the end of the present token', () => {
  it('the end of a token is unknown before there is one', async () => {
    const { tokens } = await start();
    expect(tokens.usableUntil()).toBeUndefined();
  });

  it('§5.4 the end of a token is that of its lifetime, less the margin', async () => {
    const { tokens, clock } = await start({ fields: { expires_in: 900 } });
    const asked = clock.now();
    await tokens.current();
    expect(tokens.usableUntil()).toBe(asked + 840_000);
  });

  it('§5.6 a token that has ended reports no end', async () => {
    const { tokens, clock } = await start();
    await tokens.current();
    await clock.advance(HOUR);
    expect(tokens.usableUntil()).toBeUndefined();
  });
});

describe('the token', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('§5.4 a token may be of type %s', async (type) => {
    const { tokens } = await start({ fields: { token_type: type } });
    expect(await tokens.current()).toBe(TOKEN);
  });

  it('§5.8 a token is asked for once and then kept', async () => {
    const { service, tokens } = await start();
    await tokens.current();
    await tokens.current();
    expect(service.asked).toHaveLength(1);
  });

  it('§5.8 50 callers at the same time cause one token request', async () => {
    const { service, tokens } = await start();
    await Promise.all(Array.from({ length: 50 }, () => tokens.current()));
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['3600 s', { expires_in: 3600 }, 3600_000 - 60_000],
    ['900 s', { expires_in: 900 }, 900_000 - 60_000],
    ['100 s', { expires_in: 100 }, 90_000],
    ['a lifetime given as text', { expires_in: '100' }, 90_000],
    ['no stated lifetime', { expires_in: undefined }, 270_000],
  ])('§5.8 a token with %s is used until its margin begins', async (_, fields, usable) => {
    const { service, tokens, clock } = await start({ fields });
    await tokens.current();
    await clock.advance(usable - 1);
    await tokens.current();
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['3600 s', { expires_in: 3600 }, 3600_000 - 60_000],
    ['100 s', { expires_in: 100 }, 90_000],
    ['no stated lifetime', { expires_in: undefined }, 270_000],
  ])('§5.6 a token with %s is replaced once its margin has begun', async (_, fields, usable) => {
    const { tokens, clock } = await start({ fields });
    await tokens.current();
    await clock.advance(usable);
    expect(await tokens.current()).toBe('canary-token-1');
  });

  it('the token request continues for the others when one caller aborts', async () => {
    const { service, tokens } = await start();
    const reply = Promise.withResolvers<Answer>();
    service.answer = () => reply.promise;
    const controller = new AbortController();
    const leaving = tokens.current(controller.signal);
    const staying = tokens.current();
    await service.received(1);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    reply.resolve(grant(TOKEN));
    expect(await staying).toBe(TOKEN);
  });

  it('the token request is aborted when the last caller has aborted', async () => {
    const { service, tokens, clock } = await start();
    service.answer = () => 'silence';
    const controller = new AbortController();
    const leaving = tokens.current(controller.signal).catch(() => undefined);
    await service.received(1);
    controller.abort();
    await leaving;
    await settle();
    expect(clock.remaining).toEqual([]);
  });
});

describe('a stored token', () => {
  async function restart(change: { clock?: FakeClock; scope?: string; clientId?: string } = {}) {
    const { service, tokens, store, clock } = await start();
    await tokens.current();
    const { clock: later = clock, ...fields } = change;
    const again = speakTo(service, { clock: later, store, connection: { ...connectionTo(service.url), ...fields } });
    return { service, token: await again.tokens.current() };
  }

  it('§5.8 a stored token saves the request after a restart', async () => {
    const { service, token } = await restart();
    expect([token, service.asked.length]).toEqual([TOKEN, 1]);
  });

  it('§5.8 a stored token is not used after its end', async () => {
    const { token } = await restart({ clock: new FakeClock(new FakeClock().now() + HOUR) });
    expect(token).toBe('canary-token-1');
  });

  it.each([
    ['scope', { scope: 'tenant/t-2' }],
    ['client', { clientId: 'client 2' }],
  ])('a stored token of another %s is not used', async (_, change) => {
    const { token } = await restart(change);
    expect(token).toBe('canary-token-1');
  });

  it('a stored token that was rejected is removed even when the renewal fails', async () => {
    const { service, tokens, store } = await start();
    const token = await tokens.current();
    service.answer = () => ({ status: 503 });
    await tokens.renew(token).catch(() => undefined);
    expect(await store.load()).toBeUndefined();
  });

  it('a token that cannot be read or stored costs a request, not the call', async () => {
    const store = new MemoryTokenStore();
    store.load = () => Promise.reject(new Error('unreadable'));
    store.save = () => Promise.reject(new Error('disk full'));
    const { tokens } = await start({ store });
    expect(await tokens.current()).toBe(TOKEN);
  });
});

describe('renew', () => {
  it('§5.6 renewing sends the same token request', async () => {
    const { service, tokens } = await start();
    await tokens.renew(await tokens.current());
    expect(service.asked[1]?.body).toBe(service.asked[0]?.body);
  });

  it('§5.6 50 callers that renew at once cause one request', async () => {
    const { service, tokens } = await start();
    const rejected = await tokens.current();
    const renewed = await Promise.all(Array.from({ length: 50 }, () => tokens.renew(rejected)));
    expect([new Set(renewed), service.asked.length]).toEqual([new Set(['canary-token-1']), 2]);
  });

  it('§5.6 a late caller whose token was replaced already causes no request', async () => {
    const { service, tokens } = await start();
    const rejected = await tokens.current();
    await tokens.renew(rejected);
    expect([await tokens.renew(rejected), service.asked.length]).toEqual(['canary-token-1', 2]);
  });
});

describe('a token request that fails', () => {
  const oauthError = { error: 'invalid_client', error_description: 'unknown client' };

  it.each([400, 401, 403])('§7 a token request that gets %i is auth.refused with its words', async (status) => {
    const failure = await failureAfter({ status, body: oauthError });
    expect(failure).toMatchObject({ code: 'auth.refused', params: { reason: 'invalid_client: unknown client' } });
  });

  it('§7 a token request that gets 401 and a challenge is auth.refused as well', async () => {
    const headers = { 'www-authenticate': 'Basic realm="tokens"' };
    expect(await failureAfter({ status: 401, headers, body: oauthError })).toMatchObject({ code: 'auth.refused' });
  });

  it('§7 a token request that gets 400 and a page reports the title of the page', async () => {
    const failure = await failureAfter({ status: 400, body: '<html><title>Bad Request</title></html>' });
    expect(failure).toMatchObject({ code: 'auth.refused', params: { reason: 'Bad Request' } });
  });

  it('§7 a token request that gets 429 is service.rate-limited with the seconds of Retry-After', async () => {
    const failure = await failureAfter({ status: 429, headers: { 'retry-after': '17' } });
    expect(failure).toMatchObject({ code: 'service.rate-limited', params: { seconds: 17 } });
  });

  it('§7 a token request that gets 429 is not repeated before Retry-After has passed', async () => {
    const { service, tokens, clock } = await start();
    service.answer = () => ({ status: 429, headers: { 'retry-after': '17' } });
    await failureOf(tokens.current());
    service.answer = () => grant(TOKEN);
    const next = tokens.current();
    await clock.sleeping(1);
    expect(clock.remaining).toEqual([17_000]);
    await clock.advance(17_000);
    expect(await next).toBe(TOKEN);
  });

  it.each([500, 502, 503])('§7 a token request that gets %i is service.unavailable', async (status) => {
    const failure = await failureAfter({ status, body: '<title>Down</title>' });
    expect(failure).toMatchObject({ code: 'service.unavailable', params: { status, reason: 'Down' } });
  });

  it.each<[string, Answer]>([
    ...[404, 405, 410, 501].map((status): [string, Answer] => [String(status), { status }]),
    ['a page', { body: '<title>Sign in</title>' }],
    ['no access_token', { body: { token_type: 'Bearer', expires_in: 3600 } }],
    ['a list', { body: [TOKEN] }],
    ['nothing', { body: '' }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.com/?x=1' } }],
  ])('a reply that shows a wrong token address names it without its query: %s', async (_, answer) => {
    const { service, connection } = await start();
    service.answer = () => answer;
    const tokenUrl = `${service.url}/oauth/token?key=canary`;
    const { tokens } = speakTo(service, { connection: { ...connection, tokenUrl } });
    const failure = await failureOf(tokens.current());
    expect(failure).toMatchObject({
      code: 'connection.token-address',
      params: { address: `${service.url}/oauth/token` },
    });
    expect(everythingIn(failure)).not.toMatch(/canary|x=1/);
  });

  it.each<[string, Answer]>([
    ['another type of token', { body: { access_token: TOKEN, token_type: 'DPoP' } }],
    ['a lifetime that is no number', grant(TOKEN, { expires_in: 'long' })],
  ])('§5.4 a token reply that is %s is service.bad-reply', async (_, answer) => {
    expect(await failureAfter(answer)).toMatchObject({ code: 'service.bad-reply' });
  });

  it.each(['\n', '\r', '\0', '\u2028', ' ', 'ü'])(
    'a token that no header can carry is neither used nor shown: %j',
    async (sign) => {
      const failure = await failureAfter(grant(`canary${sign}canary`));
      expect(failure).toMatchObject({ code: 'service.bad-reply' });
      expect(everythingIn(failure)).not.toContain('canary');
    },
  );

  it('a failed token request is forgotten: the next caller sends one again', async () => {
    const { service, tokens } = await start();
    service.answer = () => ({ status: 400 });
    await failureOf(tokens.current());
    service.answer = () => grant(TOKEN);
    expect(await tokens.current()).toBe(TOKEN);
  });

  it.each<[string, Answer]>([
    ['a refusal that repeats the secret', { status: 400, body: { error: `bad secret ${SECRET}` } }],
    ['a page that repeats the form', { status: 500, body: `<p>${new URLSearchParams({ client_secret: SECRET })}</p>` }],
    ['a token under another name', { body: { accessToken: TOKEN, token_type: 'Bearer' } }],
    ['a token in a broken reply', { body: `{"access_token":"${TOKEN}","token_` }],
    ['a token as plain text', { headers: { 'content-type': 'text/plain' }, body: TOKEN }],
    ['a token of another type', { body: { access_token: TOKEN, token_type: 'mac' } }],
  ])('a failed token request names neither secret nor token after %s', async (_, answer) => {
    expect(everythingIn(await failureAfter(answer))).not.toMatch(/canary/);
  });
});
describe('a token endpoint that is busy', () => {
  it('§7 a busy token endpoint fails all waiting calls with one request', async () => {
    const { service, tokens } = await start();
    service.answer = () => ({ status: 503 });
    const codes = await Promise.all(Array.from({ length: 50 }, async () => (await failureOf(tokens.current())).code));
    expect([new Set(codes), service.asked.length]).toEqual([new Set(['service.unavailable']), 1]);
  });

  it.each<[number, Record<string, string>, number[]]>([
    [503, {}, [1000, 2000, 4000, 8000]],
    [503, { 'retry-after': '5' }, [5000, 5000, 5000, 8000]],
    [429, { 'retry-after': '3' }, [3000, 3000, 4000, 8000]],
  ])('§7 a token endpoint with %i and %o is asked on one schedule', async (status, headers, expected) => {
    const { service, tokens, clock } = await start();
    service.answer = () => ({ status, headers });
    await failureOf(tokens.current());
    const waits: number[] = [];
    for (let round = 0; round < expected.length; round += 1) {
      const callers = Array.from({ length: 20 }, () => failureOf(tokens.current()));
      await clock.sleeping(1);
      waits.push(await clock.advanceToNext());
      await Promise.all(callers);
    }
    expect([waits, service.asked.length]).toEqual([expected, expected.length + 1]);
  });

  it('§7 the waits are short again once the token endpoint has replied', async () => {
    const { service, tokens, clock } = await start();
    const failOnce = async (wait: number) => {
      const call = failureOf(tokens.current());
      await clock.sleeping(1);
      await clock.advance(wait);
      return await call;
    };
    service.answer = () => ({ status: 503 });
    await failureOf(tokens.current());
    await failOnce(1000);
    service.answer = () => grant(TOKEN);
    const granted = tokens.current();
    await clock.sleeping(1);
    await clock.advance(2000);
    await granted;
    service.answer = () => ({ status: 503 });
    await failureOf(tokens.renew(TOKEN));
    void failureOf(tokens.current());
    await clock.sleeping(1);
    expect(clock.remaining).toEqual([1000]);
  });
});
