/**
 * @file A desk ends in the middle of an upload. Before its last block may leave, nothing can have arrived. From then on only that
 * desk, which has the address, can ask the storage. Whatever becomes of the part, nothing is lost unseen and nothing is sent twice.
 */

import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE, SECOND } from '../../../src-main/ground/clock.ts';
import { batchSchema } from '../../../src-main/send/batch.ts';
import { settle } from '../../fake-clock.ts';
import { type Course, rangeOf } from '../../send/true-world.ts';
import { LEASE, TeamDay } from './team-day.ts';

const told = batchSchema.pick({ state: true, delivery: true });

/** The first desk has ended in the middle of its first part, of which this has become; the second one works from then on. */
async function ended(course: Course, onUnknown?: 'ask' | 'send-again') {
  const day = new TeamDay(onUnknown);
  onTestFinished(() => day.end());
  for (const other of [day.desk(1), day.desk(2)]) other.powerOff();
  await settle();
  // Two parts get an address first.
  for (const each of ['well', 'well', course] as const) {
    day.world.decide(0, each);
    await settle();
  }
  day.desk(0).powerOff();
  day.world.forget();
  day.desk(1).start();
  const [part] = day.ledger.parts;
  if (part === undefined) throw new Error('There is no part.');
  const submission = batchSchema.shape.submission.parse(1);
  return {
    day,
    part,
    state: () => (part.status === 'done' ? 'done' : told.parse(part.batch).state),
    mayHaveArrived: told.parse(part.batch).delivery?.mayHaveArrived,
    /** Of each id that was issued for it, whether the storage has the bytes. */
    stored: () => day.world.issuedFor(rangeOf({ submission, start: part.start })).map(({ stored }) => stored),
  };
}

/** All that is asked of the service and the storage is answered as it is. */
async function goOn(day: TeamDay, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5 * SECOND) {
    await day.pass(5 * SECOND);
    for (; day.world.pending > 0; await settle()) day.world.decide(0, 'well');
  }
  day.requireSound();
}

it('a part whose last block had not left is sent by another desk, under a new id', async () => {
  const { day, mayHaveArrived, state, stored } = await ended('cut-before-the-last-block');
  expect(mayHaveArrived).toBe(false);
  await goOn(day, LEASE + 30 * SECOND);
  expect([state(), stored()]).toEqual(['done', [false, true]]);
  // What the first desk knows of it is over.
  day.desk(0).start();
  await goOn(day, 10 * MINUTE);
  expect(stored()).toEqual([false, true]);
});

describe.each([
  ['that the storage has', 'reply-lost', true],
  ['that never arrived', 'cut-after-the-last-block', false],
] as const)('a part %s, whose last block may have left', (_, course, hasArrived) => {
  it('is settled at its address, by its desk, where that is back within two more leases', async () => {
    const { day, part, mayHaveArrived, state, stored } = await ended(course);
    expect(mayHaveArrived).toBe(true);
    await goOn(day, 2 * LEASE);
    expect([part.holder, stored()]).toEqual(['first', [hasArrived]]);
    day.desk(0).start();
    await goOn(day, LEASE);
    expect([state(), stored()]).toEqual(['done', [true]]);
  });
});

it('a part that the storage has is found by another desk, which asks the service', async () => {
  const { day, part, state, stored } = await ended('reply-lost');
  await goOn(day, 3 * LEASE + MINUTE);
  expect([state(), part.holder, stored()]).toEqual(['done', 'second', [true]]);
});

describe('a part that never arrived, whose desk is not back by then', () => {
  it('is asked about in vain, and a person decides: nothing is sent by itself', async () => {
    const { day, part, state, stored } = await ended('cut-after-the-last-block');
    await goOn(day, 3 * LEASE + 20 * SECOND);
    expect([part.holder, state()]).toEqual(['second', 'verifying']);
    // Longer than the service is asked: the gaps between two questions grow.
    await goOn(day, 4 * MINUTE);
    day.desk(0).start();
    await goOn(day, 10 * MINUTE);
    expect([state(), stored()]).toEqual(['unknown', [false]]);
  });

  it('is sent once more, under a new id, where a person has decided so beforehand', async () => {
    const { day, state, stored } = await ended('cut-after-the-last-block', 'send-again');
    await goOn(day, 3 * LEASE + 4 * MINUTE);
    expect(state()).toBe('done');
    day.desk(0).start();
    await goOn(day, 10 * MINUTE);
    expect(stored()).toEqual([false, true]);
  });
});
