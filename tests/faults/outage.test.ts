/** @file A service that answers, but cannot, for far longer than ten failures: a deployment, or a bad morning. */

import { expect, it } from 'vitest';
import { openVirtualWorld } from './virtual-world.ts';

const MINUTE = 60_000;

const unavailable = () => Response.json({ message: 'We are being deployed.' }, { status: 503 });

it('503 to every reservation for an hour leaves nothing failed, and all is sent when the service is back', async () => {
  await using world = await openVirtualWorld();
  world.answerReservation = unavailable;
  await world.send(3);
  const begun = world.clock.now();
  await world.run(() => world.clock.now() >= begun + 60 * MINUTE);
  expect(world.times('reservation').length).toBeGreaterThan(20);
  expect(world.states()).toEqual(['waiting', 'waiting', 'waiting']);

  world.answerReservation = undefined;
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processing'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});

it('503 to every question for an hour leaves what was sent as sent, and its end is seen when the service is back', async () => {
  await using world = await openVirtualWorld();
  await world.send(3);
  await world.run(() => world.states().every((state) => state === 'processing'));
  world.answerStatus = unavailable;
  const begun = world.clock.now();
  const before = world.times('status').length;
  await world.run(() => world.clock.now() >= begun + 60 * MINUTE);
  expect(world.times('status').length - before).toBeGreaterThan(20);
  expect(world.states()).toEqual(['processing', 'processing', 'processing']);

  world.answerStatus = (batchId) => Response.json({ batch_id: batchId, status: 'PROCESSED', error_message: '' });
  const back = world.clock.now();
  await world.run(() => world.states().every((state) => state === 'processed'));
  expect(world.clock.now() - back).toBeLessThanOrEqual(3 * MINUTE);
});
