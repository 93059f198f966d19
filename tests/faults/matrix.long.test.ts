/**
 * @file Fault × moment, and a kill at each change of the disk, with the whole app in this process. In every cell, each byte
 * range of the file is in the storage once, every batch id is accounted for, the final state is right, the history intact,
 * and no secret is readable. The real processes that witness it are in witnesses.long.test.ts.
 */

import { afterAll, describe, expect, it } from 'vitest';
import { followChanges } from '../harness/changes-of-disk.ts';
import { isNight, runs } from '../harness/night.ts';
import {
  finish,
  requireBalance,
  runVirtualCell,
  Stage,
  type StageName,
  stageFor,
  type VirtualCell,
  write,
} from './virtual-cell.ts';
import { virtualFaults } from './virtual-faults.ts';
import { nameOf, virtualMoments } from './virtual-moments.ts';
import { type Remains, VirtualWorld } from './virtual-world.ts';

const stages = new Map<StageName, Promise<Stage>>();

function stageOf(name: StageName): Promise<Stage> {
  const stage = stages.get(name) ?? Stage.open(name);
  stages.set(name, stage);
  return stage;
}

afterAll(async () => {
  for (const stage of stages.values()) await (await stage)[Symbol.asyncDispose]();
});

describe.each(virtualFaults.map((fault, row) => ({ ...fault, fault, row })))('$name', ({ fault, row }) => {
  const possible = virtualMoments.filter((moment) => fault.only?.(moment) !== false);
  for (const [column, moment] of possible.entries()) {
    // By day every fourth cell, other moments for each fault, with one kill at another change in each; at night all of them.
    if (!isNight && (row + column) % Math.min(4, possible.length) !== 0) continue;
    const killedAt = 1 + ((7 * row + 5 * column) % 23);
    it(`at the moment “${nameOf(moment)}” loses nothing and doubles nothing, also when it is killed afterwards`, async () => {
      const stage = await stageOf(stageFor(fault, moment));
      await runVirtualCell(fault, moment, stage, (change) => isNight || change === killedAt);
    });
  }
});

describe('killed', () => {
  it.each<StageName>(['two-batches', 'refused', ...(isNight ? (['two-batches, early state'] as const) : [])])(
    'at any change of the disk, from the first to the last, a file (%s) is sent once',
    async (name) => {
      await using world = await VirtualWorld.open({
        life: ['VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'],
        ...(name === 'two-batches, early state' && { earlyState: 'VALIDATION_STARTED' }),
      });
      const { file, content, options } = write(world, name);
      const left: Remains[] = [];
      let changes = 0;
      const following = followChanges((when) => {
        changes += 1;
        // By day before every fourth change.
        if (isNight || (when === 'before' && changes % 8 === 1)) left.push(world.take());
      });
      const id = await world.add(file, options);
      const cell = cellOf(world, { file, content, id }, name);
      await finish(cell);
      following[Symbol.dispose]();
      await requireBalance(cell, [name === 'refused' ? 'rejected' : 'processed']);

      expect(left.length).toBeGreaterThan(10);
      for (const [change, remains] of left.entries()) {
        await world.goBack(remains);
        world.start();
        // Before the first change the file was not added yet.
        if (!world.app.queue.has(id)) continue;
        await finish(cell);
        await requireBalance(cell, [name === 'refused' ? 'rejected' : 'processed']).catch((thrown: unknown) => {
          throw new Error(`killed at change ${change + 1} of ${left.length}`, { cause: thrown });
        });
      }
    },
  );

  it('again and again, many batches are each sent once', async () => {
    await using world = await VirtualWorld.open({ life: ['VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'] });
    const { file, content } = write(world, 'one-batch');
    const id = await world.add(file, { maxBatchBytes: 4000 });
    const cell = cellOf(world, { file, content, id }, 'one-batch');
    for (let kill = 0; kill < runs(10, 250); kill += 1) {
      let [changes, remains] = [0, world.take()];
      using _ = followChanges(() => {
        changes += 1;
        if (changes <= 1 + ((kill * 7) % 11)) remains = world.take();
      });
      await world.run(() => changes > 11 || world.app.queue.situation().open === 0);
      await world.goBack(remains);
      world.start();
    }
    await finish(cell);
    await requireBalance(cell, ['processed']);
    expect(world.states().length).toBeGreaterThan(5);
  });
});

function cellOf(world: VirtualWorld, file: Pick<Stage, 'file' | 'content' | 'id'>, name: StageName): VirtualCell {
  const moment = { endpoint: name === 'refused' ? 'report' : 'upload', point: 'asked' } as const;
  return { world, stage: file, moment, struck: undefined, remains: undefined, helped: 0 };
}
