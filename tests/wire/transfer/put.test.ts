import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { content, end, listen, objectExists, put, start, storage } from './storages.ts';

/** A storage that decides before any byte of the body is sent. */
async function storageRefusingAtOnce(status: number, body = ''): Promise<{ address: string; bodyBytes: () => number }> {
  let bodyBytes = 0;
  const server = http.createServer();
  server.on('checkContinue', (request: http.IncomingMessage, response: http.ServerResponse) => {
    request.on('data', (chunk: Buffer) => {
      bodyBytes += chunk.length;
    });
    response.writeHead(status).end(body);
  });
  return { address: await listen(server), bodyBytes: () => bodyBytes };
}

describe('the upload', () => {
  it('§4.3 an upload sends its range with If-None-Match: * and its length, and no Bearer header', async () => {
    const seen = Promise.withResolvers<{
      headers: http.IncomingHttpHeaders;
      body: Buffer;
      method: string | undefined;
    }>();
    const address = await storage(async (request, response) => {
      const { headers, method } = request;
      seen.resolve({ headers, method, body: await buffer(request) });
      response.end();
    });
    expect(await put(address)).toEqual({ kind: 'accepted' });
    const { headers, body, method } = await seen.promise;
    expect(method).toBe('PUT');
    expect(headers).toMatchObject({
      'content-length': String(end - start),
      'if-none-match': '*',
      expect: '100-continue',
    });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(body.equals(content.subarray(start, end))).toBe(true);
  });

  it('the progress of an upload only grows, up to all bytes', async () => {
    const progress: number[] = [];
    await put(await storage(), { onProgress: (sent) => progress.push(sent) });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(end - start);
  });

  it('an upload sends the body to a storage that ignores Expect', async () => {
    const server = http.createServer();
    server.on('checkContinue', async (request: http.IncomingMessage, response: http.ServerResponse) => {
      await buffer(request);
      response.end();
    });
    expect(await put(await listen(server), { continueMs: 20 })).toEqual({ kind: 'accepted' });
  });

  it('a 200 whose body is cut short is no proof', async () => {
    const address = await storage(async (request, response) => {
      await buffer(request);
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    expect(await put(address)).toMatchObject({ kind: 'failed', bodyComplete: true, error: { code: 'upload.busy' } });
  });

  it.each([
    ['no text', {}, '', 'accepted'],
    ['a text, and the name of the object', { ETag: '"9f86d081"' }, '<Stored/>', 'accepted'],
    ['a text of its own', {}, '{"ok":true}', 'failed'],
    ['an error, and the name of an object', { ETag: '"9f86d081"' }, objectExists, 'failed'],
    ['a page, and the name of an object', { ETag: '"9f86d081"' }, '<html>Signed in</html>', 'failed'],
  ])('a 200 with %s: what it proves', async (_, headers, body, kind) => {
    const address = await storage(async (request, response) => {
      await buffer(request);
      response.writeHead(200, headers).end(body);
    });
    expect(await put(address)).toMatchObject({ kind });
  });
});

describe('a storage that refuses before the body', () => {
  it('an upload sends no byte of the body when an object exists already (412)', async () => {
    const { address, bodyBytes } = await storageRefusingAtOnce(412, objectExists);
    expect(await put(address)).toEqual({ kind: 'exists', bodyComplete: false });
    expect(bodyBytes()).toBe(0);
  });

  it('an upload sends no byte of the body when the address has expired (403)', async () => {
    const xml = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
    const { address, bodyBytes } = await storageRefusingAtOnce(403, xml);
    expect(await put(address)).toMatchObject({ kind: 'refused', error: { code: 'upload.address-expired' } });
    expect(bodyBytes()).toBe(0);
  });
});

describe('an upload that fails', () => {
  it('a failed upload does not reveal the signed address', async () => {
    const address = await storage((request) => request.socket.destroy());
    const outcome = await put(address);
    expect(
      JSON.stringify([outcome, outcome.kind === 'failed' ? outcome.error.message : '', String(outcome)]),
    ).not.toContain('canary');
  });
});
