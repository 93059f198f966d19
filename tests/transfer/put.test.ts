import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type PutRequest, putRange } from '../../src-main/transfer/put.ts';

const folder = mkdtempSync(join(tmpdir(), 'tranship-put-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'export.jsonl');
const content = Buffer.alloc(6 * 1024 * 1024, 'a line of the export\n');
const [start, end] = [21, content.length - 21];

function put(
  address: string,
  more: Partial<PutRequest> = {},
): Promise<ReturnType<typeof putRange> extends Promise<infer R> ? R : never> {
  const sha256 = createHash('sha256').update(content.subarray(start, end)).digest('hex');
  const range = { path, fileBytes: content.length, start, end, sha256 };
  return putRange({ address, range, signal: new AbortController().signal, ...more });
}

const open: (http.Server | net.Server)[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    if (server instanceof http.Server) server.closeAllConnections();
  }
});

async function listen(server: http.Server | net.Server): Promise<string> {
  writeFileSync(path, content);
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/bucket/key?X-Amz-Signature=canary`;
}

/** A storage that takes the body and answers 200, unless `answer` does otherwise. */
async function storage(
  answer: http.RequestListener = async (request, response) => {
    await buffer(request);
    response.end();
  },
): Promise<string> {
  return listen(http.createServer(answer));
}

/** A storage that decides before a byte of the body is sent. */
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
  it('§4.3 sends the bytes of the range, with If-None-Match: * and their length, and no Bearer header', async () => {
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

  it('reports progress that only grows, up to all bytes', async () => {
    const progress: number[] = [];
    await put(await storage(), { onProgress: (sent) => progress.push(sent) });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(end - start);
  });

  it('sends the body to a storage that says nothing to Expect', async () => {
    const server = http.createServer();
    server.on('checkContinue', async (request: http.IncomingMessage, response: http.ServerResponse) => {
      await buffer(request);
      response.end();
    });
    expect(await put(await listen(server), { continueMs: 20 })).toEqual({ kind: 'accepted' });
  });

  it('counts a 200 whose body is cut short', async () => {
    const address = await storage(async (request, response) => {
      await buffer(request);
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    expect(await put(address)).toEqual({ kind: 'accepted' });
  });
});

describe('a storage that refuses before the body', () => {
  it('gets not a byte of it when an object is there already (412)', async () => {
    const { address, bodyBytes } = await storageRefusingAtOnce(412);
    expect(await put(address)).toEqual({ kind: 'exists' });
    expect(bodyBytes()).toBe(0);
  });

  it('gets not a byte of it when the address has expired (403)', async () => {
    const xml = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
    const { address, bodyBytes } = await storageRefusingAtOnce(403, xml);
    expect(await put(address)).toMatchObject({ kind: 'address-refused', error: { code: 'upload.address-expired' } });
    expect(bodyBytes()).toBe(0);
  });
});

describe('an upload on a bad day', () => {
  it('is known not to have arrived when it is cut in the middle', async () => {
    const address = await storage((request) => {
      request.once('data', () => request.socket.destroy());
    });
    expect(await put(address)).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'network.cut' } });
  });

  it('may have arrived when the reply is lost after the whole body', async () => {
    const address = await storage(async (request) => {
      await buffer(request);
      request.socket.destroy();
    });
    expect(await put(address)).toMatchObject({ kind: 'failed', bodyComplete: true, error: { code: 'network.cut' } });
  });

  it('believes a refusal in the middle of the body', async () => {
    const xml = '<Error><Code>SlowDown</Code></Error>';
    // A storage that answers while it still takes the body; node:http's own server would close the line under it.
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        socket.once('data', () => {
          socket.write(`HTTP/1.1 503 Busy\r\nContent-Length: ${xml.length}\r\n\r\n${xml}`);
          socket.resume();
        });
      });
    });
    expect(await put(await listen(server))).toMatchObject({
      kind: 'failed',
      bodyComplete: false,
      error: { code: 'upload.busy' },
    });
  });

  it('is given up when no byte moves', async () => {
    const address = await storage((request) => request.pause());
    expect(await put(address, { stallMs: 150 })).toMatchObject({ kind: 'failed', error: { code: 'upload.stalled' } });
  });

  it('may have arrived when the storage never answers', async () => {
    const address = await storage((request) => void request.resume());
    expect(await put(address, { replyMs: 100 })).toMatchObject({
      bodyComplete: true,
      error: { code: 'upload.stalled' },
    });
  });

  it('ends at once when it is asked to', async () => {
    const stop = new AbortController();
    const address = await storage((request) => {
      request.once('data', () => stop.abort());
    });
    expect(await put(address, { signal: stop.signal })).toMatchObject({
      bodyComplete: false,
      error: { code: 'upload.interrupted' },
    });
  });

  it('says that nothing answers when nothing listens', async () => {
    const address = await storage();
    const server = open.splice(0)[0];
    server?.close();
    expect(await put(address)).toMatchObject({
      kind: 'failed',
      bodyComplete: false,
      error: { code: 'network.unreachable' },
    });
  });

  it('never completes a body of a file that grows meanwhile, and says so', async () => {
    const received = Promise.withResolvers<number>();
    const address = await storage((request) => {
      let bytes = 0;
      request.once('data', () => void appendFile(path, 'more\n'));
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('error', () => {});
      request.on('close', () => received.resolve(bytes));
    });
    expect(await put(address)).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'file.changed' } });
    expect(await received.promise).toBeLessThan(end - start);
  });

  it('tells nobody the signed address', async () => {
    const address = await storage((request) => request.socket.destroy());
    const outcome = await put(address);
    expect(
      JSON.stringify([outcome, outcome.kind === 'failed' ? outcome.error.message : '', String(outcome)]),
    ).not.toContain('canary');
  });
});
