/** @file Each misfortune, the order in which several strike, and their spelling. */

import { describe, expect, it, vi } from 'vitest';
import { type Misfortune, parseMisfortune } from '../../src-main/practice/misfortune.ts';
import { AppError } from '../../src-shared/errors.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { misfortuneMeanings } from '../../src-shared/misfortune-meanings.ts';
import { FakeClock } from '../fake-clock.ts';
import { WAIT_MS } from '../patience.ts';
import {
  ask,
  askForToken,
  beginPut,
  call,
  codeOf,
  post,
  put,
  putExpecting,
  reportAddress,
  reserve,
  send,
  signIn,
  startTenant,
  submit,
  transactionLine,
} from './requests.ts';

const withMisfortunes = (...misfortunes: Misfortune[]) => startTenant({ misfortunes });

describe('misfortunes of a batch', () => {
  it('scan-fails ends a batch in ERROR before the validation', async () => {
    const { states, errorMessage } = await submit(await withMisfortunes({ name: 'scan-fails' }), transactionLine());
    expect(states.map(({ state }) => state)).toEqual(['AWAITING_FILE', 'SCANNING', 'ERROR']);
    expect(errorMessage).toBe('The scan found the file unsafe.');
  });

  it('processing-error ends a batch in ERROR after the validation', async () => {
    const { states } = await submit(await withMisfortunes({ name: 'processing-error' }), transactionLine());
    expect(states.map(({ state }) => state).slice(-2)).toEqual(['IN_PROGRESS', 'ERROR']);
  });

  it('unknown-state leads a batch through that state', async () => {
    const tenant = await withMisfortunes({ name: 'unknown-state', state: 'DREAMING' });
    const { states } = await submit(tenant, transactionLine());
    expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(['DREAMING', 'PROCESSED']));
  });

  it.each([
    [{}, 'VALIDATION_STARTED'],
    [{ state: 'PROCESSED' }, 'PROCESSED'],
  ])('early-state reports a state of a batch whose file has not come: %o', async (which, state) => {
    const tenant = await withMisfortunes({ name: 'early-state', ...which });
    const { batch_id } = await reserve(tenant);
    const reply = await call(tenant, 'GET', `status/${batch_id}`);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { batch_id, status: state, error_message: '' }]);
    const result = await call(tenant, 'GET', `validation-result/${batch_id}`);
    expect([result.status, result.body]).toEqual([200, expect.not.stringContaining('http')]);
  });

  it('early-state ends with the arrival of the file', async () => {
    const tenant = await withMisfortunes({ name: 'early-state', state: 'IN_PROGRESS' });
    const { batchId } = await submit(tenant, transactionLine());
    const reply = await call(tenant, 'GET', `status/${batchId}`);
    expect(JSON.parse(reply.body)).toMatchObject({ status: 'PROCESSED' });
  });

  it('early-state and unknown-before-arrival follow one another', async () => {
    const tenant = await withMisfortunes(
      { name: 'unknown-before-arrival', times: 1 },
      { name: 'early-state', times: 1 },
      { name: 'unknown-before-arrival', times: 1 },
    );
    const { batch_id } = await reserve(tenant);
    const statuses: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      statuses.push((await call(tenant, 'GET', `status/${batch_id}`)).status);
    }
    expect(statuses).toEqual([404, 200, 404]);
  });

  it('unknown-before-arrival overrides a state that is set for that time', async () => {
    const misfortunes: Misfortune[] = [{ name: 'unknown-before-arrival' }];
    const tenant = await startTenant({ stateBeforeArrival: 'AWAITING_FILE', misfortunes });
    const { batch_id } = await reserve(tenant);
    expect((await call(tenant, 'GET', `status/${batch_id}`)).status).toBe(404);
  });

  it('forget-batch leaves the object in the storage, and the service without knowledge of it', async () => {
    const tenant = await withMisfortunes({ name: 'forget-batch' });
    const { url, batch_id } = await reserve(tenant);
    await put(url, transactionLine());
    expect((await call(tenant, 'GET', `status/${batch_id}`)).status).toBe(404);
    expect((await put(url, transactionLine())).status).toBe(412);
    expect(await tenant.ended(batch_id)).toMatchObject({ forgotten: true });
  });
});

