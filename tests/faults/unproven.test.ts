/**
 * @file A batch whose last block left, whose address is over, and of which the service says nothing that proves anything:
 * no one knows whether it arrived. Here it did. What a person decides, and what is told then.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HOUR } from '../../src-main/ground/clock.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Running, type Workplace } from '../cli/tranship.ts';
import { json, xml } from '../harness/opponent/exchange.ts';
import { ADDRESS_OVER } from './faults.ts';
import { Gate } from './gate.ts';
import { write } from './virtual-cell.ts';
import { VirtualWorld } from './virtual-world.ts';

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

it('a run without proof says what waiting and sending again lead to; what then arrives under the first id too is told', async () => {
  const { gate, workplace, sending, firstId } = await loseProof();
  await sending.ended;
  const worked = await workplace.run(['work', '--until-idle']);
  expect(worked).toMatchObject({ exitCode: 4, stderr: '' });
  expect(worked.stdout).toContain('“tranship queue retry 1” sends it again under a new id');
  expect(worked.stdout).toContain('its transactions are then at the service twice');

  const asked = gate.hold('status', 'asked');
  const retried = await workplace.run(['queue', 'retry', '1', '--json']);
  expect(retried).toMatchObject({ exitCode: 0 });
  const stored = gate.hold('upload', 'reply');
  const working = workplace.start(['work', '--until-idle', '--json']);
  // Its last block has left under the new id when the first one is asked about.
  const second = await stored;
  tellTheTruth(gate);
  (await asked).release();
  const moved = await working.event(({ event }) => event === 'abandoned-moved');
  second.release();
  const ended = await working.ended;

  expect(moved).toMatchObject({ batchId: firstId, remoteState: 'PROCESSED' });
  // Both have arrived: which of them counts, a person has to ask.
  expect(ended).toMatchObject({
    exitCode: 4,
    submission: { state: 'processed', batches: [{ abandoned: [firstId] }] },
  });
  expect(moved['replacedBy']).toBe(ended.submission.batches[0]?.batchId);
});

/** The same in one process. `truth`: the service says from now on what it knows. */
async function loseProofVirtually(onUnknown: 'ask' | 'send-again') {
  const world = await VirtualWorld.open();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const { file, options } = write(world, 'one-batch');
  let [first, isLost, isLying] = ['', false, true];
  world.wire.strike = ({ endpoint, path }, point) => {
    const { batchId = '' } = world.opponent.batches()[0] ?? {};
    if (endpoint === 'upload') first ||= path;
    if (path === first && point === 'reply') {
      isLost = true;
      return 'cut';
    }
    if (path === first && point === 'asked' && isLost) {
      const date = new Date(world.clock.now() + HOUR).toUTCString();
      return xml(403, 'AccessDenied', 'Request has expired', { date });
    }
    if (!isLying || batchId === '' || !path.endsWith(batchId) || point !== 'reply') return undefined;
    return endpoint === 'status' ? json(200, { status: 'VALIDATION_STARTED' }) : json(404, {});
  };
  const id = await world.add(file, { ...options, onUnknown });
  const truth = () => {
    isLying = false;
  };
  return { world, id, truth };
}

it('while a person has not decided, the proof that comes after all is believed, also after a restart', async () => {
  const { world, id, truth } = await loseProofVirtually('ask');
  await world.run(() => world.states()[0] === 'unknown');
  await world.restart();
  const asked = world.times('status').length;
  await world.run(() => world.times('status').length > asked + 3);
  expect(world.states()).toEqual(['unknown']);

  truth();
  await world.run(() => world.states()[0] === 'processed');

  const [issued] = world.opponent.batches();
  const batch = { state: 'processed', delivery: { batchId: issued?.batchId }, abandoned: [], attempts: 2 };
  expect(world.app.queue.view(id).batches).toMatchObject([batch]);
  expect(world.opponent.batches()).toHaveLength(1);
});

it('who has decided beforehand to send again is not asked', async () => {
  const { world, id, truth } = await loseProofVirtually('send-again');
  await world.run(() => world.opponent.batches().length === 2);
  truth();
  await world.run(() => world.states()[0] === 'processed');

  const [first] = world.opponent.batches();
  expect(world.app.queue.view(id).batches).toMatchObject([{ abandoned: [first?.batchId] }]);
});
