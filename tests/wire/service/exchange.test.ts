/**
 * @file Hosts that reply in every wrong way, over real sockets: nothing waits for ever, grows without end or leaks a
 * token.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exchange, SHORT_REPLY } from '../../../src-main/wire/service/exchange.ts';
import { FakeClock } from '../../fake-clock.ts';
import { BATCH, failureOf, isTokenRequest, never, SECRET, SIGNED, speakTo, TOKEN, withTokens } from './fixtures.ts';
import { startLocalService } from './local-service.ts';

const MIB = 1024 * 1024;

async function startHost(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const clock = new FakeClock();
  const line = { fetch: globalThis.fetch, clock, timeout: 30_000 };
  // A listening TCP server has such an address.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { clock, server, ask: (signal = never) => exchange(line, address, { purpose: 'test' }, signal) };
}

describe('a reply', () => {
  it('a reply that never ends is read up to its bound, and the connection is closed', async () => {
    const closed = Promise.withResolvers<number>();
    const { ask } = await startHost((_, response) => {
      let sent = 0;
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      response.once('close', () => closed.resolve(sent));
      more();
    });
    const { text } = await ask();
    expect(text).toHaveLength(SHORT_REPLY);
    // The buffers of the sockets are sent, but not read.
    expect(await closed.promise).toBeLessThan(32 * MIB);
  });

  it('a reply that is small in transfer and huge when unpacked is read up to its bound', async () => {
    const packed = gzipSync(Buffer.alloc(256 * MIB, 'x'), { level: 1 });
    const { ask } = await startHost((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    const before = process.memoryUsage().rss;
    const { text } = await ask();
    expect(text).toHaveLength(SHORT_REPLY);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB);
  });

  it('a reply that comes byte by byte ends when the time for the whole exchange is over', async () => {
    const began = Promise.withResolvers<ServerResponse>();
    const { ask, clock } = await startHost((_, response) => {
      response.write('{', () => began.resolve(response));
    });
    const failure = failureOf(ask());
    const response = await began.promise;
    for (let second = 0; second < 29; second += 1) {
      await new Promise<void>((resolve) => response.write(' ', () => resolve()));
      await clock.advance(1000);
    }
    await clock.advance(1000);
    expect(await failure).toMatchObject({ code: 'network.cut', params: { reason: 'no answer within 30 s' } });
  });

  it('a reply whose head never ends is stopped in time too', async () => {
    const asked = Promise.withResolvers<void>();
    const { ask, clock } = await startHost((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ', () => asked.resolve());
    });
    const failure = failureOf(ask());
    await asked.promise;
    await clock.advance(30_000);
    expect(await failure).toMatchObject({ code: 'network.no-answer' });
  });

  it('a caller that leaves during a reply closes the connection', async () => {
    const began = Promise.withResolvers<ServerResponse>();
    const { ask } = await startHost((_, response) => {
      response.write('{', () => began.resolve(response));
    });
    const controller = new AbortController();
    const reply = ask(controller.signal);
    const closed = once(await began.promise, 'close');
    controller.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
    await closed;
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('§5.5 a redirect with %i carries no token to another host', async (status) => {
    const elsewhere = await startLocalService();
    const service = await startLocalService();
    service.answer = withTokens(() => ({ status, headers: { location: `${elsewhere.url}/stolen` } }));
    const failure = await failureOf(speakTo(service).client.batchStatus(BATCH, never));
    expect([failure.code, elsewhere.asked]).toEqual(['service.bad-reply', []]);
  });

  it.each([302, 307, 308])('§5.3 a redirect with %i carries no secret to another host', async (status) => {
    const elsewhere = await startLocalService();
    const service = await startLocalService();
    service.answer = () => ({ status, headers: { location: `${elsewhere.url}/stolen` } });
    const failure = await failureOf(speakTo(service).tokens.current());
    expect([failure.code, elsewhere.asked, JSON.stringify(failure.params).includes(SECRET)]).toEqual([
      ...['connection.token-address', [], false],
    ]);
  });
});

describe('a call that is aborted', () => {
  const statusKey = ({ url }: { url: string }) => `batch-status ${url}/tm/realtime tenant/t-1`;

  it('a call aborted after its request has left has used up its turn: the service counts it too', async () => {
    const service = await startLocalService();
    service.answer = withTokens(() => 'silence');
    const { client, ledger } = speakTo(service);
    const controller = new AbortController();
    const call = client.batchStatus(BATCH, controller.signal);
    await service.received(2);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(ledger.recent(statusKey(service), 0)).toHaveLength(1);
  });

  it('a call aborted before its turn uses up nothing and sends nothing', async () => {
    const service = await startLocalService();
    service.answer = withTokens(() => ({ body: { url: SIGNED, batch_id: BATCH } }));
    const { client, clock, ledger } = speakTo(service);
    const calls = Array.from({ length: 10 }, () => client.generateUploadUrl({ rejectOnInvalid: true }, never));
    await Promise.all(calls);
    const controller = new AbortController();
    const call = client.generateUploadUrl({ rejectOnInvalid: true }, controller.signal);
    await clock.sleeping(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await clock.advance(60_000);
    const key = `generate-upload-url ${service.url}/tm/realtime tenant/t-1`;
    expect([ledger.recent(key, 0).length, service.asked.filter((asked) => !isTokenRequest(asked)).length]).toEqual([
      ...[10, 10],
    ]);
  });

  it('a call aborted while it waits for the token leaves the token to the others', async () => {
    const service = await startLocalService();
    const reply = Promise.withResolvers<void>();
    const answer = withTokens(() => ({ body: { batch_id: BATCH, status: 'PROCESSED' } }));
    service.answer = async (asked) => {
      if (isTokenRequest(asked)) await reply.promise;
      return answer(asked);
    };
    const { client } = speakTo(service);
    const controller = new AbortController();
    const leaving = client.batchStatus(BATCH, controller.signal);
    const staying = client.batchStatus(BATCH, never);
    await service.received(1);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    reply.resolve();
    await staying;
    expect(service.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${TOKEN}`]);
  });
});
