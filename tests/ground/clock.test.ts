import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND, wallClock } from '../../src-main/ground/clock.ts';

/** A clock whose timers fire at once: its time of day moves by the timers and by `jumps`, one for each timer. */
function clockOf(jumps: readonly number[]) {
  let time = 1_000_000_000;
  const slices: number[] = [];
  const clock = wallClock({
    now: () => time,
    steady: () => time,
    delay: async (milliseconds) => {
      time += milliseconds + (jumps[slices.length] ?? 0);
      slices.push(milliseconds);
    },
  });
  return { clock, slices };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a pause', () => {
  it('lasts as long as was asked for', async () => {
    const { clock, slices } = clockOf([]);
    await clock.sleep(50 * MINUTE);
    expect(sum(slices)).toBe(50 * MINUTE);
  });

  it('is cut into slices of 15 s at most', async () => {
    const { clock, slices } = clockOf([]);
    await clock.sleep(MINUTE + 1);
    expect(Math.max(...slices)).toBe(15 * SECOND);
  });

  it('of 50 minutes is over within a slice when the machine slept for an hour', async () => {
    const { clock, slices } = clockOf([0, HOUR]);
    await clock.sleep(50 * MINUTE);
    expect(sum(slices)).toBe(30 * SECOND);
  });

  it('continues when the machine slept for less', async () => {
    const { clock, slices } = clockOf([0, 40 * MINUTE]);
    await clock.sleep(50 * MINUTE);
    expect(sum(slices)).toBe(10 * MINUTE);
  });

  it('lasts no longer when the clock is set back', async () => {
    const { clock, slices } = clockOf([0, -HOUR, 0, -HOUR]);
    await clock.sleep(50 * MINUTE);
    expect(sum(slices)).toBe(50 * MINUTE);
  });

  it('does not even begin when it is called off already', async () => {
    const { clock, slices } = clockOf([]);
    await expect(clock.sleep(1, AbortSignal.abort(new Error('called off')))).rejects.toThrow('called off');
    expect(slices).toEqual([]);
  });

  it('hands the signal to its timers', async () => {
    const stop = new AbortController();
    const clock = wallClock({
      now: () => 0,
      steady: () => 0,
      delay: async (_, signal) => {
        stop.abort(new Error('called off'));
        signal?.throwIfAborted();
      },
    });
    await expect(clock.sleep(HOUR, stop.signal)).rejects.toThrow('called off');
  });
});
