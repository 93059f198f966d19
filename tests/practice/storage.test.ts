/** @file The object storage: what it accepts, and everything that S3 refuses. */

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { WAIT_MS } from '../patience.ts';
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
  it('§4 row 3 a PUT stores exactly its bytes, hashes them and gets 200 with an ETag', async () => {
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

  it('an address outlasts a restart of a tenant that remembers, and so does what was stored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tranship-storage-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const first = await startTenant({ folder, remembers: true });
    const stored = await reserve(first);
    const open = await reserve(first);
    expect(await put(stored.url, transactionLine())).toMatchObject({ status: 200 });
    const { storagePort } = first;
    await first.close();
    await startTenant({ folder, remembers: true, storagePort });
    expect(await put(stored.url, transactionLine())).toMatchObject({ status: 412 });
    expect(await put(open.url, transactionLine())).toMatchObject({ status: 200 });
  });

  it('an upload address can be signed for a server in front of the storage', async () => {
    const tenant = await startTenant({ signedOrigin: 'http://storage.example:8443' });
    const { url } = await reserve(tenant);
    const { origin, host, pathname, search } = new URL(url);
    const reply = await put(`${tenant.storageOrigin}${pathname}${search}`, 'x', { Host: host });
    expect([origin, reply.status]).toEqual(['http://storage.example:8443', 200]);
  });

  it('a PUT with an Authorization header gets 400', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', { Authorization: 'Bearer token' });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'InvalidArgument']);
  });

  it('a PUT without Content-Length gets 411', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await putWithoutLength(url);
    expect([reply.status, codeOf(reply)]).toEqual([411, 'MissingContentLength']);
  });

  it('a chunked PUT gets 501', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' });
    expect([reply.status, codeOf(reply)]).toEqual([501, 'NotImplemented']);
  });

  it.each([
    ['without If-None-Match', { 'If-None-Match': undefined }],
    ['with another If-None-Match than the signed one', { 'If-None-Match': '"etag"' }],
  ])('a PUT gets 403 %s', async (_, headers) => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', headers);
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it.each(['Content-MD5', 'x-amz-checksum-sha256', 'x-amz-acl'])('a PUT gets 403 with %s', async (header) => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url, 'x', { [header]: 'anything' });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
  });

  it('a PUT gets 412 once the object exists', async () => {
    const { url } = await reserve(await startTenant());
    await put(url, 'x');
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([412, 'PreconditionFailed']);
  });

  it('a PUT gets 409 while another one to the same address is under way', async () => {
    const tenant = await startTenant();
    const { url } = await reserve(tenant);
    const first = await beginPut(url, 10, Buffer.from('12345'));
    await vi.waitFor(() => expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 5 }), {
      timeout: WAIT_MS,
    });
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([409, 'ConditionalRequestConflict']);
    const firstReply = replyTo(first);
    first.end('67890');
    expect((await firstReply).status).toBe(200);
  });

  it('a PUT gets 403 once the address has expired', async () => {
    const clock = new FakeClock();
    const { url } = await reserve(await startTenant({ clock, addressLifetimeSeconds: 60 }));
    clock.set(clock.now() + 60_000);
    const reply = await put(url, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
    expect(reply.body).toContain('<Message>Request has expired</Message>');
  });

  it('a PUT whose body ends early stores nothing, and the next one is accepted', async () => {
    const tenant = await startTenant();
    const { url, batch_id } = await reserve(tenant);
    const sent = await beginPut(url, 1000, Buffer.alloc(500));
    await vi.waitFor(() => expect(tenant.requests.at(-1)).toMatchObject({ endpoint: 'upload', bytes: 500 }), {
      timeout: WAIT_MS,
    });
    sent.destroy();
    await vi.waitFor(async () => expect((await put(url, transactionLine())).status).toBe(200), { timeout: WAIT_MS });
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'PROCESSED', lines: 1 });
  });
});

describe('a PUT that expects 100-continue', () => {
  it('a PUT is told to continue when there is no reason to refuse it', async () => {
    const { url } = await reserve(await startTenant());
    expect(await putExpecting(url, 'body')).toMatchObject({ status: 200, continued: true });
  });

  it('only one PUT to an address is told to continue', async () => {
    const { url } = await reserve(await startTenant());
    expect(await putExpecting(url, 'body', { Expect: undefined })).toMatchObject({ status: 200, continued: false });
  });

  it.each([
    ['400', { Authorization: 'Bearer token' }],
    ['403', { 'If-None-Match': undefined }],
    ['501', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }],
  ])('a PUT is refused with %s before a byte of the body is sent', async (status, headers) => {
    const tenant = await startTenant();
    const { url } = await reserve(tenant);
    expect(await putExpecting(url, 'body', headers)).toMatchObject({ status: Number(status), continued: false });
    expect(tenant.requests.at(-1)).toMatchObject({ expectsContinue: true, bytes: 0 });
  });

  it('a PUT is refused with 412 before a byte of the body is sent', async () => {
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
  ])('a signed address is worthless with another %s', async (_, tamper) => {
    const { url } = await reserve(await startTenant());
    const address = new URL(url);
    tamper(address);
    const reply = await put(address.href, 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('a signed address is worthless for another method', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await send('GET', url, { 'If-None-Match': '*' });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('a signed address is worthless without its query', async () => {
    const { url } = await reserve(await startTenant());
    const reply = await put(url.replace(/\?.*/, ''), 'x');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
  });
});

describe('the download of a report', () => {
  it('the download of a report gets 403 once its address has expired', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock });
    const { batchId } = await submit(tenant, '[]\n');
    const url = await reportAddress(tenant, batchId);
    expect((await send('GET', url)).status).toBe(200);
    clock.set(clock.now() + 900_000);
    expect((await send('GET', url)).status).toBe(403);
  });

  it('the download of a report gets 400 with an Authorization header', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, '[]\n');
    const reply = await send('GET', await reportAddress(tenant, batchId), { Authorization: 'Bearer token' });
    expect(reply.status).toBe(400);
  });
});
