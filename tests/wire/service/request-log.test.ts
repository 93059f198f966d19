/** @file The log entry of each request to the service, and the id that it carries. Over real sockets. */

import { describe, expect, it } from 'vitest';
import type { RequestEntry } from '../../../src-main/ground/logs/request-log.ts';
import { createServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { TokenSource } from '../../../src-main/wire/service/token.ts';
import { BATCH, everythingIn, isTokenRequest, never, SECRET, speakTo, withTokens } from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const processed = { body: { batch_id: BATCH, status: 'PROCESSED' } };

/** A service with its log, without the token requests. */
async function start(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const service = await startLocalService();
  service.answer = withTokens(answer);
  const { clock, connection, limits, store } = speakTo(service);
  const log: RequestEntry[] = [];
  const write = (entry: RequestEntry) => void log.push(entry);
  const line = { fetch: globalThis.fetch, clock, timeout: 30_000, connection, limits, log: write };
  const client = createServiceClient({
    ...line,
    tokens: new TokenSource({ ...line, store, secret: async () => SECRET }),
  });
  const calls = () => service.asked.filter((asked) => !isTokenRequest(asked));
  return { service, client, clock, log, calls, entries: () => log.filter(({ purpose }) => purpose !== 'token') };
}

describe('the log of requests', () => {
  it('the log has one entry for each request, with its purpose and result', async () => {
    const { service, client, log } = await start(() => processed);
    await client.batchStatus(BATCH, never);
    const { host } = new URL(service.url);
    expect(log).toMatchObject([
      { purpose: 'token', method: 'POST', host, status: 200 },
      { purpose: 'batch-status', method: 'GET', host, status: 200 },
    ]);
  });

  it('an entry counts the bytes of both bodies, not their characters', async () => {
    const { client, entries } = await start(() => ({ body: 'äöü' }));
    await client.postTransaction('"ü"', never);
    expect(entries()).toMatchObject([{ sentBytes: 4, receivedBytes: 6 }]);
  });

  it('an entry has the milliseconds from the request to the end of the reply', async () => {
    const { client, clock, entries } = await start(async () => {
      await clock.advance(1234);
      return processed;
    });
    await client.batchStatus(BATCH, never);
    expect(entries()).toMatchObject([{ milliseconds: 1234 }]);
  });

  it('an entry is right although the clock is set back meanwhile', async () => {
    const { client, clock, entries } = await start(() => {
      clock.set(clock.now() - 3_600_000);
      return processed;
    });
    await client.batchStatus(BATCH, never);
    expect(entries()).toMatchObject([{ milliseconds: 0 }]);
  });

  it('an entry names the error of a request without a reply', async () => {
    const { client, entries } = await start(() => 'hang-up');
    await client.batchStatus(BATCH, never).catch(() => undefined);
    expect(entries()).toEqual([expect.objectContaining({ error: 'network.cut' })]);
    expect(entries()[0]).not.toHaveProperty('status');
  });

  it('an entry names both the status and the error of a reply that broke off', async () => {
    const { client, entries } = await start(() => 'half-an-answer');
    await client.batchStatus(BATCH, never).catch(() => undefined);
    expect(entries()).toMatchObject([{ status: 200, error: 'network.cut' }]);
  });

  it('an aborted request has an entry without an error', async () => {
    const { client, service, entries } = await start(() => 'silence');
    const controller = new AbortController();
    const call = client.batchStatus(BATCH, controller.signal);
    await service.received(2);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(entries()).toHaveLength(1);
    expect(entries()[0]).not.toHaveProperty('error');
  });

  it('an entry holds no secret, no token, no path and no body', async () => {
    const { client, log } = await start(() => ({ status: 422, body: 'canary body' }));
    await client.postTransaction('"canary transaction"', never);
    await client.observe('/canary?canary', never).catch(() => undefined);
    expect(everythingIn(log)).not.toMatch(/canary/);
  });
});

describe('the id of a request', () => {
  it('the id of a request is a UUID in the request, the log and the shown reply', async () => {
    const { client, calls, entries } = await start(() => ({ body: {} }));
    const { correlationId } = await client.postTransaction('{}', never);
    expect(correlationId).toMatch(uuid);
    expect([calls()[0]?.headers['x-request-id'], entries()[0]?.correlationId]).toEqual([correlationId, correlationId]);
  });

  it('each call has another id', async () => {
    const { client, calls } = await start(() => ({ body: {} }));
    for (let call = 0; call < 3; call += 1) await client.postTransaction('{}', never);
    expect(new Set(calls().map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });

  it('§5.6 the id shows that a call was repeated after a 401', async () => {
    const { client, calls, entries } = await start(({ headers }) =>
      headers.authorization === 'Bearer canary-token-0' ? { status: 401 } : { body: {} },
    );
    const { correlationId } = await client.postTransaction('{}', never);
    const first = calls()[0]?.headers['x-request-id'];
    expect(correlationId).toBe(`${first}-2`);
    expect(entries().map((entry) => [entry.correlationId, entry.status])).toEqual([
      ...[
        [first, 401],
        [correlationId, 200],
      ],
    ]);
  });

  it('§5.3 token requests carry an id too', async () => {
    const { client, service, log } = await start(() => ({ body: {} }));
    await client.postTransaction('{}', never);
    expect(service.asked[0]?.headers['x-request-id']).toBe(log[0]?.correlationId);
  });
});
