import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpeedMeter } from '../../../src-main/wire/transfer/speed-meter.ts';

const TICK_MS = 100;

/** Tells the speed of a line that moves `speed` bytes a second, times a noise of each tick, for some seconds. */
class Line {
  at = 1_000_000;
  total = 0;
  readonly meter = new SpeedMeter();

  constructor() {
    this.meter.add(this.at, this.total);
  }

  run(seconds: number, speed: number, noise: readonly number[] = [1], each: () => void = () => {}): void {
    for (let tick = 0; tick < (seconds * 1000) / TICK_MS; tick++) {
      this.at += TICK_MS;
      this.total += (speed * TICK_MS * (noise[tick % noise.length] ?? 1)) / 1000;
      this.meter.add(this.at, this.total);
      each();
    }
  }
}

const speeds = fc.double({ min: 1000, max: 1e9, noNaN: true });
/** Up to a third more or less at each tick, and right on average of any two ticks: a line that is slow for seconds is slow. */
const noises = fc
  .array(fc.double({ min: 0.7, max: 1.3, noNaN: true }), { minLength: 40, maxLength: 200 })
  .map((noise) => noise.flatMap((factor) => [factor, 2 - factor]));

describe('the speed', () => {
  it('is unknown in the first second', () => {
    const line = new Line();
    line.run(0.9, 1_000_000);
    expect(line.meter.bytesPerSecond).toBeUndefined();
    expect(line.meter.remaining(1000, line.at)).toBeUndefined();
  });

  it('is what has moved in the last five seconds', () => {
    const line = new Line();
    line.run(60, 9_000_000);
    line.run(6, 1_000_000);
    expect(line.meter.bytesPerSecond).toBeCloseTo(1_000_000, 0);
  });

  it('is known for a line that moves something only now and then', () => {
    const meter = new SpeedMeter();
    for (let second = 0; second <= 60; second += 20) meter.add(second * 1000, second * 500);
    expect(meter.bytesPerSecond).toBe(500);
  });

  it('is nothing on a line that stands still, and the end is unknown', () => {
    const line = new Line();
    line.run(10, 1_000_000);
    line.run(6, 0);
    expect(line.meter.bytesPerSecond).toBe(0);
    expect(line.meter.remaining(1000, line.at)).toBeUndefined();
  });

  it('is unknown again after two minutes of silence', () => {
    const line = new Line();
    line.run(10, 1_000_000);
    line.meter.add(line.at + 121_000, line.total + 1);
    expect(line.meter.bytesPerSecond).toBeUndefined();
  });

  it('starts again with a smaller total', () => {
    const line = new Line();
    line.run(10, 1_000_000);
    line.total = 0;
    line.run(3, 2_000_000);
    expect(line.meter.bytesPerSecond).toBeCloseTo(2_000_000, 0);
  });
});

describe('the remaining time', () => {
  it('counts down like a clock on a noisy but steady line', () => {
    fc.assert(
      fc.property(speeds, noises, (speed, noise) => {
        const line = new Line();
        line.run(20, speed, noise);
        const end = line.total + speed * 600;
        const expectedEnd = line.at + 600_000;
        line.run(570, speed, noise, () => {
          const remaining = line.meter.remaining(end - line.total, line.at) ?? Number.NaN;
          const truth = expectedEnd - line.at;
          expect(Math.abs(remaining - truth)).toBeLessThan(0.1 * truth + 1000);
        });
      }),
      { numRuns: 10 },
    );
  });

  it('never jumps from one tick to the next on such a line', () => {
    fc.assert(
      fc.property(speeds, noises, (speed, noise) => {
        const line = new Line();
        line.run(20, speed, noise);
        const end = line.total + speed * 600;
        let before: number | undefined;
        line.run(500, speed, noise, () => {
          const remaining = line.meter.remaining(end - line.total, line.at) ?? Number.NaN;
          if (before !== undefined) expect(Math.abs(before - TICK_MS - remaining)).toBeLessThan(0.005 * before + 100);
          before = remaining;
        });
      }),
      { numRuns: 10 },
    );
  });

  it('follows a lasting change of speed within 20 s', () => {
    fc.assert(
      fc.property(speeds, fc.double({ min: 0.1, max: 10, noNaN: true }), (speed, factor) => {
        const line = new Line();
        line.run(120, speed);
        line.run(20, speed * factor);
        const remaining = line.meter.remaining(speed * factor * 300, line.at) ?? Number.NaN;
        expect(Math.abs(remaining / 300_000 - 1)).toBeLessThan(0.11);
      }),
    );
  });

  it('is nothing when nothing is left', () => {
    expect(new SpeedMeter().remaining(0, 0)).toBe(0);
  });

  it('is unknown when no one has told anything for two minutes', () => {
    const line = new Line();
    line.run(10, 1_000_000);
    expect(line.meter.remaining(1000, line.at + 121_000)).toBeUndefined();
  });
});

it('gives no negative or absurd figure, whatever the clock and the totals do', () => {
  const step = fc.record({
    later: fc.integer({ min: -7_200_000, max: 7_200_000 }),
    more: fc.integer({ min: -1e9, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const meter = new SpeedMeter();
      let [at, total, greatest] = [1e12, 0, 0];
      for (const { later, more } of steps) {
        at += later;
        total = Math.max(0, total + more);
        greatest = Math.max(greatest, total);
        meter.add(at, total);
        // No faster than everything in the second that is waited for before a speed is told.
        expect(meter.bytesPerSecond ?? 0).toBeGreaterThanOrEqual(0);
        expect(meter.bytesPerSecond ?? 0).toBeLessThanOrEqual(greatest);
        const remaining = meter.remaining(1000, at) ?? 0;
        expect(Number.isFinite(remaining) && remaining >= 0).toBe(true);
      }
    }),
  );
});
