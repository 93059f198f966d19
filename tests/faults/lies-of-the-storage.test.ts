/**
 * @file A storage, or what stands before it, that says what is not so: nothing counts as arrived, and nothing goes twice, because it
 * was believed.
 */

import { expect, it, onTestFinished } from 'vitest';
import type { SubmissionOptions } from '../../src-main/send/submission.ts';
import { submissionViews } from '../../src-main/send/submission-view.ts';
import { json, xml } from '../harness/opponent/exchange.ts';
import { write } from './virtual-cell.ts';
import type { Strike } from './virtual-wire.ts';
import { VirtualWorld } from './virtual-world.ts';

const claim = xml(412, 'PreconditionFailed', 'It is there already');
const outage = xml(503, 'SlowDown', 'Please reduce your request rate.');
const page: Strike = { status: 412, headers: {}, body: '<html>Precondition Failed</html>' };

async function openWorld(options: Partial<SubmissionOptions> = {}) {
  const world = await VirtualWorld.open();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const batches = () => [...submissionViews(world.app.store)].flatMap((view) => view.batches);
  const send = () => world.add(write(world, 'one-batch').file, options);
  return { world, batches, send };
}

it('a storage that claims to have what it has not: nobody is told that it arrived, and a person decides', async () => {
  const { world, batches, send } = await openWorld();
  world.wire.strike = ({ endpoint }, point) => (endpoint === 'upload' && point === 'last-byte' ? claim : undefined);
  await send();
  await world.run(() => world.states()[0] === 'unknown');
  expect(batches()[0]).toMatchObject({ attempts: 2, error: { code: 'batch.unproven' } });
  expect(batches()[0]?.acceptedAt).toBeUndefined();
  expect(world.times('upload')).toHaveLength(2);
});

it.each([
  ['a storage', claim],
  ['a proxy, with a page', page],
])('%s says 412 in reply to the first attempt, which was stored: the service proves it', async (_, answer) => {
  const { world, batches, send } = await openWorld();
  world.wire.strike = ({ endpoint }, point) => (endpoint === 'upload' && point === 'reply' ? answer : undefined);
  await send();
  await world.run(() => world.states()[0] === 'processed');
  expect(batches()[0]?.abandoned).toEqual([]);
  expect(world.opponent.batches()).toHaveLength(1);
});

it('something that answers 200 with a text of its own, in place of a storage that has stored: the file goes once', async () => {
  const { world, batches, send } = await openWorld();
  world.wire.strike = ({ endpoint }, point) =>
    endpoint === 'upload' && point === 'reply' && world.times('upload').length === 1
      ? json(200, { ok: true })
      : undefined;
  await send();
  await world.run(() => world.states()[0] === 'processed');
  expect(batches()[0]?.abandoned).toEqual([]);
  expect(world.opponent.seen('upload').filter(({ stored }) => stored)).toHaveLength(1);
});

it('something that answers 200 with a text of its own, where nothing arrived: nobody is told that it did', async () => {
  const { world, batches, send } = await openWorld();
  world.wire.strike = ({ endpoint }, point) =>
    endpoint === 'upload' && point === 'last-byte' ? json(200, { ok: true }) : undefined;
  await send();
  await world.run(() => world.times('status').length > 5);
  expect(batches()[0]).toMatchObject({ state: expect.stringMatching(/^(verifying|uploading)$/) });
  expect(batches()[0]?.acceptedAt).toBeUndefined();
});

it('a storage that fails after it has stored: the bytes go no more than twice, since the service is asked in between', async () => {
  const { world, send } = await openWorld();
  world.wire.strike = ({ endpoint }, point) => (endpoint === 'upload' && point === 'reply' ? outage : undefined);
  await send();
  await world.run(() => world.states()[0] === 'processed');
  expect(world.opponent.seen('upload').filter(({ bytes }) => bytes > 0).length).toBeLessThanOrEqual(2);
});

it('an address that the service gives for a second upload is used once only, also after a restart', async () => {
  const { world, batches, send } = await openWorld();
  await send();
  await world.run(() => world.states()[0] === 'processed');
  await world.restart();
  const [first] = world.opponent.seen('upload');
  const repeated = `${batches()[0]?.delivery?.host}${first?.target.split('?')[0]}?X-Amz-Signature=of-another-day`;
  world.wire.strike = ({ endpoint }, point) => {
    if (endpoint !== 'reserve' || point !== 'reply') return undefined;
    return json(200, { url: repeated, batch_id: world.opponent.batches().at(-1)?.batchId });
  };
  await send();
  await world.run(() => world.states()[1] === 'failed');
  expect(batches()[1]).toMatchObject({ attempts: 0, error: { code: 'batch.repeated-address' } });
  expect(world.times('upload')).toHaveLength(1);
});
