/** @file The limit of single transactions at a service that counts by itself, over a network that delays and loses what it likes. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src-main/wire/service/endpoints.ts';
import { RateLimits } from '../../../src-main/wire/service/rate-limits.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { connectionTo, sendAtOnce } from './fixtures.ts';

const { postTransaction } = endpoints;
/** As that of single transactions, but small. */
const fifty = { ...postTransaction, limit: { requests: 50, window: 1000 } };

function limitsOver(clock = new FakeClock(), ledger = new MemoryLedger()) {
  return new RateLimits({ connection: connectionTo('https://host'), clock, ledger, random: () => 0 });
}

/** The most requests in any second [start, start + 1 s). */
function mostInASecond(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  for (let first = 0, next = 0; next < sorted.length; next += 1) {
    while ((sorted[next] ?? 0) - (sorted[first] ?? 0) >= 1000) first += 1;
    most = Math.max(most, next - first + 1);
  }
  return most;
}

/** What becomes of a request. `there` and `back` are its ways in ms; if its connection is lost, it still arrives a second later. */
interface Fate {
  there: number;
  /** The network stands still, and lets everything through at each multiple of so many ms. */
  jam: number;
  back: number;
  end: 'answer' | 'gateway' | 'cut';
}

const way = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3000 }));
const anyFate: fc.Arbitrary<Fate> = fc.record({
  there: way,
  back: way,
  jam: fc.constant(0),
  end: fc.oneof(
    { weight: 8, arbitrary: fc.constant('answer' as const) },
    { weight: 1, arbitrary: fc.constantFrom('gateway' as const, 'cut' as const) },
  ),
});

const jam: Fate = { there: 0, back: 0, jam: 1500, end: 'answer' };
const anyFates = fc.oneof(
  fc.array(anyFate, { minLength: 1, maxLength: 50 }),
  fc.integer({ min: 1, max: 3000 }).map((length) => [{ ...jam, jam: length }]),
);

/** A service that notes when requests arrive, and a desk that sends them. */
class Story {
  readonly clock = new FakeClock();
  readonly #fates: readonly Fate[];
  #arrivals: number[] = [];
  #limits = limitsOver(this.clock, new MemoryLedger(this.clock.now()));
  #life = new AbortController();
  waiting = 0;
  sent = 0;

  constructor(fates: readonly Fate[]) {
    this.#fates = fates;
  }

  /** In true time. */
  get arrivals(): readonly number[] {
    return this.#arrivals;
  }

  ask(): void {
    const { signal } = this.#life;
    this.waiting += 1;
    this.#limits
      .inTurn(
        fifty,
        async () => {
          this.waiting -= 1;
          return await this.#send();
        },
        signal,
      )
      .catch(() => undefined);
  }

  refuse(): void {
    this.#limits.giveWay(fifty, 1000);
  }

  /** The new process does not know what the old one has sent; the old one’s callers wait no more, and its connections are lost. */
  restart(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.waiting = 0;
    const now = this.clock.steady();
    this.#arrivals = this.#arrivals.map((at) => Math.min(at, now + 1000));
    this.#limits = limitsOver(this.clock, new MemoryLedger(this.clock.now()));
  }

  async #send(): Promise<{ status: number }> {
    const fate = this.#fates[this.sent % this.#fates.length];
    this.sent += 1;
    if (fate === undefined) throw new Error('There is no fate.');
    const now = this.clock.steady();
    const { back, end } = fate;
    const there = fate.jam > 0 ? Math.ceil(now / fate.jam) * fate.jam - now : fate.there;
    if (end === 'answer') {
      this.#arrivals.push(now + there);
      await this.clock.sleep(there + back);
      return { status: 200 };
    }
    this.#arrivals.push(now + back + Math.min(there, 1000));
    await this.clock.sleep(back);
    if (end === 'cut') throw new Error('The connection was lost.');
    return { status: 504 };
  }
}

