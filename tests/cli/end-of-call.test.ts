/** @file A call is over when it has ended: nothing of it stays in the process around it. */

import { expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace, type RunningCall } from './tranship.ts';

/** What would keep this process alive: sockets, timers, threads. Files of the runner of the tests come and go. */
const held = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'FSReqPromise')
    .sort();

const sockets = () => held().filter((kind) => kind === 'TCPSocketWrap');

/** The same call twice: what the first one opens for the whole process is there for the second one. */
async function expectNothingLeft(call: () => Promise<RunningCall>): Promise<void> {
  await call();
  await expect.poll(sockets).toEqual([]);
  const before = held();
  const { listening } = await call();
  expect(listening).toEqual([]);
  // The other side learns a moment later that a socket was closed.
  await expect.poll(sockets).toEqual([]);
  expect(held()).toEqual(before);
}

it('A call that has sent a file leaves no socket, timer, thread or listener behind', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  await expectNothingLeft(async () => {
    const call = workplace.start(['send', await writeTransactions(workplace, 2), '--wait', '--json']);
    expect(await call.ended).toMatchObject({ exitCode: 0 });
    return call;
  });
});

it('A call that was interrupted leaves nothing behind either', async () => {
  await using workplace = await openWorkplace();
  await expectNothingLeft(async () => {
    const call = workplace.start(['serve', '--json'], { hasInput: true });
    await call.event(({ event }) => event === 'serving');
    expect(await call.kill('SIGTERM')).toMatchObject({ exitCode: 0 });
    return call;
  });
});

it('A call whose file was checked on a clock that stands still ends all the same', async () => {
  await using workplace = await openWorkplace();
  const file = await writeTransactions(workplace, 2);
  const clock = new FakeClock();
  expect(await workplace.run(['check', file, '--json'], { clock })).toMatchObject({ exitCode: 0 });
  expect(clock.remaining).toEqual([]);
});
