import { describe, expect, it } from 'vitest';
import { blockWhileLocked, whileLocked } from '../../src-main/ground/files/file-locks.ts';
import { FakeClock } from '../fake-clock.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code, syscall: 'open' });

/** Work that fails so many times before it succeeds. */
function failing(code: string, times: number) {
  const work = { calls: 0 };
  const run = () => {
    work.calls++;
    if (work.calls <= times) throw failure(code);
    return 'done';
  };
  return { work, run, runLater: async () => run() };
}

async function passAll(clock: FakeClock): Promise<number> {
  let passed = 0;
  for (let step = await clock.advanceToNext(); step > 0; step = await clock.advanceToNext()) passed += step;
  return passed;
}

describe('work on a locked file', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is done again on Windows until it succeeds (%s)', async (code) => {
    const clock = new FakeClock();
    const { runLater } = failing(code, 7);
    const result = whileLocked(runLater, { clock, platform: 'win32' });
    await passAll(clock);
    expect(await result).toBe('done');
  });

  it('is given up after less than a minute, with what it failed on', async () => {
    const clock = new FakeClock();
    const { runLater } = failing('EBUSY', Number.POSITIVE_INFINITY);
    const result = expect(whileLocked(runLater, { clock })).rejects.toMatchObject({ code: 'EBUSY' });
    const passed = await passAll(clock);
    await result;
    expect(passed).toBe(55_000);
  });

  it('is tried at least every five seconds', async () => {
    const clock = new FakeClock();
    const { work, runLater } = failing('EBUSY', Number.POSITIVE_INFINITY);
    const result = expect(whileLocked(runLater, { clock })).rejects.toThrow();
    await passAll(clock);
    await result;
    expect(work.calls).toBeGreaterThan(11);
  });

  it('ends at once with the signal', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const result = whileLocked(failing('EBUSY', 5).runLater, { clock, signal: stop.signal });
    await clock.sleeping();
    stop.abort(new Error('called off'));
    await expect(result).rejects.toThrow('called off');
    expect(clock.remaining).toEqual([]);
  });

  it.each([
    ['EPERM', 'darwin'],
    ['EPERM', 'linux'],
    ['EACCES', 'darwin'],
    ['EACCES', 'linux'],
  ] as const)('is not done again when a permission is missing (%s on %s)', async (code, platform) => {
    const { work, runLater } = failing(code, 1);
    await expect(whileLocked(runLater, { clock: new FakeClock(), platform })).rejects.toThrow(code);
    expect(work.calls).toBe(1);
  });

  it('is not done again when it fails on something else', async () => {
    const { work, runLater } = failing('ENOENT', 1);
    await expect(whileLocked(runLater, { clock: new FakeClock() })).rejects.toThrow('ENOENT');
    expect(work.calls).toBe(1);
  });
});

describe('work in a thread that may block', () => {
  it('is done again after growing pauses', () => {
    const pauses: number[] = [];
    expect(blockWhileLocked(failing('EBUSY', 3).run, { sleep: (pause) => pauses.push(pause) })).toBe('done');
    expect(pauses).toEqual([50, 100, 200]);
  });

  it('ends within the patience that it is given', () => {
    let passed = 0;
    const sleep = (pause: number) => {
      passed += pause;
    };
    const { run } = failing('EBUSY', Number.POSITIVE_INFINITY);
    expect(() => blockWhileLocked(run, { sleep, patience: 5000 })).toThrow('EBUSY');
    expect(passed).toBe(5000);
  });

  it('is done once without patience', () => {
    const { work, run } = failing('EBUSY', 1);
    expect(() => blockWhileLocked(run, { patience: 0 })).toThrow('EBUSY');
    expect(work.calls).toBe(1);
  });
});
