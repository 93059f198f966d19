/**
 * @file A batch that was sent again under a new id, although it is not known whether it had arrived under the old one: the old id
 * is asked about until it has its end, and a batch that ended as processed under both is called doubled.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

/** A minute takes half a second. */
const clock = hastenedClock(120);

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
  const working = workplace.start(['work', '--json'], { clock });
  await working.event(({ event, state }) => event === 'batch' && state === 'processed');
  service.earlyState = 'PROCESSED';

  const moved = await working.event(({ event }) => event === 'abandoned-moved');
  await working.ended;

  expect(moved).toMatchObject({ batchId: old?.batchId, remoteState: 'PROCESSED' });
  expect(questionsAbout(service, old?.batchId) - before).toBeGreaterThanOrEqual(2);
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
