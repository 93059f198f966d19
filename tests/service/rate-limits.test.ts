import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, endpoints, tokenEndpoint } from '../../src-main/service/endpoints.ts';
import { RateLimits } from '../../src-main/service/rate-limits.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { MemoryLedger } from '../memory-stores.ts';
import { connectionTo } from './fixtures.ts';

const { generateUploadUrl, batchStatus } = endpoints;

function limitsOver(ledger = new MemoryLedger(), clock = new FakeClock(), url = 'https://host') {
  return { clock, ledger, limits: new RateLimits({ connection: connectionTo(url), clock, ledger }) };
}

/** Asks for `count` turns at once and records when each is given. */
function askTimes(limits: RateLimits, clock: FakeClock, endpoint: Endpoint, count: number): number[] {
  const given: number[] = [];
  for (let turn = 0; turn < count; turn += 1) void limits.acquire(endpoint).then(() => given.push(clock.now()));
  return given;
}

/** The most requests in any 60 s window [start, start + 60 s). */
function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length));
}

describe('the limits of §8', () => {
  it('§8 allow as many requests at once as a minute has', async () => {
    const { limits, clock } = limitsOver();
    const given = askTimes(limits, clock, generateUploadUrl, 25);
    await settle();
    expect(given).toHaveLength(20);
  });

  it('§8 hold the request after the last one until the window and its margin have passed', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    const given = askTimes(limits, clock, generateUploadUrl, 21);
    await clock.advance(120_000);
    expect(given.at(-1)).toBe(start + 61_000);
  });

  it('§8 are never exceeded in any 60 s window at the server, whatever the rhythm, the jitter and the restarts', async () => {
    const step = fc.record({
      gap: fc.integer({ min: 0, max: 45_000 }),
      burst: fc.integer({ min: 0, max: 30 }),
      restart: fc.boolean(),
    });
    const jitters = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), jitters, async (steps, jitter) => {
        let { limits, clock, ledger } = limitsOver();
        const given: number[] = [];
        let asked = 0;
        for (const { gap, burst, restart } of steps) {
          if (restart) limits = limitsOver(ledger, clock).limits;
          for (let turn = 0; turn < burst; turn += 1)
            void limits.acquire(generateUploadUrl).then(() => given.push(clock.now()));
          asked += burst;
          await clock.advance(gap);
        }
        await clock.advance(asked * 61_000);
        const arrivals = given.map((at, index) => at + (jitter[index % jitter.length] ?? 0));
        expect(given).toHaveLength(asked);
        expect(mostInAMinute(arrivals)).toBeLessThanOrEqual(20);
      }),
      { numRuns: 60 },
    );
  });

  it('§8 are counted per endpoint', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 30);
    const given = askTimes(limits, clock, batchStatus, 120);
    await settle();
    expect(given).toHaveLength(120);
  });

  it('§8 are shared by the integrations of one tenant over one ledger', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    await settle();
    const given = askTimes(limitsOver(ledger, clock).limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toEqual([]);
  });

  it('§8 of another tenant are its own', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    await settle();
    const given = askTimes(limitsOver(ledger, clock, 'https://other').limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });

  it('§8 hold token requests to 60 in 5 minutes', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    const given = askTimes(limits, clock, tokenEndpoint, 61);
    await clock.advance(600_000);
    expect(given.map((at) => at - start)).toEqual([...Array<number>(60).fill(0), 301_000]);
  });

  it('outlive a clock that is set back by a day', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    await settle();
    clock.set(clock.now() - 86_400_000);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });
});

describe('turns', () => {
  it('are given in the order of asking', async () => {
    const { limits, clock } = limitsOver();
    const order: number[] = [];
    for (let turn = 0; turn < 45; turn += 1) void limits.acquire(generateUploadUrl).then(() => order.push(turn));
    await clock.advance(200_000);
    expect(order).toEqual([...Array(45).keys()]);
  });

  it('reject at once when the caller gives up, also behind others', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 25);
    const controller = new AbortController();
    const turn = limits.acquire(generateUploadUrl, controller.signal);
    controller.abort(new Error('enough'));
    await expect(turn).rejects.toThrow('enough');
  });

  it('of those who gave up are not used up', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    const controller = new AbortController();
    limits.acquire(generateUploadUrl, controller.signal).catch(() => undefined);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    controller.abort();
    await clock.advance(61_000);
    expect(given).toHaveLength(1);
    expect(ledger.recent('generate-upload-url https://host/tm/realtime tenant/t-1', 0)).toHaveLength(21);
  });
});

describe('a pause', () => {
  it('§7 holds its endpoint for as long as was asked', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    limits.pause(batchStatus, 7000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(60_000);
    expect(given).toEqual([start + 7000]);
  });

  it('§8 leaves the other endpoints alone', async () => {
    const { limits, clock } = limitsOver();
    limits.pause(batchStatus, 7000);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });

  it('also holds those who wait already', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    const given = askTimes(limits, clock, generateUploadUrl, 21);
    await settle();
    limits.pause(generateUploadUrl, 90_000);
    await clock.advance(200_000);
    expect(given.at(-1)).toBe(start + 90_000);
  });

  it('is not shortened by a later, shorter one', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    limits.pause(batchStatus, 30_000);
    limits.pause(batchStatus, 1000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(60_000);
    expect(given).toEqual([start + 30_000]);
  });
});
