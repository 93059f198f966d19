/** @file Many callers and one token: one request replaces a token, for any reason of its end. Over real sockets. */

import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { TokenSource } from '../../../src-main/wire/service/token.ts';
import { FakeClock } from '../../fake-clock.ts';
import { fewerByDay } from '../../harness/night.ts';
import {
  BATCH,
  connectionTo,
  failureOf,
  grant,
  isTokenRequest,
  MemoryTokenStore,
  never,
  SECRET,
  withoutLimit,
} from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

const HOUR = 3_600_000;
const inProgress = { body: { batch_id: BATCH, status: 'IN_PROGRESS', error_message: '' } };
const unauthorized = { status: 401 };

/** Grants canary-token-0, -1, …, and knows the token of each call. Without rate limits. */
async function start(answer: (token: string) => Answer | Promise<Answer>, fields: object = {}) {
  const service = await startLocalService();
  const tokenRequests = () => service.asked.filter(isTokenRequest).length;
  const calls = () => service.asked.filter((asked) => !isTokenRequest(asked));
  service.answer = (asked) =>
    isTokenRequest(asked) ? grant(`canary-token-${tokenRequests() - 1}`, fields) : answer(tokenOf(asked));
  const clock = new FakeClock();
  const connection = connectionTo(service.url);
  const turns = () => ({ wait: 0, pause: 0, pace: { requests: 20, window: 60_000 } });
  const limits = { inTurn: withoutLimit, pause: () => 0, giveWay: () => 0, wait: () => 0, turns };
  const line = { fetch: globalThis.fetch, clock, timeout: 30_000, connection, limits };
  const tokens = new TokenSource({ ...line, store: new MemoryTokenStore(), secret: async () => SECRET });
  const client = createServiceClient({ ...line, tokens });
  const ask = () => client.batchStatus(BATCH, never);
  return { service, clock, tokens, client, tokenRequests, calls, ask };
}

function tokenOf({ headers }: Asked): string {
  return headers.authorization?.replace('Bearer ', '') ?? '';
}

const times = <Result>(count: number, ask: () => Promise<Result>) => Array.from({ length: count }, () => ask());

describe('a token that is revoked', () => {
  it('§5.6 a token revoked while 50 calls are in flight is renewed once', async () => {
    const allThere = Promise.withResolvers<void>();
    const { service, ask, tokenRequests, calls } = await start(async (token) => {
      if (calls().length === 50) allThere.resolve();
      await allThere.promise;
      return token === 'canary-token-0' ? unauthorized : inProgress;
    });
    const all = Promise.all(times(50, ask));
    await service.received(51);
    await all;
    expect([tokenRequests(), calls().length]).toEqual([2, 100]);
  });

  it('§5.6 a token is not renewed again for calls that get their 401 after the renewal', async () => {
    const late = Promise.withResolvers<void>();
    let rejected = 0;
    const { ask, tokenRequests, calls } = await start(async (token) => {
      if (token !== 'canary-token-0') return inProgress;
      rejected += 1;
      if (rejected > 25) await late.promise;
      return unauthorized;
    });
    let done = 0;
    const all = times(50, async () => {
      await ask();
      done += 1;
      if (done === 25) late.resolve();
    });
    await Promise.all(all);
    expect([tokenRequests(), calls().length]).toEqual([2, 100]);
  });

  it('§5.6 a token revoked in the middle of a thousand calls costs one renewal and no call', async () => {
    const { ask, tokenRequests, calls } = await start((token) =>
      token === 'canary-token-0' && calls().length > 500 ? unauthorized : inProgress,
    );
    const caller = async () => {
      for (let call = 0; call < 50; call += 1) await ask();
    };
    await Promise.all(times(20, caller));
    expect(tokenRequests()).toBe(2);
  });
});

describe('a token that is revoked amid a thousand single transactions', () => {
  /** Accepts the first 500 that arrive with the first token, then only calls with another token. */
  async function post(inFlight: number) {
    const accepted: string[] = [];
    const { service, client, tokenRequests, calls } = await start(() => unauthorized);
    const answer = service.answer;
    service.answer = (asked) => {
      if (isTokenRequest(asked)) return answer(asked);
      if (tokenOf(asked) === 'canary-token-0' && accepted.length >= 500) return unauthorized;
      accepted.push(asked.body);
      return { body: {} };
    };
    const transactions = Array.from({ length: 1000 }, (_, index) => `{"number":${index}}`);
    const left = transactions.values();
    const statuses: number[] = [];
    const poster = async () => {
      for (const transaction of left) statuses.push((await client.postTransaction(transaction, never)).status);
    };
    await Promise.all(times(inFlight, poster));
    return { transactions, accepted, statuses, tokenRequests: tokenRequests(), calls: calls().length };
  }

  it.each(fewerByDay([20, 1000], 1))(
    '§5.6 costs one request, and each is accepted once, with %i in flight',
    async (inFlight) => {
      const { transactions, accepted, statuses, tokenRequests } = await post(inFlight);
      expect(tokenRequests).toBe(2);
      expect(accepted.toSorted()).toEqual(transactions.toSorted());
      expect(statuses).toEqual(Array<number>(1000).fill(200));
    },
  );
});

