import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CrashingWorld, type Fate, fates, type PowerCut } from './crashing-world.ts';

interface Life {
  lines: number;
  ahead: Fate[];
  processes: { concurrency: number; powerCut: PowerCut | undefined }[];
}

const powerCut = fc.record({ after: fc.nat(6), share: fc.double({ min: 0, max: 1, noNaN: true }) });
const lives: fc.Arbitrary<Life> = fc.record({
  lines: fc.integer({ min: 1, max: 12 }),
  ahead: fc.array(fc.constantFrom(...fates), { maxLength: 25 }),
  processes: fc.array(
    fc.record({ concurrency: fc.integer({ min: 1, max: 5 }), powerCut: fc.option(powerCut, { nil: undefined }) }),
    { maxLength: 4 },
  ),
});

/** Runs processes that may be killed, and then as many more as the outcomes ahead can end. */
async function live({ lines, ahead, processes }: Life): Promise<CrashingWorld> {
  const world = new CrashingWorld(lines, ahead);
  for (const process of processes) await world.process(process.concurrency, process.powerCut);
  for (let more = 0; more <= ahead.length; more++) await world.process(3);
  return world;
}

it('no line that may have arrived is sent again, after any failure of network, disk and process', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const world = await live(life);
      expect(Math.max(0, ...world.taken.values())).toBeLessThanOrEqual(1);
      expect([...world.repeated]).toEqual([]);
    }),
  );
});

it('no line is lost: in the end each is accepted, refused, or known to be unknown', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const world = await live(life);
      const posted = world.posted();
      expect(posted.counts.open).toBe(0);
      for (let line = 1; line <= life.lines; line++) {
        const state = posted.stateOf(line);
        if (state !== 'unknown') expect([line, world.taken.has(line)]).toEqual([line, state === 'accepted']);
      }
    }),
  );
});

it('a line is unknown only when something happened to it', async () => {
  const world = await live({ lines: 12, ahead: ['too many', 'busy', 'unreachable', 'token trouble'], processes: [] });
  expect(world.posted().counts).toEqual({ open: 0, accepted: 12, refused: 0, unknown: 0 });
});

it('unknown lines are sent again when a person wants it, and no others', async () => {
  const world = new CrashingWorld(3, ['accepted', 'taken, then cut', 'refused']);
  await world.process(1);
  expect(world.posted().counts).toEqual({ open: 0, accepted: 1, refused: 1, unknown: 1 });
  await world.process(1, undefined, { unknown: true, refused: false });
  expect(Object.fromEntries(world.taken)).toEqual({ 1: 1, 2: 2 });
  expect(world.posted().counts).toEqual({ open: 0, accepted: 2, refused: 1, unknown: 0 });
});

it('an unknown line stays unknown when sending it again failed', async () => {
  const world = new CrashingWorld(1, ['broken', 'forbidden']);
  await world.process(1);
  await world.process(1, undefined, { unknown: true, refused: false });
  expect(world.posted().stateOf(1)).toBe('unknown');
});

it('a run ends at once when the credentials are wrong, and loses nothing', async () => {
  const world = new CrashingWorld(5, ['accepted', 'forbidden']);
  expect(await world.process(1)).toMatchObject({ kind: 'failed', error: { code: 'auth.forbidden' } });
  expect(world.posted().counts).toEqual({ open: 4, accepted: 1, refused: 0, unknown: 0 });
});

it('a run ends when there is no reply for too long, with every line still to be sent', async () => {
  const world = new CrashingWorld(
    8,
    Array.from({ length: 200 }, () => 'unreachable'),
  );
  expect(await world.process(4)).toEqual({ kind: 'unreachable' });
  expect(world.posted().counts.open).toBe(8);
});

it('no further lines become unknown when the service fails on one after the other', async () => {
  const world = new CrashingWorld(
    200,
    Array.from({ length: 400 }, () => 'broken'),
  );
  expect(await world.process(4)).toEqual({ kind: 'unreachable' });
  expect(world.posted().counts.unknown).toBeLessThan(30);
});
