import { expect, it } from 'vitest';
import { type Check, runChecks } from '../../../../src-main/actions/self-test/run-checks.ts';
import { SECOND } from '../../../../src-main/ground/clock.ts';
import { FakeClock } from '../../../fake-clock.ts';

const never = () => new Promise<string>(() => {});

function check(name: string, run: Check['run'], patience = 10 * SECOND): Check {
  return { name, patience, run };
}

it('checks tell what they found, or what is wrong, in their order', async () => {
  const clock = new FakeClock();
  const checks = [
    check('good', async () => 'It is there.'),
    check('slow', async () => {
      await clock.sleep(3 * SECOND);
      return 'It took its time.';
    }),
    check('bad', async () => {
      throw new Error('It is missing.');
    }),
    check('odd', () => {
      throw 'only words';
    }),
  ];
  const running = runChecks(checks, clock, 60 * SECOND);
  await clock.advance(3 * SECOND);
  expect(await running).toEqual([
    { name: 'good', ok: true, ms: 0, detail: 'It is there.' },
    { name: 'slow', ok: true, ms: 3000, detail: 'It took its time.' },
    { name: 'bad', ok: false, ms: 0, detail: 'It is missing.' },
    { name: 'odd', ok: false, ms: 0, detail: 'only words' },
  ]);
  expect(clock.remaining).toEqual([]);
});

it('a check that hangs fails when its time is over, is told so, and holds up no other one', async () => {
  const clock = new FakeClock();
  let told: AbortSignal | undefined;
  const hanging = check('hanging', (signal) => {
    told = signal;
    return never();
  });
  const running = runChecks([hanging, check('next', async () => 'good')], clock, 60 * SECOND);
  await clock.advance(10 * SECOND);
  expect((await running).map(({ ok, ms }) => [ok, ms])).toEqual([
    [false, 10_000],
    [true, 0],
  ]);
  expect(told?.aborted).toBe(true);
});

it('all checks together end in time, and what was not begun has failed', async () => {
  const clock = new FakeClock();
  const running = runChecks([check('one', never), check('two', never), check('three', never)], clock, 15 * SECOND);
  await clock.advance(15 * SECOND);
  expect((await running).map(({ ok, ms, detail }) => [ok, ms, detail])).toEqual([
    [false, 10_000, 'It did not end within 10 s.'],
    [false, 5000, 'It did not end within 5 s.'],
    [false, 0, 'It was not begun: the time for all is over.'],
  ]);
});
