import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, endpoints, tokenEndpoint } from '../../../src-main/wire/service/endpoints.ts';
import { RateLimits } from '../../../src-main/wire/service/rate-limits.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { connectionTo, sendAtOnce } from './fixtures.ts';

const { generateUploadUrl, batchStatus, rerunRules } = endpoints;

function limitsOver(
  ledger = new MemoryLedger(),
  clock = new FakeClock(),
  { url = 'https://host', random = () => 0 }: { url?: string; random?: () => number } = {},
) {
  return { clock, ledger, limits: new RateLimits({ connection: connectionTo(url), clock, ledger, random }) };
}

/** Asks for `count` turns at once and records when each is given. */
function askTimes(limits: RateLimits, clock: FakeClock, endpoint: Endpoint, count: number): number[] {
  const given: number[] = [];
  for (let turn = 0; turn < count; turn += 1) void sendAtOnce(limits, endpoint).then(() => given.push(clock.now()));
  return given;
}

/** The most requests in any 60 s window [start, start + 60 s). */
function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length));
}

describe('the limits of §8', () => {
  it('§8 half of a minute’s limit may go at once', async () => {
    const { limits, clock } = limitsOver();
    const given = askTimes(limits, clock, generateUploadUrl, 25);
    await settle();
    expect(given).toHaveLength(10);
  });

  it('§8 the rest of the limit is spread: the request behind the burst waits seconds, not a minute', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    const given = askTimes(limits, clock, generateUploadUrl, 11);
    await clock.advance(120_000);
    expect(given.at(-1)).toBe(start + Math.ceil(61_000 / 11));
  });

  it('§8 the next request at a busy status endpoint waits half a second', async () => {
    const { limits, clock } = limitsOver();
    const before = askTimes(limits, clock, batchStatus, 360);
    await settle();
    while (before.length < 360) await clock.advanceToNext();
    const asked = clock.now();
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(10_000);
    expect((given[0] ?? 0) - asked).toBeLessThanOrEqual(510);
  });

  it('§8 the limits hold in every 60 s window at the server, for any rhythm, jitter and restarts', async () => {
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
            void sendAtOnce(limits, generateUploadUrl).then(() => given.push(clock.now()));
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

  it('§8 each endpoint has its own count', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 30);
    const given = askTimes(limits, clock, batchStatus, 60);
    await settle();
    expect(given).toHaveLength(60);
  });

  it('§8 the integrations of one tenant over one ledger share its limits', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    await settle();
    const given = askTimes(limitsOver(ledger, clock).limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toEqual([]);
  });

  it('§8 another tenant has its own limits', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    await settle();
    const given = askTimes(limitsOver(ledger, clock, { url: 'https://other' }).limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });

  it('§8 token requests stay below 60 in 5 minutes', async () => {
    const { limits, clock } = limitsOver();
    const given = askTimes(limits, clock, tokenEndpoint, 200);
    await clock.advance(301_000 - 1);
    expect(given).toHaveLength(60);
  });

  it('the limits hold although the clock is set back by a day', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 10);
    await settle();
    clock.set(clock.now() - 86_400_000);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });
});

describe('turns', () => {
  it('turns are given in the order of asking', async () => {
    const { limits, clock } = limitsOver();
    const order: number[] = [];
    for (let turn = 0; turn < 45; turn += 1) void sendAtOnce(limits, generateUploadUrl).then(() => order.push(turn));
    await clock.advance(200_000);
    expect(order).toEqual([...Array(45).keys()]);
  });

  it('a turn rejects at once when the caller aborts, even behind others', async () => {
    const { limits, clock } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 25);
    const controller = new AbortController();
    const turn = sendAtOnce(limits, generateUploadUrl, controller.signal);
    controller.abort(new Error('enough'));
    await expect(turn).rejects.toThrow('enough');
  });

  it('the turns of callers that aborted are not used up', async () => {
    const { limits, clock, ledger } = limitsOver();
    askTimes(limits, clock, generateUploadUrl, 20);
    const controller = new AbortController();
    sendAtOnce(limits, generateUploadUrl, controller.signal).catch(() => undefined);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    controller.abort();
    await clock.advance(120_000);
    expect(given).toHaveLength(1);
    expect(ledger.recent('generate-upload-url https://host/tm/realtime tenant/t-1', 0)).toHaveLength(21);
  });
});