describe('misfortunes of an upload', () => {
  it.each([{}, { seconds: 0 }])('expire-upload-url issues an address that has expired: %o', async (when) => {
    const { url } = await reserve(await withMisfortunes({ name: 'expire-upload-url', ...when }));
    const reply = await put(url, 'x');
    expect(reply.status).toBe(403);
    expect(reply.body).toContain('Request has expired');
  });

  it('The misfortune expire-upload-url shortens the life of an address', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, misfortunes: [{ name: 'expire-upload-url', seconds: 2 }] });
    const { url } = await reserve(tenant);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('2');
    clock.set(clock.now() + 2000);
    expect((await put(url, 'x')).status).toBe(403);
  });

  it('The misfortune drop-put-after breaks the connection and stores nothing', async () => {
    const tenant = await withMisfortunes({ name: 'drop-put-after', bytes: 100, times: 1 });
    const { url } = await reserve(tenant);
    await expect(put(url, Buffer.alloc(5_000_000))).rejects.toThrow(/ECONNRESET|EPIPE|socket hang up/);
    expect(tenant.batches()).toMatchObject([{ state: 'AWAITING_FILE' }]);
    await vi.waitFor(async () => expect((await put(url, transactionLine())).status).toBe(200), { timeout: WAIT_MS });
  });

  it('drop-put-after leaves a smaller file alone', async () => {
    const { url } = await reserve(await withMisfortunes({ name: 'drop-put-after', bytes: 100 }));
    expect((await put(url, 'x'.repeat(100))).status).toBe(200);
  });

  it('stall-put-after reads no more, keeps the connection, and lets another upload in', async () => {
    const tenant = await withMisfortunes({ name: 'stall-put-after', bytes: 1000, times: 1 });
    const { url } = await reserve(tenant);
    const stalled = await beginPut(url, 50_000_000, Buffer.alloc(2000));
    await vi.waitFor(() => expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 2000 }), {
      timeout: WAIT_MS,
    });
    expect((await put(url, transactionLine())).status).toBe(200);
    expect(stalled.destroyed).toBe(false);
    expect(tenant.requests.find(({ bytes }) => bytes === 2000)?.status).toBeUndefined();
  });

  it('swallow-put-reply stores the object, and the next PUT gets 412', async () => {
    const tenant = await withMisfortunes({ name: 'swallow-put-reply', times: 1 });
    const { url, batch_id } = await reserve(tenant);
    await expect(put(url, transactionLine())).rejects.toThrow('socket hang up');
    expect((await put(url, transactionLine())).status).toBe(412);
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'PROCESSED' });
  });

  it.each([
    [{ status: 503 }, 'SlowDown'],
    [{ status: 500 }, 'InternalError'],
    [{ status: 409 }, 'ConditionalRequestConflict'],
    [{ status: 403, code: 'RequestTimeTooSkewed' }, 'RequestTimeTooSkewed'],
  ])('storage-status replies %o as XML before it reads the body', async (how, code) => {
    const { url } = await reserve(await withMisfortunes({ name: 'storage-status', ...how }));
    const reply = await putExpecting(url, 'body');
    expect([reply.status, codeOf(reply), reply.continued]).toEqual([how.status, code, false]);
  });

  it('storage-status can strike once the whole file was read, and stores nothing of it', async () => {
    const tenant = await withMisfortunes({ name: 'storage-status', status: 503, after: 'body', times: 1 });
    const { url } = await reserve(tenant);
    expect(await putExpecting(url, 'body')).toMatchObject({ status: 503, continued: true });
    expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 4, status: 503 });
    expect(tenant.batches()).toMatchObject([{ state: 'AWAITING_FILE' }]);
    expect((await put(url, transactionLine())).status).toBe(200);
  });

  it('storage-status can ask to wait, for uploads and reports', async () => {
    const how = { name: 'storage-status', status: 503, retryAfterSeconds: 20, times: 1 } as const;
    const tenant = await withMisfortunes(how, { ...how, endpoint: 'report-download' });
    const { url, batch_id } = await reserve(tenant);
    expect(await put(url, '[]\n')).toMatchObject({ status: 503, headers: { 'retry-after': '20' } });
    await put(url, '[]\n');
    await tenant.ended(batch_id);
    const download = await send('GET', await reportAddress(tenant, batch_id));
    expect(download).toMatchObject({ status: 503, headers: { 'retry-after': '20' } });
  });

  it('redirect-upload redirects an upload to another path of the storage, which takes it', async () => {
    const tenant = await withMisfortunes({ name: 'redirect-upload' });
    const { url, batch_id } = await reserve(tenant);
    const reply = await putExpecting(url, transactionLine());
    expect([reply.status, codeOf(reply), reply.continued]).toEqual([307, 'TemporaryRedirect', false]);
    const location = reply.headers.location ?? '';
    expect(new URL(location)).toMatchObject({ origin: tenant.storageOrigin, search: new URL(url).search });
    expect(location).not.toBe(url);
    expect((await put(location, transactionLine())).status).toBe(200);
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'PROCESSED' });
  });

  it('redirect-upload can name another host, which would take the file', async () => {
    const tenant = await withMisfortunes({ name: 'redirect-upload', to: 'elsewhere' });
    const { url } = await reserve(tenant);
    const location = (await put(url, 'x')).headers.location ?? '';
    expect(new URL(location).hostname).toBe('localhost');
    expect((await put(location, transactionLine())).status).toBe(200);
    expect(tenant.requests.at(-1)?.host).toMatch(/^localhost:/);
  });

  it('redirect-upload can redirect in a circle', async () => {
    const { url } = await reserve(await withMisfortunes({ name: 'redirect-upload', to: 'circle' }));
    const location = (await put(url, 'x')).headers.location ?? '';
    const again = await put(location, 'x');
    expect([again.status, again.headers.location]).toEqual([307, location]);
  });

  it('storage-status can apply to reports', async () => {
    const tenant = await withMisfortunes({ name: 'storage-status', status: 503, endpoint: 'report-download' });
    const { batchId } = await submit(tenant, '[]\n');
    expect((await send('GET', await reportAddress(tenant, batchId))).status).toBe(503);
  });

  it('slow-upload takes longer for a larger file', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, misfortunes: [{ name: 'slow-upload', bytesPerSecond: 10 }] });
    const { url } = await reserve(tenant);
    const reply = put(url, 'x'.repeat(50));
    await clock.sleeping();
    expect(clock.remaining).toEqual([5000]);
    await clock.advance(5000);
    expect((await reply).status).toBe(200);
  });

  it('All uploads share a set bandwidth', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, bytesPerSecond: 10 });
    const [one, other] = [await reserve(tenant), await reserve(tenant)];
    const replies = Promise.all([put(one.url, 'x'.repeat(50)), put(other.url, 'x'.repeat(50))]);
    await clock.sleeping(2);
    expect(clock.remaining).toEqual([5000, 10_000]);
    await clock.advance(10_000);
    expect((await replies).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('misfortunes of a call', () => {
  const reserveBy = (tenant: Awaited<ReturnType<typeof startTenant>>) => call(tenant, 'POST', 'generate-upload-url');
  const endpoint = 'generate-upload-url' as const;

  it('service-status replies as JSON', async () => {
    const reply = await reserveBy(await withMisfortunes({ name: 'service-status', status: 503, endpoint }));
    expect(reply.status).toBe(503);
    expect(JSON.parse(reply.body)).toEqual({ message: expect.any(String) });
  });

  it('service-status replies with the HTML of a proxy', async () => {
    const reply = await reserveBy(
      await withMisfortunes({ name: 'service-status', status: 502, endpoint, asHtml: true }),
    );
    expect(reply).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } });
  });

  it('service-status without an endpoint strikes the token endpoint too', async () => {
    const reply = await askForToken(await withMisfortunes({ name: 'service-status', status: 500 }));
    expect(reply.status).toBe(500);
  });

  it.each([
    ['transaction', 'POST', '/event/transaction/v3'],
    ['rules-execute', 'POST', '/api/rules/execute'],
    ['rules-rerun', 'POST', '/api/rules/rerun'],
    ['rules-status', 'GET', '/api/rules/status/x'],
    ['rules-schedule', 'GET', '/api/rules/schedule'],
    ['observability', 'GET', '/api/observability/exports'],
  ] as const)('service-status and rate-limit strike at %s', async (endpoint, method, path) => {
    const tenant = await withMisfortunes(
      { name: 'service-status', status: 503, endpoint, times: 1 },
      { name: 'rate-limit', endpoint, times: 1 },
    );
    expect((await ask(tenant, method, path)).status).toBe(503);
    expect(await ask(tenant, method, path)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  it('swallow-reply keeps the transaction, and the connection breaks', async () => {
    const tenant = await withMisfortunes({ name: 'swallow-reply', endpoint: 'transaction', times: 1 });
    const line = transactionLine();
    await expect(post(tenant, line)).rejects.toThrow('socket hang up');
    expect(tenant.transactions()).toMatchObject([{ body: line, times: 1 }]);
    expect((await post(tenant, line)).status).toBe(200);
  });

  it('swallow-reply spares a request that is refused', async () => {
    const tenant = await withMisfortunes({ name: 'swallow-reply' });
    expect((await post(tenant, '{}')).status).toBe(422);
  });

  it('rules-fail ends an execution in FAILED with a message', async () => {
    const tenant = await withMisfortunes({ name: 'rules-fail' });
    const body = '{"execution_date":"2026-01-05"}';
    const { execution_id } = JSON.parse((await ask(tenant, 'POST', '/api/rules/execute', { body })).body);
    const reply = await ask(tenant, 'GET', `/api/rules/status/${execution_id}`);
    expect(JSON.parse(reply.body)).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/\w/) });
  });

  it('rate-limit replies 429 with the seconds to wait', async () => {
    const reply = await reserveBy(await withMisfortunes({ name: 'rate-limit', retryAfterSeconds: 7, endpoint }));
    expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
  });

  it('reject-token replies 401 to a valid token', async () => {
    const tenant = await withMisfortunes({ name: 'reject-token', times: 1 });
    const token = await signIn(tenant);
    const twice = [await call(tenant, 'POST', endpoint, { token }), await call(tenant, 'POST', endpoint, { token })];
    expect(twice.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('forbid replies 403', async () => {
    expect((await reserveBy(await withMisfortunes({ name: 'forbid' }))).status).toBe(403);
  });

  it('bad-json replies 200 with a body that is no JSON', async () => {
    const reply = await reserveBy(await withMisfortunes({ name: 'bad-json', endpoint }));
    expect(reply.status).toBe(200);
    expect(() => JSON.parse(reply.body)).toThrow(SyntaxError);
  });

  it('slow delays the reply', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, misfortunes: [{ name: 'slow', milliseconds: 4000, endpoint }] });
    const reply = reserveBy(tenant);
    await clock.sleeping();
    expect(clock.remaining).toEqual([4000]);
    await clock.advance(4000);
    expect((await reply).status).toBe(200);
  });
});