describe('the limit per second', () => {
  it('§8 holds in any second at the service, for any rhythm and any network, refusals, restarts and clocks that are set', async () => {
    const step = fc.record({
      gap: fc.integer({ min: 0, max: 900 }),
      burst: fc.integer({ min: 0, max: 120 }),
      event: fc.constantFrom('none', 'none', 'restart', 'refusal', 'set'),
      by: fc.integer({ min: -100_000, max: 100_000 }),
    });
    const stories = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(stories, anyFates, async (steps, each) => {
        const story = new Story(each);
        for (const { gap, burst, event, by } of steps) {
          if (event === 'refusal') story.refuse();
          if (event === 'restart') story.restart();
          if (event === 'set') story.clock.set(story.clock.now() + by);
          for (let turn = 0; turn < burst; turn += 1) story.ask();
          await story.clock.advance(gap);
        }
        await story.clock.advance(200_000);
        expect(story.waiting).toBe(0);
        expect(mostInASecond(story.arrivals)).toBeLessThanOrEqual(50);
      }),
      { numRuns: 80 },
    );
  });

  it('§8 is reached but for a hundredth, and for the time of one request', async () => {
    const clock = new FakeClock();
    const limits = limitsOver(clock);
    let sent = 0;
    const send = async () => {
      sent += 1;
      await clock.sleep(20);
      return { status: 200 };
    };
    for (let turn = 0; turn < 6000; turn += 1) void limits.inTurn(postTransaction, send);
    await clock.advance(10_300);
    expect(sent).toBeGreaterThanOrEqual(10 * Math.floor((500 * 1000) / 1030));
  });

  it('§8 counts as used up at the start of a process, which does not know the one before', async () => {
    const clock = new FakeClock();
    const limits = limitsOver(clock, new MemoryLedger(clock.now()));
    expect(limits.left(postTransaction)).toBe(0);
    await clock.advance(1999);
    expect(limits.left(postTransaction)).toBe(0);
    await clock.advance(1);
    expect(limits.left(postTransaction)).toBe(500);
  });

  it('§8 is whole again ten seconds after a refusal', async () => {
    const clock = new FakeClock();
    const limits = limitsOver(clock);
    limits.giveWay(postTransaction, 1000);
    await clock.advance(10_000);
    let sent = 0;
    for (let turn = 0; turn < 600; turn += 1) void sendAtOnce(limits, postTransaction).then(() => sent++);
    await clock.advance(1000);
    expect(sent).toBe(500);
  });
});

describe('a request of a limit per second', () => {
  /** Fifty requests are under way, and one more waits. */
  async function withAllUnderWay() {
    const clock = new FakeClock();
    const limits = limitsOver(clock);
    const answers: PromiseWithResolvers<{ status: number }>[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const answer = Promise.withResolvers<{ status: number }>();
      answers.push(answer);
      limits.inTurn(fifty, () => answer.promise).catch(() => undefined);
    }
    await clock.advance(2000);
    expect(limits.left(fifty)).toBe(0);
    const waited = sendAtOnce(limits, fifty).then(() => clock.steady());
    await clock.advance(60_000);
    const begun = clock.steady();
    return { clock, limits, waited: async () => (await waited) - begun, answer: answers[0] };
  }

  it.each([
    ['counts until a window after its answer', { status: 200 }, 1010],
    ['counts until a window after its refusal', { status: 429 }, 1010],
    ['may still be on its way when a gateway answers for the service', { status: 504 }, 2000],
    ['may still be on its way when its connection is lost', new Error('lost'), 2000],
  ])('%s', async (_, outcome, counts) => {
    const { clock, waited, answer } = await withAllUnderWay();
    if (outcome instanceof Error) answer?.reject(outcome);
    else answer?.resolve(outcome);
    await settle();
    await clock.advance(counts + 1010);
    expect(await waited()).toBe(counts);
  });

  it('counts as long, however the clock is set meanwhile', async () => {
    const { clock, waited, answer } = await withAllUnderWay();
    answer?.resolve({ status: 200 });
    await settle();
    clock.set(clock.now() + 3_600_000);
    await clock.advance(500);
    clock.set(clock.now() - 7_200_000);
    await clock.advance(2000);
    expect(await waited()).toBe(1010);
  });

  it('that is called off while it waits, or as its turn comes, uses no turn up', async () => {
    const clock = new FakeClock();
    const limits = limitsOver(clock);
    for (let call = 0; call < 80; call += 1) {
      const controller = new AbortController();
      const call = sendAtOnce(limits, fifty, controller.signal).catch(() => undefined);
      // A turn that is free is given within these steps, but its request is not sent yet.
      await Promise.resolve();
      controller.abort();
      await call;
    }
    await settle();
    expect(limits.left(fifty)).toBe(50);
  });
});
