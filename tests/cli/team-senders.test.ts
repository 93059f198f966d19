/** @file Several desks send one file: real processes, a real PostgreSQL server, and an independent service as the judge. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import type { Moment } from './moments.ts';
import { type OtherService, startOtherService } from './other-service.ts';
import { expectOnce, openDesk, partsOf, WORK } from './team-desks.ts';
import { writeTransactions } from './transactions.ts';
import { makeFolder, type Workplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const desk = (service: OtherService, database: string): Promise<Workplace> =>
  openDesk(team, { service, database, person: 'sol' });

describe('several desks', () => {
  it('send the parts of a file that one of them shares, each once, and the origin sees what became of them', async () => {
    await using service = await startOtherService();
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

/** A file of one part is shared, and a desk has begun to send it when the service comes to this moment. */
async function begun(moment: Moment) {
  const service = await startOtherService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const database = await team.ledger();
  const [origin, first, second] = [
    await desk(service, database),
    await desk(service, database),
    await desk(service, database),
  ];
  const file = await writeTransactions(origin, 3);
  await origin.run(['send', file, '--team', '--json']);
  const held = service.moments.holdNext(moment);
  const sending = first.startProcess(WORK);
  return { service, origin, first, second, file, sending, held: await held };
}

const IDLE = ['work', '--until-idle', '--json'];

describe('a desk that is killed', () => {
  it('before the last block has left loses the part to another desk, which sends it under a new id', async () => {
    const { service, first, second, file, sending, origin } = await begun('put-headers');
    await sending.kill('SIGKILL');
    expect(await second.run(WORK)).toMatchObject({ exitCode: 0, stderr: '' });
    await expectOnce(service, file);
    const [part] = await partsOf(origin);
    expect(part).toMatchObject({ state: 'processed', batchId: service.batches()[1]?.batchId });
    // What it knows of the part is over: it sends nothing again.
    expect(await first.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(service.batches()).toHaveLength(2);
  });

  it('once the storage has the part settles that itself when it comes back soon', async () => {
    const { service, first, file, sending, held, origin } = await begun('put-stored');
    await sending.kill('SIGKILL');
    held.hangUp();
    expect(await first.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    await expectOnce(service, file);
    expect(service.batches()).toHaveLength(1);
    expect(service.requests.filter(({ endpoint }) => endpoint === 'upload')).toHaveLength(2);
    expect(await partsOf(origin)).toMatchObject([{ state: 'processed' }]);
  });

  it('once the storage has the part and does not come back is succeeded by one that asks the service', async () => {
    const { service, second, file, sending, held, origin } = await begun('put-stored');
    await sending.kill('SIGKILL');
    held.hangUp();
    expect(await second.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    await expectOnce(service, file);
    expect(service.batches()).toHaveLength(1);
    expect(service.requests.filter(({ endpoint }) => endpoint === 'upload')).toHaveLength(1);
    expect(await partsOf(origin)).toMatchObject([{ state: 'processed', batchId: service.batches()[0]?.batchId }]);
  });
});

it('a desk that slept while another sent its part lets no last block out when it wakes', async () => {
  const { service, second, file, sending, held } = await begun('put-headers');
  void sending.kill('SIGSTOP');
  expect(await second.run(WORK)).toMatchObject({ exitCode: 0, stderr: '' });
  held.release();
  void sending.kill('SIGCONT');
  expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  await expectOnce(service, file);
  expect(service.batches().map(({ stored }) => stored !== undefined)).toEqual([false, true]);
});

it('what the person at the origin gives up is sent by no desk, and sent once it is tried again', async () => {
  await using service = await startOtherService();
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
