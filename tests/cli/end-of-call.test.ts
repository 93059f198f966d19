/** @file A call is over when it has ended: nothing of it stays in the process around it. */

import { expect, it } from 'vitest';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace } from './tranship.ts';

/** What keeps this process alive: sockets, timers, threads, files; each as often as it is there. */
const held = () => process.getActiveResourcesInfo().sort();

it('A call that has sent a file leaves no socket, timer, thread or listener behind', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const send = async () => {
    const call = workplace.start(['send', await writeTransactions(workplace, 2), '--wait', '--json']);
    expect(await call.ended).toMatchObject({ exitCode: 0 });
    return call;
  };
  const before = held();
  const call = await send();
  expect(call.listening).toEqual([]);
  await expect.poll(held).toEqual(before);
});

it('A call that was interrupted leaves nothing behind either', async () => {
  await using workplace = await openWorkplace();
  const before = held();
  const call = workplace.start(['serve', '--json'], { hasInput: true });
  await call.event(({ event }) => event === 'serving');
  expect(await call.kill('SIGTERM')).toMatchObject({ exitCode: 0 });
  expect(call.listening).toEqual([]);
  await expect.poll(held).toEqual(before);
});

it('A second Ctrl-C, later, ends a call amid its work', async () => {
  await using place = await openPracticePlace({ pace: 60_000 });
  const { workplace } = place;
  const call = workplace.start(['send', await writeTransactions(workplace, 2), '--wait', '--json']);
  await call.event(({ event }) => event === 'batch');
  expect(await call.kill('SIGINT')).toMatchObject({ exitCode: 4 });
});