describe('a service that rejects every token', () => {
  it('§5.8 a service that rejects every token gets three new ones at most, then one a minute', async () => {
    const { ask, clock, tokenRequests } = await start(() => unauthorized);
    const codes = new Set<string>();
    const askOften = async () => {
      for (let call = 0; call < 20; call += 1) codes.add((await failureOf(ask())).code);
    };
    await askOften();
    expect([tokenRequests(), codes]).toEqual([4, new Set(['auth.token-rejected'])]);
    await clock.advance(59_999);
    await askOften();
    expect(tokenRequests()).toBe(4);
    await clock.advance(1);
    await failureOf(ask());
    expect(tokenRequests()).toBe(5);
  });

  it('§5.8 a token endpoint that returns the same token again is not asked for each call', async () => {
    const { service, ask, tokenRequests } = await start(() => unauthorized);
    service.answer = (asked) => (isTokenRequest(asked) ? grant('canary-token-0') : unauthorized);
    const codes = await Promise.all(times(100, async () => (await failureOf(ask())).code));
    for (let call = 0; call < 10; call += 1) codes.push((await failureOf(ask())).code);
    expect([new Set(codes), tokenRequests()]).toEqual([new Set(['auth.token-rejected']), 2]);
  });

  it('§5.6 500 calls at once are each sent twice, with two tokens in all', async () => {
    const { ask, tokenRequests, calls } = await start(() => unauthorized);
    const codes = await Promise.all(times(500, async () => (await failureOf(ask())).code));
    expect([new Set(codes), tokenRequests(), calls().length]).toEqual([new Set(['auth.token-rejected']), 2, 1000]);
  });

  it('§5.6 each later call costs one renewal, because it may succeed', async () => {
    const { ask, tokenRequests } = await start(() => unauthorized);
    for (let call = 0; call < 3; call += 1) await failureOf(ask());
    expect(tokenRequests()).toBe(4);
  });
});

describe('the lifetime of a token', () => {
  /** Asks just before the expected end and right at it; says after which of the two a request was made. */
  async function requestsAround(usable: number, expires_in: unknown): Promise<[number, number]> {
    const { tokens, clock, tokenRequests } = await start(() => inProgress, { expires_in });
    await tokens.current();
    await clock.advance(usable - 1);
    await tokens.current();
    const before = tokenRequests();
    await clock.advance(1);
    await tokens.current();
    return [before, tokenRequests()];
  }

  it.each<[string, unknown, number]>([
    ['900 s', 900, 840_000],
    ['60 s', 60, 54_000],
    ['1 s', 1, 900],
    ['0 s, which cannot be meant', 0, 270_000],
    ['an absurd number of seconds', 1e300, 24 * HOUR - 60_000],
  ])('§5.8 the lifetime of %s is used up', async (_, expiresIn, usable) => {
    expect(await requestsAround(usable, expiresIn)).toEqual([1, 2]);
  });

  it('§5.6 a token that the service ends early costs one 401 and one renewal', async () => {
    const { ask, tokenRequests, calls } = await start((token) =>
      token === 'canary-token-0' ? unauthorized : inProgress,
    );
    await ask();
    await ask();
    expect([tokenRequests(), calls().length]).toEqual([2, 3]);
  });
});

describe('a clock that is set', () => {
  /** A service that measures the hour of each token by its own clock, independent of this machine's. */
  async function startWithTruth() {
    let dead = '';
    const parts = await start((token) => (token === dead ? unauthorized : inProgress));
    const expire = () => {
      dead = `canary-token-${parts.tokenRequests() - 1}`;
    };
    return { ...parts, expire };
  }

  it('a clock set back by an hour leaves an expired token in use: one 401, one renewal', async () => {
    const { ask, clock, expire, tokenRequests, calls } = await startWithTruth();
    await ask();
    clock.set(clock.now() - HOUR);
    await clock.advance(HOUR);
    expire();
    await Promise.all(times(20, ask));
    await ask();
    expect([tokenRequests(), calls().length]).toEqual([2, 42]);
  });

  it('a clock set forward by an hour costs one renewal and no 401', async () => {
    const { ask, clock, tokenRequests, calls } = await startWithTruth();
    await ask();
    clock.set(clock.now() + HOUR);
    await Promise.all(times(20, ask));
    await ask();
    expect([tokenRequests(), calls().length]).toEqual([2, 22]);
  });

  it('a clock set forward and back again costs one renewal too', async () => {
    const { ask, clock, tokenRequests } = await startWithTruth();
    await ask();
    clock.set(clock.now() + HOUR);
    await ask();
    clock.set(clock.now() - HOUR);
    await ask();
    expect(tokenRequests()).toBe(2);
  });
});
