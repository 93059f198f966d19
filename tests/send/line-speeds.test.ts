import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import { batchSchema } from '../../src-main/send/batch.ts';
import { LineSpeeds } from '../../src-main/send/line-speeds.ts';
import { FakeClock } from '../fake-clock.ts';

const number = (value: number) => batchSchema.shape.number.parse(value);
const bank = 'https://bank.test';

let clock: FakeClock;
let speeds: LineSpeeds;
beforeEach(() => {
  clock = new FakeClock();
  speeds = new LineSpeeds(clock);
});

/** Uploads of some batches at the same time, each at this speed. */
async function upload(seconds: number, bytesPerSecond: number, batches = [1]): Promise<void> {
  for (let tenth = 1; tenth <= seconds * 10; tenth++) {
    await clock.advance(SECOND / 10);
    for (const batch of batches) speeds.note(bank, number(batch), (tenth * bytesPerSecond) / 10);
  }
}

describe('what an upload may expect of the line', () => {
  it('the speed of the last upload is expected of the next one', async () => {
    await upload(10, 2_000_000);
    expect(speeds.bytesPerSecond(bank)).toBeCloseTo(2_000_000, -4);
  });

  it('several uploads share the expected speed', async () => {
    await upload(10, 2_000_000, [1, 2]);
    expect(speeds.bytesPerSecond(bank)).toBeCloseTo(2_000_000, -5);
  });

  it('a pause between uploads does not lower the expected speed', async () => {
    await upload(10, 2_000_000);
    speeds.end(number(1));
    await clock.advance(MINUTE);
    await upload(1.5, 10_000_000, [2]);
    expect(speeds.bytesPerSecond(bank)).toBeGreaterThan(9_000_000);
  });

  it('small files give no speed, because they measure only the latency', async () => {
    for (let file = 1; file <= 20; file++) {
      await clock.advance(SECOND);
      speeds.note(bank, number(file), 60_000);
      speeds.end(number(file));
    }
    expect(speeds.bytesPerSecond(bank)).toBeUndefined();
  });

  it('the speed is unknown after two minutes without an upload', async () => {
    await upload(10, 2_000_000);
    speeds.end(number(1));
    await clock.advance(3 * MINUTE);
    expect(speeds.bytesPerSecond(bank)).toBeUndefined();
  });

  it('the speed of one destination says nothing about another', async () => {
    await upload(10, 2_000_000);
    expect(speeds.bytesPerSecond('https://other.test')).toBeUndefined();
  });
});
