/** @file A service that answers, but cannot, for far longer than ten failures: a deployment, or a bad morning. */

import { expect, it } from 'vitest';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { transactionLine } from '../cli/transactions.ts';
import { runs } from '../harness/night.ts';
import { json } from '../harness/opponent/exchange.ts';
import type { WireEndpoint } from './virtual-wire.ts';
import { VirtualWorld } from './virtual-world.ts';

const MINUTE = 60_000;
/** An hour at night; by day long enough that the pauses have grown as far as they do. */
const OUTAGE = runs(20, 60) * MINUTE;

const unavailable = json(503, { message: 'We are being deployed.' });

/** @returns how often an endpoint has said that it is unavailable */
function refuse(world: VirtualWorld, refused: WireEndpoint): () => number {
  let times = 0;
  world.wire.strike = ({ endpoint }) => {
    if (endpoint !== refused) return undefined;
    times += 1;
    return unavailable;
  };
  return () => times;
}

it('503 to every reservation for long leaves nothing failed, and all is sent when the service is back', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
  const refusals = refuse(world, 'reserve');
  await world.send(3);
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + OUTAGE);
  expect(refusals()).toBeGreaterThan(20);
  // One tries after up to four seconds, by chance; the others ever more rarely: the service is spared.
  expect(refusals()).toBeLessThan(OUTAGE / 2000);
  // One of them may be trying at this moment.
  await world.run(() => world.states().every((state) => state === 'waiting'));

  world.wire.strike = () => undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processing'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});

it('503 to every question for long leaves what was sent as sent, and its end is seen when the service is back', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
  await world.send(3);
  await world.run(() => world.states().every((state) => state === 'processing'));
  const refusals = refuse(world, 'status');
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + OUTAGE);
  expect(refusals()).toBeGreaterThan(20);
  expect(world.states()).toEqual(['processing', 'processing', 'processing']);

  world.opponent.life = ['PROCESSED'];
  world.wire.strike = () => undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processed'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});

it('503 to every upload is found to be over by the small file, also where a large one came first', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
  const lines = Array.from({ length: 2000 }, () => transactionLine());
  const bytes = lines.reduce((sum, line) => sum + line.length + 1, 0);
  expect(bytes).toBeGreaterThan(1_000_000);
  const refusals = refuse(world, 'upload');
  const large = await world.add(world.write(lines), { maxBatchBytes: 2 * bytes });
  const small = await world.add(world.write([transactionLine()]));
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + OUTAGE / 2);
  expect(refusals()).toBeGreaterThan(20);
  // The large one is left to pauses that grow; it finds out nothing that the small one has not found out before.
  expect(longestPause(world, small)).toBeLessThanOrEqual(4000);
  expect(longestPause(world, large)).toBeGreaterThan(20_000);

  world.wire.strike = () => undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processing'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});

/** Between a failed attempt and the next one, in milliseconds. */
function longestPause({ app }: VirtualWorld, id: SubmissionId): number {
  const events = app.store.history(id);
  const pauses = events.flatMap(({ kind, at }, index) => {
    const before = events[index - 1];
    return kind === 'begin' && before?.kind === 'upload-failed' ? [at - before.at] : [];
  });
  return Math.max(...pauses);
}
