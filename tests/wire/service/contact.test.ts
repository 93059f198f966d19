/** @file Replies that suggest a wrong connection: reported at once if it never worked, given time if it did. */

import { describe, expect, it } from 'vitest';
import { Contact } from '../../../src-main/wire/service/contact.ts';
import { endpoints, tokenEndpoint } from '../../../src-main/wire/service/endpoints.ts';
import type { ServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { BATCH, connectionTo, failureOf, grant, isTokenRequest, never, SIGNED, speakTo } from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

const MINUTE = 60_000;
const page = '<html><title>Sign in to the network</title></html>';
const reservation: Answer = { body: { url: SIGNED, batch_id: BATCH } };
const reserve = (client: ServiceClient) => client.generateUploadUrl({ rejectOnInvalid: true }, never);
const ask = (client: ServiceClient) => client.batchStatus(BATCH, never);
const post = (client: ServiceClient) => client.postTransaction('{}', never);

/** A service that processes use one after another: each `open` is the next process. */
async function start() {
  const service = await startLocalService();
  const clock = new FakeClock();
  let ledger = new MemoryLedger();
  let api: (asked: Asked) => Answer = () => reservation;
  let token: (number: number) => Answer = (number) => grant(`canary-token-${number}`);
  const tokenRequests = () => service.asked.filter(isTokenRequest).length;
  service.answer = (asked) => (isTokenRequest(asked) ? token(tokenRequests()) : api(asked));
  const open = () => speakTo(service, { clock, ledger });
  const restart = () => {
    ledger = ledger.reopened();
    return open();
  };
  const failFor = async (call: () => Promise<unknown>, milliseconds: number) => {
    const begun = clock.now();
    const codes: string[] = [];
    while (clock.now() - begun <= milliseconds) {
      const { limits } = open();
      await clock.advance(Math.max(limits.wait(endpoints.generateUploadUrl), limits.wait(tokenEndpoint)));
      const failure = failureOf(call());
      let isDone = false;
      void failure.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await settle();
        const [wait = 0] = clock.remaining;
        // An exchange may take 30 s; a shorter sleep is a wait for a turn.
        if (wait > 0 && wait < 29_000) await clock.advance(wait);
      }
      codes.push((await failure).code);
      if (codes.at(-1)?.match(/^(connection|auth)\./)) break;
    }
    return { codes, took: clock.now() - begun };
  };
  return {
    service,
    clock,
    open,
    restart,
    tokenRequests,
    failFor,
    answer: (next: Answer) => {
      api = () => next;
    },
    answerBy: (next: (asked: Asked) => Answer) => {
      api = next;
    },
    grantWith: (next: (number: number) => Answer) => {
      token = next;
    },
  };
}

const wrong: [string, Answer][] = [
  ...[404, 405, 410, 501].map((status): [string, Answer] => [String(status), { status, body: { message: 'no such' } }]),
  ['404 and a page', { status: 404, body: page }],
  ['200 and a page', { body: page }],
  ['200 and a text', { body: 'ok' }],
  ['400 and a page', { status: 400, body: page }],
  ['a redirect', { status: 302, headers: { location: 'https://portal.example/?token=canary' } }],
];

describe('an endpoint that always exists', () => {
  it.each(wrong)('a wrong base address shows in a reply of %s, and is named without its query', async (_, answer) => {
    const { service, answer: answerAll, open } = await start();
    answerAll(answer);
    const failure = await failureOf(reserve(open().client));
    expect(failure).toMatchObject({
      code: 'connection.base-address',
      retryable: false,
      params: { address: `${service.url}/tm/realtime` },
    });
    expect(failure.detail).not.toContain('canary');
  });

  it.each<[string, Answer, string]>([
    ['422', { status: 422, body: { detail: 'no' } }, 'service.refused'],
    ['403 and a page', { status: 403, body: page }, 'auth.forbidden'],
    ['503 and a page', { status: 503, body: page }, 'service.unavailable'],
  ])('a reply of %s does not show a wrong address', async (_, answer, code) => {
    const { answer: answerAll, open } = await start();
    answerAll(answer);
    expect(await failureOf(reserve(open().client))).toMatchObject({ code });
  });

  it('§4 row 4: a batch that the service does not know does not show a wrong address', async () => {
    const { answer, open } = await start();
    answer({ status: 404, body: { error: 'Not Found', message: 'no such batch' } });
    expect(await failureOf(ask(open().client))).toMatchObject({
      code: 'service.not-found',
      params: { reason: 'no such batch', form: 'json' },
    });
  });

  it.each([
    ['in the same process', false],
    ['before a restart', true],
  ])('a base address that has worked %s gets ten minutes before the error names it', async (_, restarts) => {
    const { answer, open, restart, failFor } = await start();
    const first = open().client;
    await reserve(first);
    const client = restarts ? restart().client : first;
    answer({ status: 404, body: page });
    const { codes, took } = await failFor(() => reserve(client), 20 * MINUTE);
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(['service.unavailable']));
    expect(codes.at(-1)).toBe('connection.base-address');
    expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(took).toBeLessThan(13 * MINUTE);
    expect(codes.length).toBeLessThan(20);
  });

  it('a service that is deployed gets the same time after each success', async () => {
    const { clock, answer, open } = await start();
    const { client } = open();
    for (let deployment = 0; deployment < 3; deployment += 1) {
      answer(reservation);
      await clock.advance(MINUTE);
      await reserve(client);
      answer({ status: 404, body: page });
      expect(await failureOf(reserve(client))).toMatchObject({ code: 'service.unavailable' });
      await clock.advance(30 * MINUTE);
    }
  });

  it('a transaction waits while the service is deployed, and is not refused', async () => {
    const { answer, open } = await start();
    const { client } = open();
    answer({ body: {} });
    await post(client);
    answer({ status: 405 });
    expect(await failureOf(post(client))).toMatchObject({ code: 'service.unavailable', params: { status: 405 } });
  });
});