describe('Misfortunes', () => {
  const statuses = async (tenant: Awaited<ReturnType<typeof startTenant>>, count: number) => {
    const seen: number[] = [];
    for (let asked = 0; asked < count; asked += 1) seen.push((await askForToken(tenant)).status);
    return seen;
  };

  it('misfortunes strike in their order, each as often as it says', async () => {
    const tenant = await withMisfortunes(
      { name: 'service-status', status: 500, times: 2 },
      { name: 'rate-limit', retryAfterSeconds: 1, times: 1 },
    );
    expect(await statuses(tenant, 4)).toEqual([500, 500, 429, 200]);
  });

  it('misfortunes end when others are set', async () => {
    const tenant = await withMisfortunes({ name: 'service-status', status: 500 });
    expect(await statuses(tenant, 2)).toEqual([500, 500]);
    tenant.misbehave([]);
    expect(await statuses(tenant, 1)).toEqual([200]);
  });

  it('misfortunes strike at every n-th occasion, as often as they say', async () => {
    const tenant = await withMisfortunes({ name: 'rate-limit', retryAfterSeconds: 1, every: 3, times: 2 });
    expect(await statuses(tenant, 10)).toEqual([200, 200, 429, 200, 200, 429, 200, 200, 200, 200]);
  });

  it('misfortunes do not strike at other endpoints than their own', async () => {
    const tenant = await withMisfortunes({ name: 'service-status', status: 500, endpoint: 'status' });
    expect(await statuses(tenant, 1)).toEqual([200]);
  });
});

