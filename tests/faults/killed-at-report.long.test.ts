/**
 * @file A kill at each change of the disk while the reports on two batches arrive, are read and become the account, with the whole app
 * in this process: no rejected line is ever accepted, and in the end the account is right to the line, whatever was lost.
 */

import { expect, it } from 'vitest';
import { knownLines } from '../../src-main/send/known-lines.ts';
import { linesOf } from '../../src-shared/account.ts';
import { transactionLine } from '../cli/transactions.ts';
import { followChanges } from '../harness/changes-of-disk.ts';
import { isNight } from '../harness/night.ts';
import { finish, type VirtualCell } from './virtual-cell.ts';
import { accountsOf, balanced, leaksIn } from './virtual-proof.ts';
import { type Remains, VirtualWorld } from './virtual-world.ts';

const LINES = 20;
const OF_BATCH = LINES / 2;
/** Of each batch: the numbers begin again, and the last one tells from where they are counted. */
const named = [3, 4, OF_BATCH];
const rejected = [...named, ...named.map((line) => OF_BATCH + line)];
const report = `line,reason\r\n${named.map((line) => `${line},unknown entity\r\n`).join('')}`;

it('loses no line from the rejected to the accepted, and asks for a report again where it has to', async () => {
  await using world = await VirtualWorld.open({ life: ['IN_PROGRESS', 'PROCESSED'], report, takesOthers: true });
  const lines = Array.from({ length: LINES }, () => transactionLine());
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const file = world.write(lines);
  const id = await world.add(file, { maxBatchBytes: content.length / 2, ingestValid: true });
  const stage = { file, content, id };
  const moment = { endpoint: 'report', point: 'asked' } as const;
  const cell: VirtualCell = { world, stage, moment, struck: undefined, remains: undefined, helped: 0 };
  const known = () => {
    const view = world.app.queue.view(id);
    const all = knownLines(world.app.store, view);
    return { view, accepted: [...all.accepted], rejected: [...all.rejected], counted: view.account };
  };
  const requireAccount = () => {
    const { view, ...now } = known();
    expect(view.state).toBe('partially-accepted');
    expect(now.rejected).toEqual(rejected);
    expect(now.counted).toMatchObject({ accepted: LINES - rejected.length, rejected: rejected.length });
    const { unanswered: _, ...accounts } = accountsOf(world, stage);
    expect(accounts).toEqual(balanced);
    expect(leaksIn(world)).toEqual([]);
  };

  const left: Remains[] = [];
  // From the moment that a batch is at the service, when its report is asked for next.
  const following = followChanges((when) => {
    if ((when === 'before' || isNight) && world.isRunning && world.opponent.seen('validation-result').length > 0)
      left.push(world.take());
  });
  await finish(cell);
  following[Symbol.dispose]();
  left.push(world.take());
  requireAccount();

  expect(left.length).toBeGreaterThan(10);
  const standings = new Set<string>();
  for (const [change, remains] of left.entries()) {
    await world.goBack(remains);
    world.start({ sends: false });
    const { accepted, counted } = known();
    const where = `killed at change ${change + 1} of ${left.length}`;
    expect(
      accepted.filter((line) => rejected.includes(line)),
      where,
    ).toEqual([]);
    expect(counted && linesOf(counted), where).toBe(LINES);
    standings.add(JSON.stringify(counted));
    await world.stop();
    world.start();
    await finish(cell);
    try {
      requireAccount();
    } catch (thrown) {
      throw new Error(where, { cause: thrown });
    }
  }
  // Before, between and after the two of them.
  expect(standings.size).toBe(3);
  expect(cell.helped).toBe(0);
});
