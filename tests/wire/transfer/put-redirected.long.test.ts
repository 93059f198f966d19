/** @file Storages that redirect an upload to another address, and storages that ask to wait. */

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { RequestEntry } from '../../../src-main/ground/logs/request-log.ts';
import { FakeClock } from '../../fake-clock.ts';
import { reserve, startTenant } from '../../practice/requests.ts';
import { content, end, listen, objectExists, put, start } from './storages.ts';

interface Seen {
  path: string;
  host: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

/** A storage that sends these replies in their order; it records each request once it has been answered. */
async function storageOf(...answers: Answer[]): Promise<{ address: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = http.createServer();
  const respond = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    const { url = '', headers } = request;
    const entry: Seen = { path: url, host: headers.host ?? '', headers, body: Buffer.alloc(0) };
    seen.push(entry);
    const answer = answers.shift();
    answer?.(request, response).then(
      () => {
        entry.body = Buffer.concat(pieces);
      },
      () => response.destroy(),
    );
  };
  server.on('checkContinue', respond).on('request', respond);
  return { address: await listen(server), seen };
}

const take: Answer = async (request, response) => {
  response.writeContinue();
  await buffer(request);
  response.end();
};
const answerAtOnce =
  (status: number, headers: http.OutgoingHttpHeaders = {}, body = ''): Answer =>
  async (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const answerAfterBody =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Answer =>
  async (request, response) => {
    response.writeContinue();
    await buffer(request);
    response.writeHead(status, headers).end();
  };

const regional = { Location: '/regional/bucket/key?X-Amz-Signature=canary' };
const elsewhere = { Location: 'http://localhost:1/bucket/key?X-Amz-Signature=canary' };
const redirected = (host: string) => ({ kind: 'refused', error: { code: 'upload.redirected', params: { host } } });

describe('a storage that sends the upload on', () => {
  it('a redirected upload sends the same request, with all its headers and bytes', async () => {
    const { address, seen } = await storageOf(answerAtOnce(307, regional), take);
    expect(await put(address)).toEqual({ kind: 'accepted' });
    expect(seen.map(({ path }) => path)).toEqual([
      '/bucket/key?X-Amz-Signature=canary',
      '/regional/bucket/key?X-Amz-Signature=canary',
    ]);
    expect(seen[0]?.body.length).toBe(0);
    expect(seen[1]?.headers).toMatchObject({
      'content-length': String(end - start),
      'if-none-match': '*',
      expect: '100-continue',
    });
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
    expect(seen[1]?.body.equals(content.subarray(start, end))).toBe(true);
  });

  it('a redirected upload is logged as two requests, by their hosts', async () => {
    const logged: RequestEntry[] = [];
    const { address } = await storageOf(answerAtOnce(307, regional), take);
    await put(address, { log: (entry) => logged.push(entry) });
    const { host } = new URL(address);
    expect(logged).toMatchObject([
      { host, status: 307, sentBytes: 0 },
      { host, status: 200, sentBytes: end - start },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/canary|regional/);
  });

  it.each([301, 302, 303, 308])('a redirect with a %i is not followed', async (status) => {
    const { address, seen } = await storageOf(answerAtOnce(status, regional), take);
    expect(await put(address)).toMatchObject({ ...redirected(new URL(address).host), bodyComplete: false });
    expect(seen).toHaveLength(1);
  });

  it('a redirect is followed once, not twice', async () => {
    const { address, seen } = await storageOf(answerAtOnce(307, regional), answerAtOnce(307, regional), take);
    expect(await put(address)).toMatchObject({ ...redirected(new URL(address).host), bodyComplete: false });
    expect(seen).toHaveLength(2);
  });

  it('a redirect to another host is not followed, and its host is named without the signature', async () => {
    const { address, seen } = await storageOf(answerAtOnce(307, elsewhere), take);
    const outcome = await put(address);
    expect(outcome).toMatchObject(redirected('localhost:1'));
    expect(JSON.stringify([outcome, 'error' in outcome && outcome.error.detail])).not.toContain('canary');
    expect(seen).toHaveLength(1);
  });

  it('a redirect without an address is a refusal', async () => {
    const { address } = await storageOf(answerAtOnce(307));
    expect(await put(address)).toMatchObject({ kind: 'refused', error: { code: 'upload.refused' } });
  });

  it('a redirect after the whole body gets the body once more', async () => {
    const { address, seen } = await storageOf(answerAfterBody(307, regional), take);
    expect(await put(address)).toEqual({ kind: 'accepted' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['403', answerAtOnce(403), { kind: 'refused', bodyComplete: true }],
    ['412', answerAtOnce(412, {}, objectExists), { kind: 'exists', bodyComplete: true }],
    ['307', answerAtOnce(307, regional), { kind: 'refused', bodyComplete: true }],
  ])('a redirect after the whole body and a refusal with %s leaves the outcome unknown', async (_, answer, outcome) => {
    const { address } = await storageOf(answerAfterBody(307, regional), answer);
    expect(await put(address)).toMatchObject(outcome);
  });

  it('a redirect in the middle of the body is followed with the whole body', async () => {
    const inTheMiddle: Answer = async (request, response) => {
      response.writeContinue();
      await new Promise((resolve) => request.once('data', resolve));
      // It continues to read, as storages do: the end of the reply would be the end of the connection.
      response.writeHead(307, { ...regional, 'Content-Length': 0 }).flushHeaders();
    };
    const { address, seen } = await storageOf(inTheMiddle, take);
    expect(await put(address)).toEqual({ kind: 'accepted' });
    expect(seen[1]?.body.equals(content.subarray(start, end))).toBe(true);
  });
});

describe('a storage that says when to come again', () => {
  const clock = new FakeClock();

  it.each([
    [503, '30', 30],
    [429, '1.5', 2],
    [503, 'Fri, 20 Nov 2026 06:30:20 GMT', 20],
  ])('%i with Retry-After “%s” is waited for', async (status, wish, seconds) => {
    const headers = { 'Retry-After': wish, Date: 'Fri, 20 Nov 2026 06:30:00 GMT' };
    const { address } = await storageOf(answerAtOnce(status, headers));
    expect(await put(address, { clock })).toMatchObject({
      kind: 'failed',
      error: { code: 'upload.busy', params: { status, retryAfter: seconds } },
    });
  });

  it('a Retry-After after the whole body is waited for too', async () => {
    const { address } = await storageOf(answerAfterBody(503, { 'Retry-After': '7' }));
    expect(await put(address)).toMatchObject({ bodyComplete: true, error: { params: { retryAfter: 7 } } });
  });
});

describe('the practice tenant', () => {
  it.each([
    ['storage', { kind: 'accepted' }, 2],
    ['circle', { kind: 'refused', error: { code: 'upload.redirected' } }, 2],
    ['elsewhere', { kind: 'refused', error: { code: 'upload.redirected' } }, 1],
  ] as const)('the practice tenant redirects an upload: to=%s', async (to, outcome, requests) => {
    const tenant = await startTenant({ misfortunes: [{ name: 'redirect-upload', to }] });
    const { url } = await reserve(tenant);
    expect(await put(url)).toMatchObject(outcome);
    const { host } = new URL(tenant.storageOrigin);
    const uploads = tenant.requests.filter(({ endpoint }) => endpoint === 'upload');
    expect(uploads.map((upload) => upload.host)).toEqual(Array.from({ length: requests }, () => host));
  });

  it.each([
    ['before', false],
    ['body', true],
  ] as const)('the practice tenant is busy, and says until when: after=%s', async (after, bodyComplete) => {
    const busy = { name: 'storage-status', status: 503, retryAfterSeconds: 20, after, times: 1 } as const;
    const { url } = await reserve(await startTenant({ misfortunes: [busy] }));
    const error = { code: 'upload.busy', params: { retryAfter: 20 } };
    expect(await put(url)).toMatchObject({ kind: 'failed', bodyComplete, error });
    expect(await put(url)).toEqual({ kind: 'accepted' });
  });
});
