/** @file Single transactions, rule runs and observability (§4 rows 6 to 10), over real sockets. */

import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { failureOf, isTokenRequest, never, speakTo, TOKEN, withTokens } from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

const RUN = '3f2b8c1e-7a4d-4e0b-9c55-0d6a1b2c3d4e';

async function start(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const service = await startLocalService();
  service.answer = withTokens(answer);
  const calls = () => service.asked.filter((asked) => !isTokenRequest(asked));
  return { service, calls, ...speakTo(service) };
}

async function failureAfter(answer: Answer, ask: (client: ServiceClient) => Promise<unknown>) {
  const { client } = await start(() => answer);
  return failureOf(ask(client));
}

const post = (client: ServiceClient) => client.postTransaction('{}', never);

describe('a single transaction', () => {
  it('§4 row 6 a single transaction is a POST below the path of the base address', async () => {
    const { client, calls } = await start(() => ({ body: {} }));
    await post(client);
    expect(calls()).toMatchObject([{ method: 'POST', path: '/tm/realtime/event/transaction/v3' }]);
  });

  it.each<[string, string | Uint8Array]>([
    ['a text', '{ "amount" : 12345678901234567890.10 , "name":"ü" }\n'],
    ['bytes', new TextEncoder().encode('{ "amount" : 12345678901234567890.10 , "name":"ü" }\n')],
  ])('§4 row 6 a single transaction is sent character by character: %s', async (_, transaction) => {
    const { client, calls } = await start(() => ({ body: {} }));
    await client.postTransaction(transaction, never);
    expect(calls()[0]?.body).toBe('{ "amount" : 12345678901234567890.10 , "name":"ü" }\n');
  });

  it('§5.5 a single transaction carries the Bearer token and the content type application/json', async () => {
    const { client, calls } = await start(() => ({ body: {} }));
    await post(client);
    expect(calls()[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
  });

  it.each([200, 201, 202, 400, 409, 413, 422])('§4 row 6 a reply of %i is returned whole', async (status) => {
    const { client } = await start(() => ({ status, body: { note: 'x'.repeat(5000), big: 1 } }));
    const reply = await post(client);
    expect(reply).toMatchObject({ status, json: { note: 'x'.repeat(5000), big: 1 } });
    expect(JSON.parse(reply.text)).toEqual(reply.json);
  });

  it('§4 row 6 a reply without a body has no JSON', async () => {
    const { client } = await start(() => ({ status: 204 }));
    expect(await post(client)).toMatchObject({ status: 204, text: '', json: undefined });
  });

  it('the reply to a single transaction is shown whole, without the token', async () => {
    const { client } = await start(() => ({
      status: 422,
      body: { you: `Bearer ${TOKEN}`, see: 'https://host/a?b=c' },
    }));
    const { text } = await post(client);
    expect(text).toBe('{"you":"Bearer [redacted]","see":"https://host/a?b=c"}');
  });

  it('the stored reply to a single transaction holds no signature and no token', async () => {
    const signed = 'https://host/a?X-Amz-Date=1&X-Amz-Signature=canary&b=c';
    const { client } = await start(() => ({ body: { signed, token: 'eyJcanary.eyJcanary.x', count: 1 } }));
    const { text, json } = await post(client);
    expect(text).toBe('{"signed":"https://host/a?[redacted]","token":"[redacted]","count":1}');
    expect(json).toEqual(JSON.parse(text));
  });

  it.each([
    [401, 'service.token-not-accepted'],
    [403, 'auth.forbidden'],
    [404, 'connection.base-address'],
    [405, 'connection.base-address'],
    [501, 'connection.base-address'],
    [408, 'service.unavailable'],
    [429, 'service.rate-limited'],
    [500, 'service.unavailable'],
    [302, 'connection.base-address'],
  ])('§7 a reply of %i is no refusal of the transaction itself: %s', async (status, code) => {
    expect(await failureAfter({ status, headers: { location: '/elsewhere' } }, post)).toMatchObject({ code });
  });

  it('§7 the error for a forbidden transaction does not advise to ask for batch upload', async () => {
    expect((await failureAfter({ status: 403 }, post)).remedy).not.toContain('batch');
  });

  it('a transaction does not count as accepted when a page comes in place of a reply', async () => {
    expect(await failureAfter({ body: '<html><title>Sign in</title></html>' }, post)).toMatchObject({
      code: 'service.bad-reply',
      params: { excerpt: 'Sign in' },
    });
  });

  it('a transaction whose connection is cut may have arrived: network.cut', async () => {
    expect(await failureAfter('hang-up', post)).toMatchObject({ code: 'network.cut' });
  });

  it('a reply nested without end is shown as text', async () => {
    const body = '['.repeat(10_000) + ']'.repeat(10_000);
    const { client } = await start(() => ({ status: 422, headers: { 'content-type': 'application/json' }, body }));
    expect(await post(client)).toMatchObject({ text: body, json: undefined });
  });
});

describe('a rule run', () => {
  const accepted = { body: { execution_id: RUN, accepted_rules: ['a'], rejected_rules: { b: 'not live' } } };
  const request = { executionDate: '2026-01-04' };

  it.each([
    ['8', 'execute', (client: ServiceClient) => client.executeRules(request, never)],
    ['7', 'rerun', (client: ServiceClient) => client.rerunRules(request, never)],
  ] as const)('§4 row %s: %s is a POST that returns the run and the rules', async (_, name, ask) => {
    const { client, calls } = await start(() => accepted);
    expect(await ask(client)).toMatchObject({
      executionId: RUN,
      accepted: ['a'],
      rejected: [{ rule: 'b', reason: 'not live' }],
      reply: { status: 200, json: accepted.body },
    });
    expect(calls()).toMatchObject([{ method: 'POST', path: `/tm/realtime/api/rules/${name}` }]);
  });

  it('§4 row 8 a rule run without options sends only its date', async () => {
    const { client, calls } = await start(() => accepted);
    await client.executeRules(request, never);
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({ execution_date: '2026-01-04' });
  });

  it('§4 row 8 a rule run names the rules, and whether it is forced', async () => {
    const { client, calls } = await start(() => accepted);
    await client.executeRules({ ...request, ruleIds: ['a', 'b'], force: true }, never);
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      execution_date: '2026-01-04',
      rule_ids: ['a', 'b'],
      force: true,
    });
  });

  it('§4 row 8 a rule run that the service refuses has not begun', async () => {
    const ask = (client: ServiceClient) => client.executeRules(request, never);
    expect(await failureAfter({ status: 422, body: { message: 'in the future' } }, ask)).toMatchObject({
      code: 'service.refused',
      params: { reason: 'in the future' },
    });
  });

  it('§4 row 9 the status of a rule run is asked for by its id', async () => {
    const { client, calls } = await start(() => ({ body: { status: 'COMPLETED', message: '7 alerts' } }));
    const status = await client.ruleRunStatus(RUN, never);
    expect(status).toMatchObject({ status: 'COMPLETED', outcome: 'done', message: '7 alerts', reply: { status: 200 } });
    expect(calls()).toMatchObject([{ method: 'GET', path: `/tm/realtime/api/rules/status/${RUN}` }]);
  });

  it('§4 row 10: the schedule is a GET that is shown as it came', async () => {
    const { client, calls } = await start(() => ({ body: [{ rule: 'a', runs: 'daily' }] }));
    expect((await client.ruleSchedule(never)).json).toEqual([{ rule: 'a', runs: 'daily' }]);
    expect(calls()).toMatchObject([{ method: 'GET', path: '/tm/realtime/api/rules/schedule' }]);
  });

  it('§8 a rerun waits after another one, and reports how long', async () => {
    const { client, clock } = await start(() => accepted);
    const before = client.rerunWait();
    await client.rerunRules(request, never);
    await clock.advance(1000);
    expect([before, client.rerunWait()]).toEqual([0, 60_000]);
  });

  it('§8 a waiting rerun is aborted with its caller', async () => {
    const { client, calls } = await start(() => accepted);
    await client.rerunRules(request, never);
    const controller = new AbortController();
    const second = client.rerunRules(request, controller.signal);
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect(calls()).toHaveLength(1);
  });
});

