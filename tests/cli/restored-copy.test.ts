/** @file A data folder that may be a copy sends nothing until a person has decided: it does not know what was sent since. */

import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atNight } from '../harness/night.ts';
import { openPracticePlace, type PracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import type { Workplace } from './tranship.ts';

const approved = ['2', '3', '4'];

/** A folder with three batches that wait to be sent, beside one that has arrived. */
async function withThreeWaiting({ workplace }: PracticePlace): Promise<string> {
  const file = await writeTransactions(workplace, 3);
  await workplace.run(['send', file, '--wait']);
  await workplace.run(['send', ...approved.map(() => file)]);
  for (const id of approved) await workplace.run(['queue', 'approve', id, '--reason', 'for the test']);
  const copy = join(workplace.folder, 'copy');
  await cp(workplace.home, copy, { recursive: true });
  return copy;
}

async function putBack(workplace: Workplace, copy: string): Promise<void> {
  await rm(workplace.home, { recursive: true });
  await rename(copy, workplace.home);
}

describe.concurrent('a data folder that was put back to an earlier state', () => {
  it('sends nothing, and says why', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);
    await workplace.run(['work', '--until-idle']);
    await putBack(workplace, copy);

    const worked = await workplace.run(['work', '--until-idle']);

    expect(tenant.batches()).toHaveLength(4);
    expect(worked.exitCode).toBe(4);
    expect(worked.stderr).toContain('This data folder may be a copy');
    expect(worked.stderr).toContain('tranship folder confirm --reason');
  });

  it('asks about what it knows by an id, says what no service can be asked about, and sends nothing', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);
    await workplace.run(['work', '--until-idle']);
    await putBack(workplace, copy);

    const asked = await workplace.run(['folder', 'ask']);
    const told = await workplace.run(['folder', 'ask', '--json']);

    expect(asked).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringContaining('ask the provider'),
    });
    expect(told.summary).toMatchObject({
      isInDoubt: true,
      arrived: [],
      told: [],
      withoutId: approved.map((id) => ({ submission: Number(id), fileName: 'export.jsonl', batches: 1, lines: 3 })),
    });
    expect(tenant.batches()).toHaveLength(4);
  });

  it('goes on once a person has confirmed it with a reason, and sends what may have gone since only on a further one', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);
    await workplace.run(['work', '--until-idle']);
    await putBack(workplace, copy);

    const today = new Date().toISOString().slice(0, 10);
    const statement = ['statement', '--to', today];
    const page = join(workplace.folder, 'statement.html');
    expect(await workplace.run(statement)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('may be a copy'),
    });
    expect(await workplace.run([...statement, '--out', page])).toMatchObject({ exitCode: 4, stdout: '' });
    expect(await workplace.run(['queue', 'open'])).toMatchObject({ exitCode: 4 });

    const confirmed = await workplace.run(['folder', 'confirm', '--json', '--reason', 'the provider has none of them']);
    const worked = await workplace.run(['work', '--until-idle']);

    expect(confirmed).toMatchObject({ exitCode: 0, summary: { confirmed: true, waiting: approved.length } });
    // All three had gone before: a person says so, and none goes twice.
    expect(worked.exitCode).not.toBe(0);
    expect(tenant.batches()).toHaveLength(4);
    for (const id of approved) expect((await workplace.run(['queue', 'approve', id])).exitCode).not.toBe(0);
    await workplace.run(['queue', 'approve', '2', '--reason', 'the provider has only two of them']);
    await workplace.run(['work', '--until-idle']);
    expect(tenant.batches()).toHaveLength(5);
    const history = await workplace.run(['history', '--json']);
    expect(history.stdout).toContain('the provider has none of them');
    const stated = await workplace.run([...statement, '--out', page]);
    expect(stated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('NOT COUNTED HERE') });
    expect(await readFile(page, 'utf8')).toContain('“the provider has none of them”');
  });
});

