/**
 * @file A desk ends between the word of the ledger that its last block may leave, and the block: only it can ask the storage
 * whether the bytes arrived. Whatever becomes of the part, nothing is lost unseen and nothing is sent twice.
 */

import { expect, it, onTestFinished } from 'vitest';
import { MINUTE, SECOND } from '../../src-main/clock.ts';
import { batchSchema } from '../../src-main/queue/batch.ts';
import { settle } from '../fake-clock.ts';
import { rangeOf } from '../queue/true-world.ts';
import { LEASE, TeamDay } from './team-day.ts';

const told = batchSchema.pick({ state: true, delivery: true });

/** The first desk has ended in the middle of its first part; the second one works, and the third is off. */
async function doubt(onUnknown?: 'ask' | 'send-again') {
  const day = new TeamDay(onUnknown);
  onTestFinished(() => day.end());
  for (const other of [day.desk(1), day.desk(2)]) other.powerOff();
  await settle();
  const [part] = day.ledger.parts;
  if (part === undefined) throw new Error('There is no part.');
  const batch = () => told.parse(part.batch);
  // Two parts get an address first, in which nothing can be cut.
  for (const _ of ['address', 'other address', 'last block']) {
    day.world.decide(0, 'cut-after-the-last-block');
    await settle();
  }
  expect(batch().delivery?.mayHaveArrived).toBe(true);
  day.desk(0).powerOff();
  day.world.forget();
  day.desk(1).start();
  const submission = batchSchema.shape.submission.parse(1);
  const issued = () => day.world.issuedFor(rangeOf({ submission, start: part.start }));
  return { ...{ day, part, batch, issued }, holdsIt: () => part.holder === 'second' };
}

/** All that is asked of the service and the storage is answered as it is. */
async function goOn(day: TeamDay, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5 * SECOND) {
    await day.pass(5 * SECOND);
    for (; day.world.pending > 0; await settle()) day.world.decide(0, 'well');
  }
}

it('a desk that is back within two more leases sends the part to the address that it has', async () => {
  const { day, part, issued, holdsIt } = await doubt();
  await goOn(day, 2 * LEASE);
  expect(holdsIt()).toBe(false);
  day.desk(0).start();
  await goOn(day, LEASE);
  expect(part.status).toBe('done');
  expect(issued()).toEqual([expect.objectContaining({ stored: true })]);
});

it('after that another desk asks the service, in vain, and a person decides: nothing is sent by itself', async () => {
  const { day, batch, issued, holdsIt } = await doubt();
  await goOn(day, 3 * LEASE + 20 * SECOND);
  expect([holdsIt(), batch().state]).toEqual([true, 'verifying']);
  // Longer than the service is asked: the gaps between two questions grow.
  await goOn(day, 4 * MINUTE);
  day.desk(0).start();
  await goOn(day, 10 * MINUTE);
  expect(batch().state).toBe('unknown');
  expect(issued()).toEqual([expect.objectContaining({ stored: false })]);
});

it('a person who has decided beforehand has it sent once, under a new id', async () => {
  const { day, part, issued } = await doubt('send-again');
  await goOn(day, 3 * LEASE + 4 * MINUTE);
  expect(part.status).toBe('done');
  day.desk(0).start();
  await goOn(day, 10 * MINUTE);
  expect(issued()).toEqual([expect.objectContaining({ stored: false }), expect.objectContaining({ stored: true })]);
  day.requireSound();
});
