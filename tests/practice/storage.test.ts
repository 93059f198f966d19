/** @file The object storage: what it accepts, and everything that S3 refuses. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import {
  beginPut,
  codeOf,
  put,
  putExpecting,
  putWithoutLength,
  replyTo,
  reportAddress,
  reserve,
  send,
  startTenant,
  submit,
  transactionLine,
} from './requests.ts';

describe('a PUT to storage', () => {
  it('§4 row 3 a PUT stores the exact bytes, hashes them and replies 200 with an ETag', async () => {
    const tenant = await startTenant();
    const { url, batch_id } = await reserve(tenant);
    const content = `${transactionLine()}é\r\n\0`;
    const reply = await put(url, content);
    expect(reply).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"\w+"$/) } });
    const batch = await tenant.ended(batch_id);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(batch).toMatchObject({ bytes: Buffer.byteLength(content), sha256 });
    expect(await readFile(batch.path ?? '', 'utf8')).toBe(content);
  });

  it('A PUT can be signed for any host in front of the storage', async () => {
    const tenant = await startTenant({ signedOrigin: 'http://storage.example:8443' });
    const { url } = await reserve(tenant);
    const { origin, host, pathname, search } = new URL(url);
    const reply = await put(`${tenant.storageOrigin}${pathname}${search}`, 'x', { Host: host });
    expect([origin, reply.status]).toEqual(['http://storage.example:8443', 200]);
  });

  it('A PUT is refused with 400 when it carries an Authorization header', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', { Authorization: 'Bearer token' });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'InvalidArgument']);
  });

  it('A PUT is refused with 411 without Content-Length', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await putWithoutLength(url);
    expect([reply.status, codeOf(reply)]).toEqual([411, 'MissingContentLength']);
  });

  it('A PUT is refused with 501 when it is chunked', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' });
    expect([reply.status, codeOf(reply)]).toEqual([501, 'NotImplemented']);
  });

  it.each([
    ['without If-None-Match', { 'If-None-Match': undefined }],
    ['with another If-None-Match than the signed one', { 'If-None-Match': '"etag"' }],
  ])('A PUT is refused with 403 %s', async (_, headers) => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', headers);
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it.each(['Content-MD5', 'x-amz-checksum-sha256', 'x-amz-acl'])(
    'A PUT is refused with 403 with %s',
    async (header) => {
      const { url } = await reserve(await startTenant());
      const reply = await put(url, 'x', { [header]: 'anything' });
      expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
    },
  );

  it('A PUT is refused with 412 once the object exists', async () => {
    const { url } = await reserve(await startTenant());
    await put(url, 'x');
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([412, 'PreconditionFailed']);
  });

  it('A PUT is refused with 409 while another one to the same address is under way', async () => {
    const tenant = await startTenant();
    const { url } = await reserve(tenant);
    const first = await beginPut(url, 10, Buffer.from('12345'));
    await vi.waitFor(() => expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 5 }));
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([409, 'ConditionalRequestConflict']);
    const firstReply = replyTo(first);
    first.end('67890');
    expect((await firstReply).status).toBe(200);
  });

  it('A PUT is refused with 403 once the address has expired', async () => {
    const clock = new FakeClock();
    const { url } = await reserve(await startTenant({ clock, addressLifetimeSeconds: 60 }));
    clock.set(clock.now() + 60_000);
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
    expect(reply.body).toContain('<Message>Request has expired</Message>');
  });

  it('A PUT whose body ends early stores nothing, and the next one is accepted', async () => {
    const tenant = await startTenant();
    const { url, batch_id } = await reserve(tenant);
    const sent = await beginPut(url, 1000, Buffer.alloc(500));
    await vi.waitFor(() => expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 500 }));
    sent.destroy();
    await vi.waitFor(async () => expect((await put(url, transactionLine())).status).toBe(200));
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'PROCESSED', lines: 1 });
  });
});

describe('a PUT that expects 100-continue', () => {
  it('A valid PUT that expects 100-continue is told to continue', async () => {
    const { url } = await reserve(await startTenant());
    expect(await putExpecting(url, 'body')).toMatchObject({ status: 200, continued: true });
  });

  it('Only a PUT that expects 100-continue is told to continue', async () => {
    const { url } = await reserve(await startTenant());
    expect(await putExpecting(url, 'body', { Expect: undefined })).toMatchObject({ status: 200, continued: false });
  });

  it.each([
    ['400', { Authorization: 'Bearer token' }],
    ['403', { 'If-None-Match': undefined }],
    ['501', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }],
  ])(
    'A PUT that expects 100-continue is refused with %s before a byte of the body is sent',
    async (status, headers) => {
      const tenant = await startTenant();
      const { url } = await reserve(tenant);
      expect(await putExpecting(url, 'body', headers)).toMatchObject({ status: Number(status), continued: false });
      expect(tenant.requests.at(-1)).toMatchObject({ expectsContinue: true, bytes: 0 });
    },
  );

  it('A PUT that expects 100-continue is refused with 412 before a byte of the body is sent', async () => {
    const { url } = await reserve(await startTenant());
    await put(url, 'x');
    expect(await putExpecting(url, 'body')).toMatchObject({ status: 412, continued: false });
  });
});

describe('a signed address', () => {
  it.each([
    ['path', (url: URL) => (url.pathname = url.pathname.replace(/.\.jsonl$/, 'z.jsonl'))],
    ['lifetime', (url: URL) => url.searchParams.set('X-Amz-Expires', '999999')],
    ['signed headers', (url: URL) => url.searchParams.set('X-Amz-SignedHeaders', 'host')],
    ['signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
    ['parameters', (url: URL) => url.searchParams.set('x-id', 'PutObject')],
  ])('A signed address is invalid with another %s', async (_, tamper) => {
    const { url } = await reserve(await startTenant());
    const address = new URL(url);
    tamper(address);
    const reply = await put(address.href, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('A signed address is invalid for another method', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await send('GET', url, { 'If-None-Match': '*' });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('A signed address is invalid without its query', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url.replace(/\?.*/, ''), 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
  });
});

describe('the download of a report', () => {
  it('The download of a report is refused with 403 once its address has expired', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock });
    const { batchId } = await submit(tenant, '[]\n');
    const url = await reportAddress(tenant, batchId);
    expect((await send('GET', url)).status).toBe(200);
    clock.set(clock.now() + 900_000);
    expect((await send('GET', url)).status).toBe(403);
  });

  it('The download of a report is refused with 400 when it carries an Authorization header', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, '[]\n');
    const reply = await send('GET', await reportAddress(tenant, batchId), { Authorization: 'Bearer token' });
    expect(reply.status).toBe(400);
  });
});
