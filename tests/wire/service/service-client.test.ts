import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src-main/ground/clock.ts';
import { Contact } from '../../../src-main/wire/service/contact.ts';
import type { ServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { createServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { ServiceClock } from '../../../src-main/wire/service/service-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { closedPort } from '../network/hosts.ts';
import {
  BATCH,
  connectionTo,
  everythingIn,
  failureOf,
  isTokenRequest,
  never,
  SIGNED,
  speakTo,
  TOKEN,
  withTokens,
} from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

const processed = { body: { batch_id: BATCH, status: 'PROCESSED', error_message: '' } };
const reservation = { body: { url: SIGNED, batch_id: BATCH } };

/** A service that grants tokens and sends this reply to everything else. */
async function start(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const service = await startLocalService();
  service.answer = withTokens(answer);
  const calls = () => service.asked.filter((asked) => !isTokenRequest(asked));
  const tokenRequests = () => service.asked.filter(isTokenRequest);
  return { service, calls, tokenRequests, ...speakTo(service) };
}

async function failureAfter(
  answer: Answer,
  ask = (client: ServiceClient): Promise<unknown> => client.batchStatus(BATCH, never),
) {
  const { client } = await start(() => answer);
  return failureOf(ask(client));
}

const reserve = (client: ServiceClient) => client.generateUploadUrl({ rejectOnInvalid: true }, never);

describe('the three calls', () => {
  it('§4 row 2: generate-upload-url is a POST below the path of the base address', async () => {
    const { client, calls } = await start(() => reservation);
    await reserve(client);
    expect(calls()).toMatchObject([
      { method: 'POST', path: '/tm/realtime/api/transactions/batch/generate-upload-url' },
    ]);
  });

  it.each([true, false])('§4 row 2: generate-upload-url sends reject_on_invalid: %s', async (rejectOnInvalid) => {
    const { client, calls } = await start(() => reservation);
    await client.generateUploadUrl({ rejectOnInvalid }, never);
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({ reject_on_invalid: rejectOnInvalid });
  });

  it('§4 row 2: generate-upload-url returns the batch id and the signed address', async () => {
    const { client } = await start(() => reservation);
    expect(await reserve(client)).toEqual({ batchId: BATCH, url: SIGNED });
  });

  it('§4 row 4: status is a GET with the batch id in its path', async () => {
    const { client, calls } = await start(() => processed);
    await client.batchStatus(BATCH, never);
    expect(calls()).toMatchObject([
      { method: 'GET', path: `/tm/realtime/api/transactions/batch/status/${BATCH}`, body: '' },
    ]);
  });

  it('§2.5 status returns the record', async () => {
    const { client } = await start(() => processed);
    const status = await client.batchStatus(BATCH, never);
    expect(status).toEqual({ batchId: BATCH, status: 'PROCESSED', errorMessage: '' });
  });

  it('§4 row 5: validation-result is a GET with the batch id in its path', async () => {
    const { client, calls } = await start(() => ({ body: {} }));
    await client.validationResult(BATCH, never);
    expect(calls()).toMatchObject([
      { method: 'GET', path: `/tm/realtime/api/transactions/batch/validation-result/${BATCH}` },
    ]);
  });

  it('§2.6.4 validation-result returns the address of the report', async () => {
    const { client } = await start(() => ({ body: { report: SIGNED } }));
    expect(await client.validationResult(BATCH, never)).toEqual({ reportUrl: SIGNED });
  });

  it('§5.1 §5.5 the calls carry the Bearer token', async () => {
    const { client, calls } = await start(() => processed);
    await client.batchStatus(BATCH, never);
    expect(calls()[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it.each([
    ['a POST', reserve, reservation],
    ['a GET', (client: ServiceClient) => client.batchStatus(BATCH, never), processed],
  ] as const)('§5.5 the calls have the content type application/json: %s', async (_, ask, answer) => {
    const { client, calls } = await start(() => answer);
    await ask(client);
    expect(calls()[0]?.headers['content-type']).toBe('application/json');
  });

  it('the calls go to no other host over plain http', async () => {
    const { connection: _, ...parts } = speakTo(await startLocalService());
    const connection = { ...connectionTo('https://host'), baseUrl: 'http://api.example.com' };
    expect(() => createServiceClient({ fetch: globalThis.fetch, timeout: 1, ...parts, connection })).toThrow(
      expect.objectContaining({ code: 'connection.invalid' }),
    );
  });
});

describe('401', () => {
  const accepting =
    (token: string): ((asked: Asked) => Answer) =>
    ({ headers }) =>
      headers.authorization === `Bearer ${token}` ? processed : { status: 401 };

  it('§5.6 a 401 renews the token and repeats the call once', async () => {
    const { client, calls } = await start(accepting('canary-token-1'));
    await client.batchStatus(BATCH, never);
    expect(calls()).toHaveLength(2);
  });

  it('§5.6 a 401 to 30 calls at once causes one token request', async () => {
    const { client, tokenRequests } = await start(accepting('canary-token-1'));
    await Promise.all(Array.from({ length: 30 }, () => client.batchStatus(BATCH, never)));
    expect(tokenRequests()).toHaveLength(2);
  });

  it('§7 a 401 to a fresh token may pass, and the error says when the app tries again', async () => {
    expect(await failureAfter({ status: 401 })).toMatchObject({
      code: 'service.token-not-accepted',
      params: { seconds: 5 },
      retryable: true,
    });
  });

  it('a 401 to a fresh token says that the clock of this computer is wrong, where the replies are dated hours before it', async () => {
    const service = await startLocalService();
    const { clock, connection, limits, tokens } = speakTo(service);
    const headers = { date: new Date(clock.now() - 2 * HOUR).toUTCString() };
    service.answer = withTokens(() => ({ status: 401, headers }));
    const line = { fetch: globalThis.fetch, timeout: 30_000, clock, connection, limits, tokens };
    const contact = new Contact({ connection, ledger: new MemoryLedger(), clock });
    const client = createServiceClient({ ...line, contact, serviceClock: new ServiceClock() });
    const { params } = await failureOf(client.batchStatus(BATCH, never));
    expect(params).toMatchObject({ clockAhead: 7200 });
  });

  it('§7 a 401 to a fresh token causes no third request', async () => {
    const { client, service } = await start(() => ({ status: 401 }));
    await failureOf(client.batchStatus(BATCH, never));
    expect(service.asked).toHaveLength(4);
  });
});

describe('429', () => {
  const later = { status: 429, headers: { 'retry-after': '30' } };

  it('§7 a 429 is service.rate-limited with the seconds of Retry-After', async () => {
    expect(await failureAfter(later)).toMatchObject({
      code: 'service.rate-limited',
      params: { endpoint: 'GET /api/transactions/batch/status/{batch_id}', seconds: 30 },
    });
  });

  it('§7 a 429 without Retry-After is 5 s', async () => {
    expect(await failureAfter({ status: 429 })).toMatchObject({ params: { seconds: 5 } });
  });

  it('§8 a 429 holds the next call to its endpoint until Retry-After has passed', async () => {
    const { client, clock, service } = await start(() => later);
    await failureOf(client.batchStatus(BATCH, never));
    service.answer = withTokens(() => processed);
    const next = client.batchStatus(BATCH, never);
    await clock.sleeping(1);
    expect(clock.remaining).toEqual([30_000]);
    await clock.advance(30_000);
    expect(await next).toMatchObject({ status: 'PROCESSED' });
  });

  it('§8 a 429 does not hold the other endpoints', async () => {
    const { client } = await start(({ path }) => (path.includes('/status/') ? later : reservation));
    await failureOf(client.batchStatus(BATCH, never));
    expect(await reserve(client)).toEqual({ batchId: BATCH, url: SIGNED });
  });
});

it('§8 upload addresses beyond the burst are asked for one after another, each at its time', async () => {
  const { client, clock, service, calls } = await start(() => reservation);
  const all = Promise.all(Array.from({ length: 12 }, () => reserve(client)));
  await service.received(11);
  await clock.sleeping(1);
  expect(calls()).toHaveLength(10);
  await clock.advanceToNext();
  await service.received(12);
  await clock.sleeping(1);
  await clock.advanceToNext();
  expect(await all).toHaveLength(12);
});

describe('a reply that is not a success', () => {
  it.each([
    [403, 'auth.forbidden'],
    [404, 'service.not-found'],
    [408, 'service.unavailable'],
    [409, 'service.refused'],
    [413, 'service.refused'],
    [422, 'service.refused'],
    [500, 'service.unavailable'],
    [502, 'service.unavailable'],
    [503, 'service.unavailable'],
    [302, 'service.bad-reply'],
  ])('§7 the status %i is %s', async (status, code) => {
    expect(await failureAfter({ status, headers: { location: '/elsewhere' } })).toMatchObject({ code });
  });

  it('§7 a 503 with Retry-After holds the endpoint for so long', async () => {
    const { client, clock } = await start(() => ({ status: 503, headers: { 'retry-after': '40' } }));
    await failureOf(client.batchStatus(BATCH, never));
    client.batchStatus(BATCH, never).catch(() => undefined);
    await clock.sleeping(1);
    expect(clock.remaining).toEqual([40_000]);
  });

  it.each<[string, unknown, string]>([
    [
      'faults',
      { detail: [{ loc: ['body', 'reject_on_invalid'], msg: 'not a boolean', type: 'bool' }] },
      'body.reject_on_invalid: not a boolean',
    ],
    ['several faults', { detail: [{ loc: ['body', 0], msg: 'a' }, { msg: 'b' }] }, 'body.0: a; b'],
    ['a detail', { detail: 'Feature is off' }, 'Feature is off'],
    ['a message', { message: 'Feature is off' }, 'Feature is off'],
    ['an unknown object', { code: 7 }, '{"code":7}'],
    ['a page with a title', '<html><head><title> Gateway\n says no </title></head></html>', 'Gateway says no'],
    ['a page without one', '<style>p{}</style><p>Not <b>today</b></p>', 'Not today'],
    ['a text', 'no way', 'no way'],
    ['nothing', '', 'no explanation'],
  ])('the error has the useful sentence of %s', async (_, body, reason) => {
    expect(await failureAfter({ status: 422, body })).toMatchObject({ params: { status: 422, reason } });
  });

  it('the error has at most 300 characters of the reply', async () => {
    const failure = await failureAfter({ status: 422, body: { message: 'long words '.repeat(1000) } });
    expect('reason' in failure.params && failure.params.reason).toHaveLength(300);
  });
});

describe('a reply that cannot be understood', () => {
  it.each<[string, Answer, (client: ServiceClient) => Promise<unknown>]>([
    ['a page', { body: '<title>Sign in to the network</title>' }, (client) => client.batchStatus(BATCH, never)],
    ['no address', { body: { batch_id: BATCH } }, reserve],
    ['no batch id', { body: { url: SIGNED } }, reserve],
    ['no status', { body: { batch_id: BATCH } }, (client) => client.batchStatus(BATCH, never)],
    ['no JSON for a report', { body: SIGNED }, (client) => client.validationResult(BATCH, never)],
  ])('a reply that cannot be understood is service.bad-reply: %s', async (_, answer, ask) => {
    expect(await failureAfter(answer, ask)).toMatchObject({ code: 'service.bad-reply' });
  });

  it('the error shows the first words of a reply that cannot be understood', async () => {
    const failure = await failureAfter({ body: { batch_id: BATCH, note: 'later' } }, reserve);
    expect(failure.params).toMatchObject({ excerpt: `{"batch_id":"${BATCH}","note":"later"}` });
  });
});

describe('the network', () => {
  it('a port on which nothing listens is network.unreachable', async () => {
    const { tokens: _, ...parts } = speakTo(await startLocalService());
    const connection = connectionTo(`http://127.0.0.1:${await closedPort()}`);
    const tokens = { current: async () => TOKEN, renew: async () => TOKEN, usableUntil: () => undefined };
    const client = createServiceClient({ fetch: globalThis.fetch, timeout: 1000, ...parts, connection, tokens });
    expect(await failureOf(client.batchStatus(BATCH, never))).toMatchObject({
      code: 'network.unreachable',
      params: { reason: 'nothing answers on this port' },
    });
  });

  it.each<Answer>(['hang-up', 'half-an-answer'])('a connection that ends with a %s is network.cut', async (answer) => {
    expect(await failureAfter(answer)).toMatchObject({ code: 'network.cut' });
  });

  it('a service that stays silent for 30 s is network.no-answer: the request may have arrived', async () => {
    const { client, clock, service } = await start(() => 'silence');
    const failure = failureOf(client.batchStatus(BATCH, never));
    await service.received(2);
    await clock.advance(30_000);
    expect(await failure).toMatchObject({ code: 'network.no-answer', params: { seconds: 30 } });
  });

  it('the network does not matter to an aborted call', async () => {
    const { client, service } = await start(() => 'silence');
    const controller = new AbortController();
    const call = client.batchStatus(BATCH, controller.signal);
    await service.received(2);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('no timer is left after a reply', async () => {
    const { client, clock } = await start(() => processed);
    await client.batchStatus(BATCH, never);
    expect(clock.remaining).toEqual([]);
  });
});

describe('an error', () => {
  it.each<[string, Answer, (client: ServiceClient) => Promise<unknown>]>([
    ['a refusal that repeats the token', { status: 422, body: { message: `bad ${TOKEN}` } }, reserve],
    ['a refusal that repeats the header', { status: 400, body: { detail: `Bearer ${TOKEN}` } }, reserve],
    ['a failure page with a signed address', { status: 502, body: `<p>GET ${SIGNED}</p>` }, reserve],
    ['a reply that lacks the batch id', { body: { url: SIGNED } }, reserve],
    ['a broken reply', { body: `{"url":"${SIGNED.replaceAll('/', '\\/')}"` }, reserve],
    ['an escaped address', { body: { url: `x ${SIGNED.replace('?', '\\u003f')}`, batch_id: 1 } }, reserve],
    ['an escaped address with a query of its own', { body: '{"url":"https://b/k\\u003fpolicy=canary"}' }, reserve],
    ['a second 401', { status: 401, body: { message: TOKEN } }, reserve],
  ])('an error holds neither token nor signature after %s', async (_, answer, ask) => {
    expect(everythingIn(await failureAfter(answer, ask))).not.toMatch(/canary/);
  });

  it('an error of the batch itself holds no signed address either', async () => {
    const body = { status: 'ERROR', error_message: `cannot read ${SIGNED}` };
    const { client } = await start(() => ({ body }));
    const { errorMessage } = await client.batchStatus(BATCH, never);
    expect(errorMessage).toBe('cannot read https://bucket.example.com/key?[redacted]');
  });
});
