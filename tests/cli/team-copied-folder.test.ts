/**
 * @file A whole computer is put back to an earlier state, with its data folder and what witnesses it: only the team ledger knows what was
 * sent since. Real processes, a real PostgreSQL server, and an independent service as the judge.
 */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { openDesk } from './team-desks.ts';
import { writeTransactions } from './transactions.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const WORK = ['work', '--until-idle', '--json'];
const LIST = ['queue', 'list', '--json'];

/** A desk with a file that waits to be sent a second time, as a person wants it, and what puts all of its computer back to that. */
async function deskWithWaiting() {
  const service = await startOpponent();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const database = await team.ledger();
  const desk = await openDesk(team, { service, database, person: 'sol' });
  const snapshot = join(desk.folder, 'snapshot');
  const parts = ['home', 'witness'];
  const waiting = await writeTransactions(desk, 3, 'waiting.jsonl');
  expect(await desk.run(['send', waiting, '--wait'])).toMatchObject({ exitCode: 0 });
  await desk.run(['send', waiting]);
  expect(await desk.run(['queue', 'approve', '2', '--reason', 'for the test'])).toMatchObject({ exitCode: 0 });
  expect(service.batches()).toHaveLength(1);
  for (const part of parts) await cp(join(desk.folder, part), join(snapshot, part), { recursive: true });
  const putBack = async () => {
    for (const part of parts) {
      await rm(join(desk.folder, part), { recursive: true });
      await cp(join(snapshot, part), join(desk.folder, part), { recursive: true });
    }
  };
  return { service, database, desk, putBack };
}

it('sends nothing again, and says which ledger knows better', async () => {
  const { service, desk, putBack } = await deskWithWaiting();
  expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
  expect(service.batches()).toHaveLength(2);
  await putBack();

  const worked = await desk.run(['work', '--until-idle']);

  expect(worked).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('The team ledger') });
  expect(service.batches()).toHaveLength(2);
  expect(await desk.run(['queue', 'list'])).toMatchObject({ exitCode: 4 });
});

it('takes over from the ledger under which ids its batches went, and does not send them again', async () => {
  const { service, desk, putBack } = await deskWithWaiting();
  await desk.run(WORK);
  await putBack();
  await desk.run(WORK);

  const asked = await desk.run(['folder', 'ask', '--json']);
  await desk.run(['folder', 'confirm', '--reason', 'The disk was replaced.']);
  expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });

  expect(asked.exitCode).toBe(0);
  expect(asked.summary).toMatchObject({
    isInDoubt: true,
    arrived: [{ fileName: 'waiting.jsonl', remoteState: 'PROCESSED' }],
    told: [{ fileName: 'waiting.jsonl', isHere: true }],
    withoutId: [],
  });
  expect((await desk.run(LIST)).submissions).toMatchObject([{ state: 'processed' }, { state: 'processed' }]);
  expect(service.batches()).toHaveLength(2);
});

atNight(it)('does so also where a person confirms the folder without asking', async () => {
  const { service, desk, putBack } = await deskWithWaiting();
  await desk.run(WORK);
  await putBack();
  await desk.run(WORK);

  await desk.run(['folder', 'confirm', '--reason', 'The disk was replaced.']);

  expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
  expect((await desk.run(LIST)).submissions).toMatchObject([{ state: 'processed' }, { state: 'processed' }]);
  expect(service.batches()).toHaveLength(2);
});

it('holds what it sent after that and is given again, by its age, and then as a file that another desk has sent', async () => {
  const { service, desk, putBack } = await deskWithWaiting();
  const later = await writeTransactions(desk, 5, 'later.jsonl');
  expect(await desk.run(['send', later, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
  const sent = service.batches().length;
  await putBack();
  await desk.run(WORK);
  const inDoubt = await desk.run(['send', later, '--json']);
  expect(inDoubt.submissions).toMatchObject([{ state: 'held', error: 'folder.may-be-copy' }]);

  const asked = await desk.run(['folder', 'ask']);
  await desk.run(['folder', 'confirm', '--reason', 'The disk was replaced.']);
  const worked = await desk.run(WORK);

  expect(asked.stdout).toMatch(/later\.jsonl .* no: do not add it again/);
  const held = worked.submissions.find(({ error }) => error === 'submission.older-than-folder');
  expect(held).toMatchObject({ state: 'held' });
  // The ledger is asked about what a person wants sent.
  await desk.run(['queue', 'approve', String(held?.id), '--reason', 'It may be a new one.']);
  const again = await desk.run(WORK);
  expect(again.submissions).toContainEqual(
    expect.objectContaining({ state: 'held', error: 'submission.sent-by-team' }),
  );
  expect(service.batches()).toHaveLength(sent);
});

it('withdraws nothing from the ledger that it does not know to be sent', async () => {
  const { service, database, desk, putBack } = await deskWithWaiting();
  const file = await writeTransactions(desk, 4, 'held.jsonl');
  await desk.run(['send', file, '--wait', '--json']);
  const sent = service.batches().length;
  await putBack();
  await desk.run(WORK);

  const other = await openDesk(team, { service, database, person: 'sol' });
  const copy = join(other.folder, 'copy.jsonl');
  await cp(file, copy);
  const held = await other.run(['send', copy, '--timeout', '10s', '--json']);

  expect(held.submissions).toMatchObject([{ state: 'held', error: 'submission.sent-by-team' }]);
  expect(service.batches()).toHaveLength(sent);
});
