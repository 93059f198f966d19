/**
 * @file A batch whose last block left, whose address is over, and of which the service says nothing that proves anything:
 * no one knows whether it arrived. Here it did. What a person decides, and what is told then.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Running, type Workplace } from '../cli/tranship.ts';
import { ADDRESS_OVER } from './faults.ts';
import { Gate } from './gate.ts';

interface Place {
  gate: Gate;
  workplace: Workplace;
  /** `send --wait` of one batch, whose arrival no one can prove. */
  sending: Running;
  /** Under which the file has arrived. */
  firstId: string;
}

/** The storage gets the file, its answer is lost, the address is over, and the service says VALIDATION_STARTED. */
async function loseProof(...options: string[]): Promise<Place> {
  const gate = await Gate.open({ pace: 20, limits: false });
  onTestFinished(() => gate[Symbol.asyncDispose]());
  const workplace = await openWorkplace(environmentOf(gate.connection));
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  await mkdir(workplace.home, { mode: 0o700 });
  await writeFile(join(workplace.home, 'settings.json'), JSON.stringify({ transfer: { askSeconds: 1 } }), {
    mode: 0o600,
  });

  const stored = gate.hold('upload', 'reply');
  const file = await writeTransactions(workplace, 20);
  const sending = workplace.start(['send', file, '--wait', '--json', ...options]);
  const first = await stored;
  const firstId = gate.tenant.batches()[0]?.batchId ?? '';
  lieAbout(gate, firstId);
  const again = gate.hold('upload', 'asked', ({ path }) => path === first.request.path);
  first.passage.cut();
  first.release();
  const second = await again;
  second.passage.answer(ADDRESS_OVER.status, ADDRESS_OVER.headers, ADDRESS_OVER.body);
  second.release();
  return { gate, workplace, sending, firstId };
}

function lieAbout(gate: Gate, batchId: string): void {
  const body = JSON.stringify({ batch_id: batchId, status: 'VALIDATION_STARTED', error_message: '' });
  gate.lie('status', { status: 200, headers: { 'Content-Type': 'application/json' }, body });
  gate.lie('validation-result', { status: 404, headers: { 'Content-Type': 'application/json' }, body: '{}' });
}

function tellTheTruth(gate: Gate): void {
  gate.lie('status', undefined);
  gate.lie('validation-result', undefined);
}

it('while a person has not decided, the proof that comes after all is believed', async () => {
  const { gate, workplace, sending, firstId } = await loseProof();
  const ended = await sending.ended;
  expect(ended).toMatchObject({ exitCode: 4, stderr: '', submission: { state: 'unknown' } });

  tellTheTruth(gate);
  const worked = await workplace.run(['work', '--until-idle', '--json']);

  const processed = { state: 'processed', batches: [{ batchId: firstId, abandoned: [], attempts: 2 }] };
  expect(worked).toMatchObject({ exitCode: 0, stderr: '', submission: processed });
  expect(gate.tenant.batches()).toHaveLength(1);
});

it('a run without proof says what waiting and sending again lead to, and keeps asking in the next one', async () => {
  const { workplace, sending, firstId } = await loseProof();
  await sending.ended;

  const worked = await workplace.run(['work', '--until-idle']);

  expect(worked).toMatchObject({ exitCode: 4, stderr: '' });
  expect(worked.stdout).toContain('“tranship queue retry ID” sends it again under a new id');
  expect(worked.stdout).toContain('its transactions are then at the service twice');
  const listed = await workplace.run(['queue', 'list', '--json']);
  expect(listed.submission).toMatchObject({ state: 'unknown', batches: [{ batchId: firstId, abandoned: [] }] });
});

it('a file that was sent again and turns out to have arrived under the first id too is told as that', async () => {
  const { gate, workplace, sending, firstId } = await loseProof();
  await sending.ended;
  const asked = gate.hold('status', 'asked');
  const retried = await workplace.run(['queue', 'retry', '1', '--json']);
  expect(retried.exitCode).toBe(0);

  const stored = gate.hold('upload', 'reply');
  const working = workplace.start(['work', '--until-idle', '--json']);
  // Its last block has left under the new id when the first one is asked about.
  const second = await stored;
  tellTheTruth(gate);
  (await asked).release();
  const moved = await working.event(({ event }) => event === 'abandoned-moved');
  second.release();
  const worked = await working.ended;

  expect(moved).toMatchObject({ batchId: firstId, remoteState: 'PROCESSED' });
  expect(worked).toMatchObject({
    exitCode: 0,
    submission: { state: 'processed', batches: [{ abandoned: [firstId] }] },
  });
  expect(moved['replacedBy']).toBe(worked.submission.batches[0]?.batchId);
});

it('who has decided beforehand to send again is not asked', async () => {
  const { gate, sending, firstId } = await loseProof('--on-unknown', 'send-again');
  const stored = gate.hold('upload', 'reply');
  const second = await stored;
  tellTheTruth(gate);
  second.release();
  const ended = await sending.ended;

  expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ abandoned: [firstId] }] } });
});
