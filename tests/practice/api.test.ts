/** @file The service's endpoints: replies, refusals, limits, and the request log. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { ask, call, post, reserve, send, signIn, startTenant, submit, transactionLine } from './requests.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('generate-upload-url', () => {
  it('§4 row 2 generate-upload-url replies with a pre-signed address on another host and a UUID, and nothing else', async () => {
    const tenant = await startTenant();
    const reply = JSON.parse((await call(tenant, 'POST', 'generate-upload-url')).body);
    expect(reply).toEqual({ batch_id: expect.stringMatching(UUID), url: expect.any(String) });
    const url = new URL(reply.url);
    expect(url.host).not.toBe(new URL(tenant.baseUrl).host);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'host;if-none-match',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['absent', undefined, true],
    ['an object without fields', '{}', true],
    ['true', '{"reject_on_invalid":true}', true],
    ['false', '{"reject_on_invalid":false}', false],
    ['false beside a field that is unknown', '{"reject_on_invalid":false,"more":1}', false],
  ])('generate-upload-url takes reject_on_invalid from a body that is %s', async (_, body, rejectOnInvalid) => {
    const tenant = await startTenant();
    await call(tenant, 'POST', 'generate-upload-url', body === undefined ? {} : { body });
    expect(tenant.batches()).toMatchObject([{ rejectOnInvalid, state: 'AWAITING_FILE' }]);
  });

  it.each([
    ['is no JSON', '{', ['body']],
    ['is no object', '[]', ['body']],
    ['has a text where true or false belongs', '{"reject_on_invalid":"no"}', ['body', 'reject_on_invalid']],
  ])('generate-upload-url replies 422 with the position of the fault to a body that %s', async (_, body, loc) => {
    const reply = await call(await startTenant(), 'POST', 'generate-upload-url', { body });
    expect(reply.status).toBe(422);
    expect(JSON.parse(reply.body)).toEqual({ detail: [{ loc, msg: expect.any(String), type: expect.any(String) }] });
  });

  it('§7 generate-upload-url replies 403 when batch upload is not enabled for the tenant', async () => {
    const tenant = await startTenant({ mayUploadBatches: false });
    expect((await call(tenant, 'POST', 'generate-upload-url')).status).toBe(403);
  });
});

describe.each(['status', 'validation-result'] as const)('%s', (endpoint) => {
  it('a batch that never existed gets 404', async () => {
    expect((await call(await startTenant(), 'GET', `${endpoint}/${randomUUID()}`)).status).toBe(404);
  });

  it('a batch whose file has not arrived gets 404', async () => {
    const tenant = await startTenant();
    const { batch_id } = await reserve(tenant);
    expect((await call(tenant, 'GET', `${endpoint}/${batch_id}`)).status).toBe(404);
  });

  it('an id that is not a UUID gets 422', async () => {
    const reply = await call(await startTenant(), 'GET', `${endpoint}/4711`);
    expect(reply.status).toBe(422);
    expect(JSON.parse(reply.body).detail).toMatchObject([{ loc: ['path', 'batch_id'] }]);
  });

  it('a batch_id may be in any letter case', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, transactionLine());
    expect((await call(tenant, 'GET', `${endpoint}/${batchId.toUpperCase()}`)).status).toBe(200);
  });
});

it('a state before the file has arrived is reported when the tenant is set up for it', async () => {
  const tenant = await startTenant({ stateBeforeArrival: 'INITIALIZED' });
  const { batch_id } = await reserve(tenant);
  const reply = await call(tenant, 'GET', `status/${batch_id}`);
  expect(JSON.parse(reply.body)).toEqual({ batch_id, status: 'INITIALIZED', error_message: '' });
});

it('§2.5 the status has batch_id, status and an empty error_message when there is no error', async () => {
  const tenant = await startTenant();
  const { batchId } = await submit(tenant, transactionLine());
  const reply = await call(tenant, 'GET', `status/${batchId}`);
  expect(JSON.parse(reply.body)).toEqual({ batch_id: batchId, status: 'PROCESSED', error_message: '' });
});

describe('The limits', () => {
  const batch = '/api/transactions/batch';
  it.each([
    [`${batch}/generate-upload-url`, 20, 'POST'],
    [`${batch}/status/${randomUUID()}`, 120, 'GET'],
    [`${batch}/validation-result/${randomUUID()}`, 120, 'GET'],
    ['/api/rules/execute', 30, 'POST'],
    ['/api/rules/rerun', 1, 'POST'],
    [`/api/rules/status/${randomUUID()}`, 120, 'GET'],
    ['/api/rules/schedule', 120, 'GET'],
    ['/api/observability/batches', 100, 'GET'],
  ] as const)('§8 the limits let %s through %i times a minute', async (path, requests, method) => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, limits: {} });
    const token = await signIn(tenant);
    const once = () => ask(tenant, method, path, { token });
    for (let count = 0; count < requests; count += 1) expect((await once()).status).not.toBe(429);
    clock.set(clock.now() + 20_500);
    expect(await once()).toMatchObject({ status: 429, headers: { 'retry-after': '40' } });
    clock.set(clock.now() + 39_500);
    expect((await once()).status).not.toBe(429);
  });

  it('§8 the limits let 500 single transactions through within any second', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, limits: {} });
    const token = await signIn(tenant);
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => post(tenant, transactionLine(), token)))).map(
        ({ status }) => status,
      );
    expect(new Set(await statuses(300))).toEqual(new Set([201]));
    clock.set(clock.now() + 600);
    const second = await statuses(250);
    expect([
      second.filter((status) => status === 201).length,
      second.filter((status) => status === 429).length,
    ]).toEqual([200, 50]);
    clock.set(clock.now() + 400);
    expect((await statuses(1))[0]).toBe(201);
  });

  it('§8 the whole observability group shares one limit', async () => {
    const tenant = await startTenant({ limits: { observability: { requests: 3, seconds: 60 } } });
    const lists = ['transactions/summary', 'batches', 'rules/executions', 'exports'];
    const statuses: number[] = [];
    for (const list of lists) statuses.push((await ask(tenant, 'GET', `/api/observability/${list}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('§8 each endpoint has its own limit', async () => {
    const tenant = await startTenant({ limits: { status: { requests: 0, seconds: 60 } } });
    expect((await call(tenant, 'POST', 'generate-upload-url')).status).toBe(200);
  });
});

describe('the request log', () => {
  it('the request log keeps the requests, without the query of a signed address', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, transactionLine());
    const { host } = new URL(tenant.baseUrl);
    expect(tenant.requests).toMatchObject([
      { endpoint: 'token', method: 'POST', path: '/oauth2/token', host, status: 200, hadAuthorization: false },
      { endpoint: 'generate-upload-url', status: 200, hadAuthorization: true },
      {
        endpoint: 'upload',
        method: 'PUT',
        path: `/practice-bucket/batches/${batchId}.jsonl`,
        status: 200,
        hadAuthorization: false,
        bytes: Buffer.byteLength(transactionLine()),
      },
    ]);
  });

  it('the request log names requests outside this interface unknown', async () => {
    const tenant = await startTenant();
    expect((await send('GET', `${tenant.baseUrl}/api/else`)).status).toBe(404);
    expect(tenant.requests).toMatchObject([{ endpoint: 'unknown', status: 404 }]);
  });
});

it.each([
  ['GET', '/api/transactions/batch/generate-upload-url'],
  ['GET', '/event/transaction/v3'],
  ['GET', '/api/rules/execute'],
  ['GET', '/api/rules/rerun'],
  ['POST', '/api/rules/schedule'],
  ['POST', '/api/observability/exports'],
] as const)('a wrong method gets 405: %s %s', async (method, path) => {
  expect((await ask(await startTenant(), method, path)).status).toBe(405);
});

it.each([
  ['POST', '/event/transaction/v3'],
  ['POST', '/api/rules/execute'],
  ['POST', '/api/rules/rerun'],
  ['GET', '/api/rules/status/x'],
  ['GET', '/api/rules/schedule'],
  ['GET', '/api/observability/transactions/summary'],
] as const)('§7 %s %s without a valid token gets 401', async (method, path) => {
  expect((await ask(await startTenant(), method, path, { token: 'guess' })).status).toBe(401);
});

it('§1 a tenant without batch upload may use everything else', async () => {
  const tenant = await startTenant({ mayUploadBatches: false });
  expect((await post(tenant, transactionLine())).status).toBe(201);
  expect((await ask(tenant, 'GET', '/api/rules/schedule')).status).toBe(200);
});

it('the service is below the given base path', async () => {
  const tenant = await startTenant({ basePath: '' });
  expect(new URL(tenant.baseUrl).pathname).toBe('/');
  expect((await call(tenant, 'POST', 'generate-upload-url')).status).toBe(200);
});