describe('The spelling of a misfortune', () => {
  it.each<[string, Misfortune]>([
    ['scan-fails', { name: 'scan-fails' }],
    ['drop-put-after:bytes=1000000,times=2', { name: 'drop-put-after', bytes: 1_000_000, times: 2 }],
    ['unknown-state:state=A:B', { name: 'unknown-state', state: 'A:B' }],
    [
      'service-status:endpoint=status,status=502,asHtml=true',
      { name: 'service-status', endpoint: 'status', status: 502, asHtml: true },
    ],
    ['rate-limit:endpoint=transaction,every=50', { name: 'rate-limit', endpoint: 'transaction', every: 50 }],
  ])('the misfortune %s is read', (text, misfortune) => {
    expect(parseMisfortune(text)).toEqual(misfortune);
  });

  it.each([
    ['', 'there is no misfortune of this name'],
    ['rain', 'there is no misfortune of this name, only scan-fails, '],
    ['constructor', 'there is no misfortune of this name'],
    ['drop-put-after', '“bytes” is missing: a number'],
    ['drop-put-after:bytes', '“bytes” is not one key=value'],
    ['drop-put-after:bytes=1,bytes=2', '“bytes=2” is not one key=value'],
    ['drop-put-after:bytes=-1', '“bytes” must be at least 0'],
    ['scan-fails:times=0', '“times” must be more than 0'],
    ['slow:milliseconds=1,every=0', 'every'],
    ['scan-fails:name=forbid', '“name=forbid” is not one key=value'],
    ['scan-fails:colour=red', 'colour'],
    ['service-status:status=200', 'status'],
    ['slow:milliseconds=1,endpoint=nowhere', 'endpoint'],
  ])('the misfortune “%s” is refused with the reason', (text, reason) => {
    const refused = () => parseMisfortune(text);
    expect(refused).toThrow(AppError);
    expect(refused).toThrow(reason);
    expect(refused).toThrow(expect.objectContaining({ code: 'usage.invalid' }));
  });

  it.each(Object.entries(misfortuneMeanings))('%s takes the keys that its help text names', (name, meaning) => {
    const values: Record<string, string> = {
      times: '1',
      every: '1',
      bytes: '1',
      seconds: '1',
      status: '500',
      code: 'X',
      state: 'X',
      asHtml: 'true',
      bytesPerSecond: '1',
      retryAfterSeconds: '1',
      milliseconds: '1',
      endpoint: 'upload',
      after: 'body',
      to: 'storage',
      of: 'report',
      shape: 'csv',
    };
    const keys = /\[(.*)\]$/.exec(inEnglish(meaning))?.[1]?.split(', ') ?? [];
    const text = `${name}:${keys.map((key) => `${key}=${values[key]}`).join(',')}`;
    expect(Object.keys(parseMisfortune(text)).sort()).toEqual(['name', ...keys].sort());
  });
});
