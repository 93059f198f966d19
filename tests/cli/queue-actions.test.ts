/** @file Commands to the queue and their output: what was done, and what was not and why. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace } from './tranship.ts';

describe.concurrent('the queue, when it is asked for something', () => {
  it.each([
    ['retry', 'ended', 'has been processed; there is nothing to retry'],
    ['pause', 'ended', 'has been processed; there is nothing to pause'],
    ['resume', 'ended', 'has been processed; there is nothing to resume'],
    ['cancel', 'ended', 'has been processed; there is nothing to cancel'],
    ['restore', 'not-removed', 'is in the queue; there is nothing to restore'],
  ])('says with “%s” that nothing was done to what has been processed', async (action, reason, words) => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await workplace.run(['send', await writeTransactions(workplace, 2), '--wait']);
    expect(await workplace.run(['queue', action, '1'])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(words),
    });
    const programs = await workplace.run(['queue', action, '1', '--json']);
    expect(programs).toMatchObject({
      exitCode: 1,
      summary: { results: [{ id: 1, done: false, reason }] },
      submission: { state: 'processed' },
    });
  });

  it('A file with errors is approved only for a reason, as in the window, and the history keeps it', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFaultySample(file, 1);
    expect(await workplace.run(['send', file, '--json'])).toMatchObject({ submission: { state: 'held' } });
    for (const given of [[], ['--reason', '   ']])
      expect(await workplace.run(['queue', 'approve', '1', ...given])).toMatchObject({ exitCode: 2 });
    const without = await workplace.run(['queue', 'approve', '1', '--json']);
    expect(without.events[0]).toMatchObject({ event: 'error', code: 'submission.no-reason' });

    const reason = 'The provider asked to see it.';
    expect(await workplace.run(['queue', 'approve', '1', '--reason', reason])).toMatchObject({ exitCode: 0 });
    const { events } = await workplace.run(['history', '--json']);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'approved', submission: 1, reason }));
  });

  it('A command does what is possible, reports the rest, and does nothing for an unknown id', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'forbid' }] });
    const { workplace } = place;
    const files = [await writeTransactions(workplace, 2), await writeTransactions(workplace, 3, 'other.jsonl')];
    await workplace.run(['send', ...files]);

    const mistyped = await workplace.run(['queue', 'pause', '1', '17', '--json']);
    expect(mistyped).toMatchObject({
      exitCode: 2,
      summary: {
        results: [
          { id: '1', done: false, reason: 'wrong-call' },
          { id: '17', done: false, reason: 'unknown-id' },
        ],
      },
    });
    const said = await workplace.run(['queue', 'pause', '1', '17']);
    expect(said.stderr).toContain('There is no submission or batch “17”.');
    expect(said.stdout).toContain('Nothing was done to the others.');

    expect(await workplace.run(['queue', 'pause', '1'])).toMatchObject({ exitCode: 0 });
    expect(await workplace.run(['queue', 'pause', '1', '2', '2', '--json'])).toMatchObject({
      exitCode: 1,
      summary: {
        results: [
          { id: 1, done: false, reason: 'paused-already' },
          { id: 2, done: true },
        ],
      },
      submissions: [{ state: 'paused' }, { state: 'paused' }],
    });
  });

  it('Ended submissions are removed and brought back, and cancelled ones are sent again', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'forbid' }] });
    const { workplace, tenant } = place;
    await workplace.run(['send', await writeTransactions(workplace, 2)]);
    tenant.misbehave([]);

    const early = await workplace.run(['queue', 'remove', '1']);
    expect(early).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('tranship queue cancel') });
    expect(await workplace.run(['queue', 'cancel', '1'])).toMatchObject({ exitCode: 0 });
    expect(await workplace.run(['queue', 'remove', '1', '--json'])).toMatchObject({ exitCode: 0 });
    expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
    expect(await workplace.run(['queue', 'retry', '1'])).toMatchObject({ exitCode: 2 });

    expect(await workplace.run(['queue', 'restore', '1', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'cancelled' },
    });
    expect(await workplace.run(['queue', 'retry', '1'])).toMatchObject({ exitCode: 0 });
    expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('An unknown id cannot be brought back', async () => {
    await using workplace = await openWorkplace();
    expect(await workplace.run(['queue', 'restore', '17'])).toMatchObject({ exitCode: 2 });
  });
});
