import { describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.ts';

describe('the fake clock', () => {
  it('wakes sleepers in the order of their times, each at its own time', async () => {
    const clock = new FakeClock(0);
    const woken: [string, number][] = [];
    void clock.sleep(20).then(() => woken.push(['late', clock.now()]));
    void clock.sleep(10).then(() => woken.push(['early', clock.now()]));
    await clock.advance(25);
    expect(woken).toEqual([
      ['early', 10],
      ['late', 20],
    ]);
  });

  it('lets a sleeper sleep again within one advance', async () => {
    const clock = new FakeClock(0);
    const times: number[] = [];
    const tick = async () => {
      for (;;) {
        await clock.sleep(10);
        times.push(clock.now());
      }
    };
    void tick();
    await clock.advance(35);
    expect([times, clock.now()]).toEqual([[10, 20, 30], 35]);
  });

  it('leaves asleep who has time left', async () => {
    const clock = new FakeClock(0);
    void clock.sleep(10);
    await clock.advance(9);
    expect(clock.remaining).toEqual([1]);
  });

  it('rejects a sleeper with the reason of its signal', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const sleep = clock.sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    expect(clock.remaining).toEqual([]);
  });

  it('tells when somebody has fallen asleep', async () => {
    const clock = new FakeClock();
    const asleep = clock.sleeping(1);
    void clock.sleep(10);
    await expect(asleep).resolves.toBeUndefined();
  });

  it('jumps to the next sleeper', async () => {
    const clock = new FakeClock(0);
    void clock.sleep(70);
    expect([await clock.advanceToNext(), clock.now(), await clock.advanceToNext()]).toEqual([70, 70, 0]);
  });

  it('wakes no one when it is set', async () => {
    const clock = new FakeClock(0);
    void clock.sleep(70);
    clock.set(1000);
    expect(clock.remaining).toEqual([70]);
  });
});
