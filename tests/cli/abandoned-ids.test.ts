/**
 * @file A batch that was sent again under a new id, although it is not known whether it had arrived under the old one: the old id
 * is asked about until it has its end, and a batch that ended as processed under both is called doubled.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

/** A minute takes a second and a half. */
const clock = hastenedClock(40);

/** The storage reads the whole file, answers with a refusal, and refuses this address from then on; a person sends it again. */
async function sendAgain(): Promise<{ service: Reachable; workplace: Workplace }> {
  const service = await startOpponent({ earlyState: 'VALIDATION_STARTED' });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const workplace = await openWorkplace(environmentOf(service));
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  await mkdir(workplace.home, { mode: 0o700 });
  const settings = JSON.stringify({ transfer: { askSeconds: 1 } });
  await writeFile(join(workplace.home, 'settings.json'), settings, { mode: 0o600 });
  const refused = { status: 403, body: 'SignatureDoesNotMatch' };
  service.misbehave(
    { endpoint: 'upload', happens: { ...refused, afterBody: true } },
    { endpoint: 'upload', happens: refused, times: 3 },
  );
  const sent = await workplace.run(['send', await writeTransactions(workplace, 3), '--wait', '--json'], { clock });
  expect(sent).toMatchObject({ exitCode: 4, submission: { state: 'unknown' } });
  expect(await workplace.run(['queue', 'retry', '1', '--json'])).toMatchObject({ exitCode: 0 });
  return { service, workplace };
}

const questionsAbout = (service: Reachable, batchId = '') =>
  service.seen('status').filter(({ target }) => target.toLowerCase().includes(batchId.toLowerCase())).length;

it('“work” alone stays until the abandoned id has its end, although no batch is open', {
  timeout: 60_000,
}, async () => {
  const { service, workplace } = await sendAgain();
  const [old] = service.batches();
  const before = questionsAbout(service, old?.batchId);
  const stored = service.moments.holdNext('put-stored');
  const working = workplace.start(['work', '--json'], { clock });
  (await stored).release();
  service.earlyState = 'PROCESSED';

  const moved = await working.event(({ event }) => event === 'abandoned-moved');
  await working.ended;

  expect(moved).toMatchObject({ batchId: old?.batchId, remoteState: 'PROCESSED' });
  expect(questionsAbout(service, old?.batchId) - before).toBeGreaterThanOrEqual(2);
});

it('a batch that ended as processed under both ids is called doubled wherever it is shown', {
  timeout: 60_000,
}, async () => {
  const { service, workplace } = await sendAgain();
  const stored = service.moments.holdNext('put-stored');
  const working = workplace.start(['work'], { clock });
  // The first question about the old id, before anything is sent, brings no proof; the next one does.
  (await stored).release();
  service.earlyState = 'PROCESSED';
  const ended = await working.ended;
  const ids = service.batches().map(({ batchId }) => batchId);

  expect(ended.exitCode).toBe(4);
  expect(ended.stdout).toContain(`DOUBLED: the service has processed it under ${ids[1]} and under ${ids[0]}`);
  expect(ended.stdout).toContain('3 accepted · 3 processed TWICE');

  const listed = await workplace.run(['queue', 'list']);
  expect(listed.stdout).toMatch(/done, DOUBLED\b.*3 processed TWICE/);
  const programs = await workplace.run(['queue', 'list', '--json']);
  expect(programs.summary).toMatchObject({
    submissions: [
      {
        state: 'processed',
        warning: 'batch.doubled',
        doubled: { batches: 1, lines: 3 },
        account: { accepted: 3 },
        batches: [{ doubled: [ids[1], ids[0]] }],
      },
    ],
  });
  const open = await workplace.run(['queue', 'open', '--json']);
  expect(open.exitCode).toBe(1);
  expect(open.summary).toMatchObject({ open: [{ id: 1, next: 'tranship receipt 1' }] });

  const receipt = await workplace.run(['receipt', '1', '--json']);
  expect(receipt.summary).toMatchObject({ doubled: 3, batches: [{ doubled: [ids[1], ids[0]] }], historyIntact: true });
  const ofBatch = await workplace.run(['receipt', String(ids[0])]);
  expect(ofBatch.stdout).toContain(`DOUBLED      processed as ${ids[1]} and as ${ids[0]}`);
  const page = join(workplace.home, '..', 'receipt.html');
  expect((await workplace.run(['receipt', '1', '--html', page])).exitCode).toBe(0);
  expect(await readFile(page, 'utf8')).toContain('3 LINES ARE AT THE SERVICE TWICE');
  const statement = await workplace.run(['statement', '--to', '2100-01-01', '--json']);
  expect(statement.exitCode).toBe(1);
  expect(statement.summary).toMatchObject({ total: { doubled: 3 }, files: [{ doubled: 3 }] });
  const history = await workplace.run(['history', '--json']);
  expect(history.stdout).toContain('"kind":"doubled"');
});

it('“work” that ends before the abandoned id has its end says when it is asked next', { timeout: 60_000 }, async () => {
  const { service, workplace } = await sendAgain();
  const [old] = service.batches();

  const worked = await workplace.run(['work', '--json'], { clock });
  const next = worked.summary['next'];

  expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  expect(next).toMatchObject({ about: 'abandoned-id', submission: 1, batchId: old?.batchId });
  const at = Date.parse(String(Object(next).at));
  expect(at - clock.now()).toBeGreaterThan(5 * MINUTE);

  const idle = await workplace.run(['work', '--until-idle'], { clock });
  expect(idle.stdout).toContain(`Batch id ${old?.batchId} was abandoned`);
  expect(idle.stdout).toMatch(/is to be asked about it again at .*“tranship work” then does so/);
});