describe.concurrent('a copy beside the data folder', () => {
  it('sends nothing while the original is there, and the original goes on', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);

    const fromCopy = await workplace.run(['work', '--until-idle'], { environment: { TRANSHIP_HOME: copy } });
    const fromOriginal = await workplace.run(['work', '--until-idle']);

    expect(fromCopy).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(workplace.home) });
    expect(fromOriginal).toMatchObject({ exitCode: 0, stderr: '' });
    expect(tenant.batches()).toHaveLength(4);
  });

  atNight(it)('has a witness of its own once it is confirmed, and the original is not stopped', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const copy = await withThreeWaiting(place);
    await workplace.run(['work', '--until-idle']);
    const other = { environment: { TRANSHIP_HOME: copy } };

    await workplace.run(['folder', 'confirm', '--reason', 'a trial'], other);

    expect((await workplace.run(['work', '--until-idle'], other)).stdout).toContain('held: waiting for your decision');
    expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('is no copy where the folder itself was moved', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await withThreeWaiting(place);
    const moved = join(workplace.folder, 'moved');
    await rename(workplace.home, moved);

    const worked = await workplace.run(['work', '--until-idle'], { environment: { TRANSHIP_HOME: moved } });

    expect(worked).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe.concurrent('a data folder without a part of its database', () => {
  it('is not taken for an empty queue', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await workplace.run(['send', await writeTransactions(workplace, 3)]);
    await rm(join(workplace.home, 'queue.db'));

    const listed = await workplace.run(['queue', 'list']);
    const worked = await workplace.run(['work', '--until-idle']);

    expect(listed).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('lacks entries of its history') });
    expect(worked).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('lacks entries of its history') });
  });

  it('is not taken for a whole one where only its write-ahead log is gone after a crash', async () => {
    await using place = await openPracticePlace({ pace: 600_000 });
    const { tenant, workplace } = place;
    const sending = workplace.startProcess(['send', await writeTransactions(workplace, 3), '--wait', '--json']);
    await sending.event(({ event, state }) => event === 'batch' && state === 'processing');
    await sending.kill('SIGKILL');
    for (const log of ['queue.db-wal', 'queue.db-shm']) await rm(join(workplace.home, log));

    const listed = await workplace.run(['queue', 'list']);
    const again = await workplace.run(['send', await writeTransactions(workplace, 3), '--json']);

    expect(listed).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('lacks entries of its history') });
    expect(again.exitCode).toBe(4);
    expect(tenant.batches()).toHaveLength(1);
  });

  atNight(it)('is in doubt again where it is put back a second time, after a person had confirmed it', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);
    for (const reason of ['once', 'twice']) {
      await workplace.run(['work', '--until-idle']);
      const spare = join(workplace.folder, reason);
      await cp(copy, spare, { recursive: true });
      await putBack(workplace, spare);
      expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 4 });
      await workplace.run(['folder', 'confirm', '--reason', reason]);
    }
    expect(tenant.batches()).toHaveLength(4);
  });
});

describe.concurrent('a witness', () => {
  it('that is gone stops nothing where the data folder is the same', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await withThreeWaiting(place);
    await rm(join(workplace.folder, 'witness'), { recursive: true });

    expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  atNight(it)('that is gone leaves a copy in doubt', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const copy = await withThreeWaiting(place);
    await rm(join(workplace.folder, 'witness'), { recursive: true });
    await putBack(workplace, copy);

    expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 4 });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('that cannot be written any more lets nothing leave', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    await withThreeWaiting(place);
    const witnesses = join(workplace.folder, 'witness');
    await rm(witnesses, { recursive: true });
    await writeFile(witnesses, 'no folder');

    const worked = await workplace.run(['work', '--until-idle']);

    expect(worked.exitCode).not.toBe(0);
    expect(worked.stderr).toContain(witnesses);
    expect(tenant.batches()).toHaveLength(1);
  });
});