describe('a token address', () => {
  it('a token address that has worked gets ten minutes with few requests before the error names it', async () => {
    const { clock, grantWith, open, failFor, tokenRequests } = await start();
    const { client } = open();
    await reserve(client);
    grantWith(() => ({ status: 404, body: page }));
    await clock.advance(60 * MINUTE);
    const { codes, took } = await failFor(() => reserve(client), 20 * MINUTE);
    expect([new Set(codes.slice(0, -1)), codes.at(-1)]).toEqual([
      ...[new Set(['service.unavailable']), 'connection.token-address'],
    ]);
    expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(tokenRequests()).toBeLessThan(20);
  });
});

describe('new tokens that are rejected', () => {
  const tokenOf = ({ headers }: Asked) => Number(/canary-token-(\d+)/.exec(headers.authorization ?? '')?.[1]);

  it('§5.6 two rejected new tokens in a row cost a pause, and the third is used', async () => {
    const { clock, answerBy, open } = await start();
    answerBy((asked) => (tokenOf(asked) <= 2 ? { status: 401 } : reservation));
    const { client } = open();
    expect(await failureOf(reserve(client))).toMatchObject({ code: 'service.token-not-accepted' });
    const again = reserve(client);
    await clock.sleeping(1);
    await clock.advance(5000);
    expect(await again).toMatchObject({ batchId: BATCH });
  });

  it('§7 a service that has never accepted a token is reported within a minute', async () => {
    const { answer, open, failFor, tokenRequests } = await start();
    answer({ status: 401 });
    const { client } = open();
    const { codes, took } = await failFor(() => reserve(client), 20 * MINUTE);
    expect(codes.at(-1)).toBe('auth.token-rejected');
    expect(took).toBeLessThan(MINUTE);
    expect(tokenRequests()).toBeLessThanOrEqual(4);
  });

  it.each([
    ['in one process', false],
    ['with a restart after each failure', true],
  ])('§5.8 a service that does not know new tokens yet gets minutes and few tokens, %s', async (_, restarts) => {
    const { answer, open, restart, failFor, tokenRequests } = await start();
    let { client } = open();
    await reserve(client);
    answer({ status: 401 });
    const call = () => {
      if (restarts) client = restart().client;
      return reserve(client);
    };
    const { codes, took } = await failFor(call, 20 * MINUTE);
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(['service.token-not-accepted']));
    expect(codes.at(-1)).toBe('auth.token-rejected');
    expect(took).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(took).toBeLessThan(8 * MINUTE);
    expect(tokenRequests()).toBeLessThanOrEqual(restarts ? 25 : 12);
  });

  it('rejections of several requests under way count as one', async () => {
    const clock = new FakeClock();
    const contact = new Contact({ connection: connectionTo('https://host'), ledger: new MemoryLedger(), clock });
    const told = Array.from({ length: 50 }, () => contact.failed('sign-in'));
    await clock.advance(5000);
    expect([new Set(told), contact.failed('sign-in')]).toEqual([new Set([5000]), 10_000]);
  });

  it('rejected tokens are reported at once after a restart if a person had been told before', async () => {
    const { answer, open, restart, failFor } = await start();
    answer({ status: 401 });
    const { client } = open();
    await failFor(() => reserve(client), 20 * MINUTE);
    expect(await failureOf(reserve(restart().client))).toMatchObject({ code: 'auth.token-rejected' });
  });
});
