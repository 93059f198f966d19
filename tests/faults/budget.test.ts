/**
 * @file The budget of §8 over hours: no limit is exceeded, every submission gets its turn, and a 429 slows only the
 * endpoint that gave it. Then, with real processes, how often a token is requested.
 */

import { describe, expect, it, onTestFinished } from 'vitest';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace } from '../cli/tranship.ts';
import { runs } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { json } from '../harness/opponent/exchange.ts';
import type { SeenRequest } from '../harness/opponent/journal.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { VirtualWorld } from './virtual-world.ts';

const MINUTE = 60_000;

/** The most requests in any minute [start, start + 60 s). `times` in order. */
function mostInAMinute(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) >= MINUTE) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** The milliseconds between two questions about the same batch, for all batches, in order of size. */
function gapsPerBatch(requests: readonly SeenRequest[]): number[] {
  const byBatch = Map.groupBy(requests, ({ batchId }) => batchId);
  const gaps = [...byBatch.values()].flatMap((asked) =>
    asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? at)),
  );
  return gaps.sort((a, b) => a - b);
}

describe('the budget of a tenant', () => {
  it('§8 is kept by many batches for long, and each is asked about as often as the others', async () => {
    const batches = runs(90, 500);
    await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
    await world.send(batches);

    await world.run(() => world.times('reservation').length === batches);
    const steadySince = world.clock.now() + 5 * MINUTE;
    await world.run(() => world.clock.now() >= steadySince + 6 * MINUTE);

    expect(mostInAMinute(world.times('reservation'))).toBeLessThanOrEqual(20);
    expect(mostInAMinute(world.times('status'))).toBeLessThanOrEqual(120);
    const steady = world.opponent.seen('status').filter(({ at }) => at >= steadySince);
    expect(new Set(steady.map(({ batchId }) => batchId)).size).toBe(batches);
    const gaps = gapsPerBatch(steady);
    const median = gaps[Math.floor(gaps.length / 2)] ?? 0;
    expect(gaps.at(-1)).toBeLessThanOrEqual(2 * median);
    expect(world.opponent.complaints()).toEqual([]);
    // A token lasts for 15 minutes.
    const tokens = world.times('token');
    for (const [index, at] of tokens.slice(1).entries())
      expect(at - (tokens[index] ?? at)).toBeGreaterThan(12 * MINUTE);
  });

  it('§8 is kept across submissions and restarts, with one token', async () => {
    await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
    await world.send(30);
    await world.send(30);

    const restarts = runs(8, 24);
    for (let round = 0; round < restarts; round += 1) {
      const end = world.clock.now() + (4 * MINUTE) / restarts;
      await world.run(() => world.clock.now() >= end);
      await world.restart();
    }

    expect(world.times('reservation')).toHaveLength(60);
    expect(mostInAMinute(world.times('reservation'))).toBeLessThanOrEqual(20);
    expect(mostInAMinute(world.times('status'))).toBeLessThanOrEqual(120);
    expect(world.times('token')).toHaveLength(1);
    expect(world.opponent.complaints()).toEqual([]);
  });

  it('§8 of reservations is not touched by a status endpoint that answers 429 to everything', async () => {
    await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
    const limited = json(429, {}, { 'retry-after': '30' });
    world.wire.strike = ({ endpoint }, point) => (endpoint === 'status' && point === 'reply' ? limited : undefined);
    const start = world.clock.now();
    await world.send(60);

    await world.run(() => world.times('reservation').length === 60);

    expect(world.clock.now() - start).toBeLessThan(3.5 * MINUTE);
    expect(world.times('status').length).toBeLessThan(20);
  });
});

describe('tokens', () => {
  it('§5.8 are asked for once by several processes, one after another', async () => {
    await using service = await startOpponent({ life: ['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 3);
    const held = service.moments.holdNext('put-stored');
    const sending = workplace.startProcess(['send', file, '--wait', '--json']);
    await held;
    await sending.kill('SIGKILL');
    const asked = service.moments.holdNext('status');
    const working = workplace.startProcess(['work', '--json']);
    await asked;
    await working.kill('SIGKILL');

    const ended = await workplace.run(['work', '--until-idle', '--json']);

    expect(ended.submission.state).toBe('processed');
    expect(service.seen('token')).toHaveLength(1);
  });

  it('§5.6 that are all rejected are not asked for by each of many batches', async () => {
    const clock = hastenedClock(10);
    const tenant = await startPracticeTenant({ pace: 0, misfortunes: [{ name: 'reject-token' }], clock });
    onTestFinished(() => tenant.close());
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 50);

    const ended = await workplace.run(['send', file, '--max-batch', '700', '--wait', '--json'], { clock });

    expect([ended.exitCode, ended.submission.batches.length]).toEqual([3, 50]);
    // The first one, and three more before a person is asked.
    expect(tenant.requests.filter(({ endpoint }) => endpoint === 'token').length).toBeLessThanOrEqual(4);
  });
});
