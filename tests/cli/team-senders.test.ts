/** @file Several desks send one file: real processes, a real PostgreSQL server, and an independent service as the judge. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { expectOnce, openDesk, partsOf, WORK } from './team-desks.ts';
import { writeTransactions } from './transactions.ts';
import { makeFolder, type Workplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const desk = (service: Reachable, database: string): Promise<Workplace> =>
  openDesk(team, { service, database, person: 'sol' });

describe('several desks', () => {
  it('send the parts of a file that one of them shares, each once, and the origin sees what became of them', async () => {
    await using service = await startOpponent();
    const database = await team.ledger();
    const [origin, first, second] = [
      await desk(service, database),
      await desk(service, database),
      await desk(service, database),
    ];
    const file = await writeTransactions(origin, 40);
    const share = await makeFolder(second, 'share');
    await copyFile(file, join(share, 'export.jsonl'));

    const shared = await origin.run(['send', file, '--max-batch', '2500', '--team', '--json']);
    expect(shared).toMatchObject({ exitCode: 0, stderr: '' });
    expect(service.batches()).toEqual([]);
    const before = await partsOf(origin);
    expect(before.length).toBeGreaterThan(8);
    expect(before.every(({ state }) => state === 'waiting')).toBe(true);

    const work = ['work', '--team', '--until-done', '--uploads', '1', '--json'];
    const ended = await Promise.all([first.run(work), second.run([...work, '--files', share])]);
    expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    await expectOnce(service, file);
    expect(service.batches()).toHaveLength(before.length);
    const parts = await partsOf(origin);
    expect(parts.every(({ state }) => state === 'processed')).toBe(true);
    expect(new Set(parts.map(({ deskId }) => deskId)).size).toBe(2);

    const followed = await origin.run(['work', '--until-idle', '--json']);
    expect(followed).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(followed.submission.batches.map(({ batchId }) => batchId)).toEqual(parts.map(({ batchId }) => batchId));
  });
});

const IDLE = ['work', '--until-idle', '--json'];

atNight(it)('a desk that slept while another sent its part lets no last block out when it wakes', async () => {
  await using service = await startOpponent();
  const database = await team.ledger();
  const [origin, first, second] = [
    await desk(service, database),
    await desk(service, database),
    await desk(service, database),
  ];
  const file = await writeTransactions(origin, 3);
  await origin.run(['send', file, '--team', '--json']);
  const begins = service.moments.holdNext('put-headers');
  const sending = first.startProcess(WORK);
  const held = await begins;
  void sending.kill('SIGSTOP');
  expect(await second.run(WORK)).toMatchObject({ exitCode: 0, stderr: '' });
  held.release();
  void sending.kill('SIGCONT');
  expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  await expectOnce(service, file);
  expect(service.batches().map(({ stored }) => stored !== undefined)).toEqual([false, true]);
});

it('what the person at the origin gives up is sent by no desk, and sent once it is tried again', async () => {
  await using service = await startOpponent();
  const database = await team.ledger();
  const [origin, second] = [await desk(service, database), await desk(service, database)];
  const file = await writeTransactions(origin, 3);
  await origin.run(['send', file, '--team', '--json']);
  const isElsewhere = { exitCode: 4, submission: { state: 'waiting' } };
  expect(await origin.run(IDLE)).toMatchObject(isElsewhere);

  await origin.run(['queue', 'cancel', '1']);
  expect(await origin.run(IDLE)).toMatchObject({ exitCode: 0 });
  expect(await partsOf(origin)).toMatchObject([{ state: 'cancelled', status: 'done' }]);
  expect(await second.run(WORK)).toMatchObject({ exitCode: 0 });
  expect(service.batches()).toEqual([]);

  await origin.run(['queue', 'retry', '1']);
  expect(await origin.run(IDLE)).toMatchObject(isElsewhere);
  expect(await second.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  await expectOnce(service, file);
  expect(await origin.run(IDLE)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
});