describe('what is observed', () => {
  it('§4 observing is a GET of a path below the base address', async () => {
    const { client, calls } = await start(() => ({ body: { transactions: 7 } }));
    expect((await client.observe('/api/summary?day=2026-01-04', never)).json).toEqual({ transactions: 7 });
    expect(calls()).toMatchObject([{ method: 'GET', path: '/tm/realtime/api/summary?day=2026-01-04' }]);
  });

  it('§5.5 observing sends the token to no other host', async () => {
    const elsewhere = await startLocalService();
    const { client, service } = await start(() => ({ body: {} }));
    const { host } = new URL(elsewhere.url);
    for (const path of [`//${host}/x`, `${elsewhere.url}/x`, '/../x'])
      expect(await failureOf(client.observe(path, never))).toMatchObject({ code: 'service.path-invalid' });
    expect([...service.asked, ...elsewhere.asked]).toEqual([]);
  });

  it('§8 all observed paths share one limit', async () => {
    const { client, clock, service, calls } = await start(() => ({ body: {} }));
    for (let path = 0; path < 50; path += 1) await client.observe(`/api/${path}`, never);
    const next = client.observe('/api/another', never);
    await clock.sleeping(1);
    expect(calls()).toHaveLength(50);
    await clock.advanceToNext();
    await service.received(52);
    await next;
  });

  it('§7 an observed path that does not exist is service.not-found', async () => {
    const ask = (client: ServiceClient) => client.observe('/api/nothing', never);
    expect(await failureAfter({ status: 404 }, ask)).toMatchObject({ code: 'service.not-found' });
  });
});

it('§5.4 the end of the present token is known', async () => {
  const { client, clock } = await start(() => ({ body: {} }));
  const before = client.tokenUntil();
  await post(client);
  expect([before, client.tokenUntil()]).toEqual([undefined, clock.now() + 3_540_000]);
});