describe('a pause', () => {
  it('§7 a pause holds its endpoint for as long as the service asked', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    limits.pause(batchStatus, 7000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(60_000);
    expect(given).toEqual([start + 7000]);
  });

  it('§8 a pause does not hold the other endpoints', async () => {
    const { limits, clock } = limitsOver();
    limits.pause(batchStatus, 7000);
    const given = askTimes(limits, clock, generateUploadUrl, 1);
    await settle();
    expect(given).toHaveLength(1);
  });

  it('a pause also holds the requests that wait already', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    const given = askTimes(limits, clock, generateUploadUrl, 21);
    await settle();
    limits.pause(generateUploadUrl, 90_000);
    await clock.advance(200_000);
    expect(given[10]).toBe(start + 90_000);
  });

  it('a later, shorter pause does not shorten an earlier one', async () => {
    const { limits, clock } = limitsOver();
    const start = clock.now();
    limits.pause(batchStatus, 30_000);
    limits.pause(batchStatus, 1000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(60_000);
    expect(given).toEqual([start + 30_000]);
  });

  it('a pause is longer by a random time, so that refused clients do not return together', async () => {
    const { limits, clock } = limitsOver(undefined, undefined, { random: () => 0.5 });
    const start = clock.now();
    limits.pause(batchStatus, 7000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(60_000);
    expect(given).toEqual([start + 10_500]);
  });

  it('a pause is longer by ten seconds at most', () => {
    const { limits } = limitsOver(undefined, undefined, { random: () => 1 });
    expect(limits.pause(batchStatus, 3_600_000)).toBe(3_610_000);
  });

  it('a pause reports its length, even when an earlier one lasts longer', () => {
    const { limits } = limitsOver();
    limits.pause(batchStatus, 30_000);
    expect(limits.pause(batchStatus, 1000)).toBe(30_000);
  });

  it('a pause begins again when the clock is set back by an hour, and does not last for that hour', async () => {
    const { limits, clock } = limitsOver();
    limits.pause(batchStatus, 30_000);
    await clock.advance(10_000);
    clock.set(clock.now() - 3_600_000);
    const back = clock.now();
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(100_000);
    expect(given).toEqual([back + 30_000]);
  });

  it('a pause begins again at most once for waiting requests when the clock is set back by an hour', async () => {
    const { limits, clock } = limitsOver();
    limits.pause(batchStatus, 30_000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await clock.advance(10_000);
    clock.set(clock.now() - 3_600_000);
    await clock.advance(50_000);
    expect(given).toHaveLength(1);
  });

  it('a pause is over when the clock jumps ahead', async () => {
    const { limits, clock } = limitsOver();
    limits.pause(batchStatus, 30_000);
    clock.set(clock.now() + 3_600_000);
    const given = askTimes(limits, clock, batchStatus, 1);
    await settle();
    expect(given).toHaveLength(1);
  });
});

describe('after a 429', () => {
  /** The number of turns in a minute for a caller that always wants one. */
  async function turnsInAMinute({ limits, clock }: ReturnType<typeof limitsOver>, endpoint: Endpoint) {
    const before = clock.now();
    const given = askTimes(limits, clock, endpoint, 200);
    await clock.advance(60_000);
    return given.filter((at) => at - before < 60_000).length;
  }

  it('§8 the endpoint is asked at half the rate', async () => {
    const parts = limitsOver();
    parts.limits.giveWay(batchStatus, 1000);
    await parts.clock.advance(1000);
    const turns = await turnsInAMinute(parts, batchStatus);
    expect(turns).toBeGreaterThan(50);
    expect(turns).toBeLessThan(75);
  });

  it('§8 after a 429 the other endpoints keep their rate', async () => {
    const parts = limitsOver();
    parts.limits.giveWay(batchStatus, 1000);
    expect(await turnsInAMinute(parts, generateUploadUrl)).toBe(20);
  });

  it('several 429s to requests under way together count as one', async () => {
    const { limits, ledger } = limitsOver();
    for (let call = 0; call < 4; call += 1) limits.giveWay(batchStatus, 1000);
    expect(ledger.recent('refused batch-status https://host/tm/realtime tenant/t-1', 0)).toHaveLength(1);
  });

  it('§8 a restart keeps to the slower rate', async () => {
    const { limits, ledger, clock } = limitsOver();
    limits.giveWay(batchStatus, 1000);
    const again = limitsOver(ledger, clock);
    expect(await turnsInAMinute(again, batchStatus)).toBeLessThan(75);
  });

  it('§8 the whole rate is back after ten minutes', async () => {
    const parts = limitsOver();
    parts.limits.giveWay(batchStatus, 1000);
    await parts.clock.advance(600_000);
    expect(await turnsInAMinute(parts, batchStatus)).toBe(119);
  });
});

describe('the wait for a rerun', () => {
  it('§8 the first rerun does not wait', () => {
    expect(limitsOver().limits.wait(rerunRules)).toBe(0);
  });

  it('§8 the wait for a rerun counts down from a minute and its margin', async () => {
    const { limits, clock } = limitsOver();
    await sendAtOnce(limits, rerunRules);
    await clock.advance(21_000);
    expect(limits.wait(rerunRules)).toBe(40_000);
  });

  it('§8 the wait for a rerun continues after a restart', async () => {
    const { limits, clock, ledger } = limitsOver();
    await sendAtOnce(limits, rerunRules);
    expect(limitsOver(ledger, clock).limits.wait(rerunRules)).toBe(61_000);
  });

  it('§7 the wait for a rerun is as long as the service asks after a 429', () => {
    const { limits } = limitsOver();
    limits.giveWay(rerunRules, 42_000);
    expect(limits.wait(rerunRules)).toBe(42_000);
  });
});
