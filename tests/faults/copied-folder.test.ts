/** @file A data folder that was put back to an earlier state: what another copy of it has sent under an id that it knows does not go twice. */

import { expect, it } from 'vitest';
import { DAY } from '../../src-main/ground/clock.ts';
import { transactionLine } from '../cli/transactions.ts';
import { type Remains, VirtualWorld } from './virtual-world.ts';

const SIGNAL = new AbortController().signal;

/** A world whose folder is as it was when the address was there and nothing had left, though the batch was processed since. */
async function putBackAfterReservation(): Promise<VirtualWorld> {
  const world = await VirtualWorld.open();
  const kept: { before?: Remains } = {};
  world.wire.strike = ({ endpoint }, point) => {
    if (endpoint === 'upload' && point === 'asked') kept.before ??= world.take();
    return undefined;
  };
  await world.add(world.write([transactionLine()]));
  await world.run(() => world.states()[0] === 'processed');
  if (kept.before === undefined) throw new Error('Nothing was uploaded.');
  await world.loseWrites(kept.before);
  return world;
}

const stored = (world: VirtualWorld) => world.opponent.batches().filter((batch) => batch.stored !== undefined);

it('a batch whose id it knows is asked about, and not sent again once a person has confirmed the folder', async () => {
  await using world = await putBackAfterReservation();
  expect(world.app.queue.doubt?.code).toBe('folder.may-be-copy');

  const asked = await world.app.queue.questions.ask(SIGNAL);
  expect(asked).toMatchObject([{ said: 'PROCESSED', isNews: true }]);

  await world.app.confirmFolder('the disk was replaced');
  await world.run(() => world.states()[0] === 'processed');
  expect(stored(world)).toHaveLength(1);
});

it('nor where a person confirms it without having it ask, and its upload address is over by then', async () => {
  await using world = await putBackAfterReservation();
  world.clock.set(world.clock.now() + DAY);
  await world.app.confirmFolder('the disk was replaced');
  await world.run(() => world.states()[0] === 'processed');
  expect(stored(world)).toHaveLength(1);
});

it('a clock that is set years back makes no copy of a folder, and no pause longer', async () => {
  await using world = await VirtualWorld.open();
  await world.add(world.write([transactionLine()]));
  await world.run(() => world.states()[0] === 'processed');
  world.setOwnClock(-5 * 365 * DAY);
  await world.restart();

  await world.add(world.write([transactionLine()]));
  await world.run(() => world.states()[1] === 'processed');

  expect(world.app.queue.doubt).toBeUndefined();
  expect(stored(world)).toHaveLength(2);
});
