import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bandwidth, ConnectionLines, type Line } from '../../../src-main/wire/transfer/bandwidth.ts';
import { FakeClock, settle } from '../../fake-clock.ts';

const never = new AbortController().signal;

/** An upload that takes its pieces one by one and notes when it got them. */
function taker(bandwidth: Line, clock: FakeClock, pieces: readonly number[]): { at: number; bytes: number }[] {
  const grants: { at: number; bytes: number }[] = [];
  void (async () => {
    for (const bytes of pieces) {
      await bandwidth.take(bytes, never);
      grants.push({ at: clock.now(), bytes });
    }
  })();
  return grants;
}

const sum = (grants: readonly { bytes: number }[]) => grants.reduce((total, { bytes }) => total + bytes, 0);

describe('a bandwidth limit', () => {
  it('the limit is never exceeded by more than one block, over any window and with any number of uploads', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 1_000_000 }),
        fc.array(pieces, { minLength: 1, maxLength: 4 }),
        async (limit, uploads) => {
          const clock = new FakeClock();
          const bandwidth = new Bandwidth(clock, limit);
          const grants = uploads.map((list) => taker(bandwidth, clock, list));
          while ((await clock.advanceToNext()) > 0);
          const all = grants.flat().sort((a, b) => a.at - b.at);
          expect(all.length).toBe(uploads.flat().length);
          const largest = Math.max(0, ...all.map(({ bytes }) => bytes));
          for (const [from, first] of all.entries()) {
            for (const [to, last] of all.entries()) {
              if (to < from) continue;
              // Timers work in whole milliseconds.
              const allowed = (limit * (last.at - first.at + 1)) / 1000 + largest + 1;
              expect(sum(all.slice(from, to + 1))).toBeLessThanOrEqual(allowed);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('the limit is used to the full', async () => {
    const clock = new FakeClock();
    const grants = taker(new Bandwidth(clock, 1_000_000), clock, Array<number>(1000).fill(3333));
    await clock.advance(2000);
    expect(sum(grants)).toBeGreaterThan(1_980_000);
  });

  it('the limit is shared fairly', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 100_000);
    const uploads = [1, 2, 3].map(() => taker(bandwidth, clock, Array<number>(1000).fill(1000)));
    await clock.advance(3000);
    const shares = uploads.map(sum);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1000);
  });

  it('nothing is saved up while no upload sends', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 10_000);
    await clock.advance(3_600_000);
    const grants = taker(bandwidth, clock, Array<number>(100).fill(1000));
    await settle();
    expect(sum(grants)).toBe(1000);
  });

  it('a raised limit holds at once, also for uploads that wait', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 10);
    const grants = taker(bandwidth, clock, [10_000, 10_000]);
    await clock.sleeping();
    bandwidth.limit = 1_000_000;
    await clock.advance(11);
    expect(grants.length).toBe(2);
  });

  it('a lowered limit holds at once, also for uploads that wait', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 1_000_000);
    const grants = taker(bandwidth, clock, [100_000, 1]);
    await clock.sleeping();
    bandwidth.limit = 10_000;
    await clock.advance(9_999);
    expect(grants.length).toBe(1);
    await clock.advance(2);
    expect(grants.length).toBe(2);
  });

  it('uploads that wait continue when the limit is removed', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 1);
    const grants = taker(bandwidth, clock, [1000, 1000, 1000]);
    await clock.sleeping();
    bandwidth.limit = undefined;
    await settle();
    expect(grants.length).toBe(3);
  });

  it('an aborted upload takes nothing from the others', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 1000);
    await bandwidth.take(1000, never);
    const stop = new AbortController();
    const left = bandwidth.take(1_000_000, stop.signal);
    const grants = taker(bandwidth, clock, [1]);
    stop.abort(new Error('called off'));
    await expect(left).rejects.toThrow('called off');
    await clock.advance(1000);
    expect(grants.length).toBe(1);
  });

  it('a clock that is set back makes no upload wait longer', async () => {
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 1000);
    await bandwidth.take(1000, never);
    clock.set(clock.now() - 3_600_000);
    const grants = taker(bandwidth, clock, [1]);
    await clock.advance(1000);
    expect(grants.length).toBe(1);
  });

  it('a limit must be above 0', () => {
    expect(() => new Bandwidth(new FakeClock(), 0)).toThrow(RangeError);
  });
});

describe('the limit of a connection', () => {
  it('is shared by all uploads over it, and by no other', async () => {
    const clock = new FakeClock();
    const lines = new ConnectionLines(clock, new Bandwidth(clock), (name) => (name === 'slow' ? 100_000 : undefined));
    const pieces = Array<number>(1000).fill(1000);
    const slow = [1, 2].map(() => taker(lines.of('slow'), clock, pieces));
    const free = taker(lines.of('free'), clock, pieces);
    await clock.advance(2000);
    expect(sum(free)).toBe(1_000_000);
    const together = sum(slow.flat());
    expect(together).toBeGreaterThan(195_000);
    expect(together).toBeLessThanOrEqual(201_000);
    const [one = [], other = []] = slow;
    expect(Math.abs(sum(one) - sum(other))).toBeLessThanOrEqual(1000);
  });

  it('is within that of all together', async () => {
    const clock = new FakeClock();
    const lines = new ConnectionLines(clock, new Bandwidth(clock, 150_000), () => 100_000);
    const all = ['a', 'b'].map((name) => taker(lines.of(name), clock, Array<number>(1000).fill(1000)));
    await clock.advance(2000);
    expect(sum(all.flat())).toBeLessThanOrEqual(301_000);
    for (const one of all) expect(sum(one)).toBeLessThanOrEqual(201_000);
    expect([
      lines.of('a').limit,
      new ConnectionLines(clock, new Bandwidth(clock), () => undefined).of('a').limit,
    ]).toEqual([100_000, undefined]);
  });

  it('may begin and end while an upload is under way', async () => {
    const clock = new FakeClock();
    const begin = clock.now();
    const isLimited = () => clock.now() >= begin + 1000 && clock.now() < begin + 3000;
    const lines = new ConnectionLines(clock, new Bandwidth(clock, 1_000_000), () =>
      isLimited() ? 100_000 : undefined,
    );
    const grants = taker(lines.of('a'), clock, Array<number>(10_000).fill(1000));
    await clock.advance(4000);
    const between = (from: number, to: number) => sum(grants.filter(({ at }) => at >= begin + from && at < begin + to));
    expect(between(0, 1000)).toBeGreaterThan(980_000);
    expect(between(1100, 3000)).toBeLessThanOrEqual(192_000);
    expect(between(3100, 4000)).toBeGreaterThan(880_000);
  });
});
