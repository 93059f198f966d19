import { beforeEach, describe, expect, it } from 'vitest';
import { Groups } from '../../src-main/send/groups.ts';
import { FakeClock, settle } from '../fake-clock.ts';

/** How long a group takes, and how long it may rest after that. */
const [TOOK, REST] = [10, 40];

let clock: FakeClock;
let worked: number[][];
/** How many of a group are worked on. */
let taken: number;
let fails: (group: readonly number[]) => boolean;
let groups: Groups<number, string>;

beforeEach(() => {
  clock = new FakeClock();
  worked = [];
  taken = Number.POSITIVE_INFINITY;
  fails = () => false;
  groups = new Groups({
    clock,
    most: 4,
    work: async (group) => {
      worked.push([...group]);
      await clock.advance(TOOK);
      if (fails(group)) throw new Error(`${group} failed`);
      return group.slice(0, taken).map((member) => `done ${member}`);
    },
  });
});

const addAll = (...members: number[]) => Promise.allSettled(members.map((member) => groups.add(member)));

/** Waits for a rest, if there is one, and lets it pass. */
async function pass(): Promise<void> {
  await clock.sleeping();
  await clock.advance(REST);
}

describe('Groups', () => {
  it('work on what came while the last one was under way, in its order', async () => {
    const all = addAll(1, 2, 3);
    await pass();
    expect((await all).map((end) => end.status === 'fulfilled' && end.value)).toEqual(['done 1', 'done 2', 'done 3']);
    expect(worked).toEqual([[1], [2, 3]]);
  });

  it('rest for some times as long as the last one took, so that more come together', async () => {
    await groups.add(1);
    const rest = clock.sleeping();
    void groups.add(2);
    await rest;
    await clock.advance(REST - 1);
    void groups.add(3);
    expect(worked).toEqual([[1]]);
    await clock.advance(1);
    expect(worked).toEqual([[1], [2, 3]]);
  });

  it('do not rest where as many wait as make one, or where that is asked for', async () => {
    await groups.add(1);
    await clock.sleeping();
    const full = addAll(2, 3, 4, 5);
    await settle();
    expect(worked).toEqual([[1], [2, 3, 4, 5]]);
    await full;
    await clock.sleeping();
    void groups.add(6);
    groups.hurry();
    await settle();
    expect(worked.at(-1)).toEqual([6]);
  });

  it('begin with what the last one has left', async () => {
    taken = 2;
    const all = addAll(1, 2, 3, 4, 5, 6);
    await pass();
    await pass();
    await all;
    expect(worked).toEqual([[1], [2, 3, 4, 5], [4, 5, 6], [6]]);
  });

  it('work on each by itself where one of them fails, so that only that one does', async () => {
    fails = (group) => group.includes(3);
    const all = addAll(1, 2, 3, 4);
    await pass();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(worked).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
  });
});
