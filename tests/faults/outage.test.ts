/** @file A service that answers, but cannot, for far longer than ten failures: a deployment, or a bad morning. */

import { expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { json } from '../harness/opponent/exchange.ts';
import type { WireEndpoint } from './virtual-wire.ts';
import { VirtualWorld } from './virtual-world.ts';

const MINUTE = 60_000;

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

it('503 to every reservation for an hour leaves nothing failed, and all is sent when the service is back', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
  const refusals = refuse(world, 'reserve');
  await world.send(3);
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + 60 * MINUTE);
  expect(refusals()).toBeGreaterThan(20);
  // One tries after up to four seconds, by chance; the others ever more rarely: the service is spared.
  expect(refusals()).toBeLessThan((60 * MINUTE) / 2000);
  // One of them may be trying at this moment.
  await world.run(() => world.states().every((state) => state === 'waiting'));

  world.wire.strike = () => undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processing'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});

it('503 to every question for an hour leaves what was sent as sent, and its end is seen when the service is back', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS'] });
  await world.send(3);
  await world.run(() => world.states().every((state) => state === 'processing'));
  const refusals = refuse(world, 'status');
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + 60 * MINUTE);
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
  const uploads = new Map<string, number>();
  world.wire.strike = ({ endpoint, path }, point) => {
    if (endpoint !== 'upload' || point !== 'asked') return undefined;
    uploads.set(path, (uploads.get(path) ?? 0) + 1);
    return unavailable;
  };
  await world.add(world.write(lines), { maxBatchBytes: 2 * bytes });
  await world.send(1);
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + 30 * MINUTE);
  const [large = 0, small = 0] = [...uploads.values()];
  expect(large).toBeLessThan(30 + 10);
  expect(small).toBeGreaterThan((30 * MINUTE) / 8000);

  world.wire.strike = () => undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processing'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(8000);
});
