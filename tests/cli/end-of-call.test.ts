/** @file A call is over when it has ended: nothing of it stays in the process around it. */

import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace, type RunningCall } from './tranship.ts';

/** How much there is of what would keep this process alive, by kind: sockets, timers, threads. */
const held = () => Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);

/** Resolves once there is no more of anything than before: the other side of a socket learns a moment later that it was closed. */
async function nothingMoreThan(before: ReturnType<typeof held>): Promise<void> {
  const isMore = ([kind, its]: [string, string[]]) => its.length > (before.get(kind)?.length ?? 0);
  while ([...held()].some(isMore)) await setImmediate();
}

/** The same call twice: what the first one opens for the whole process is there for the second one. */
async function expectNothingLeft(call: () => Promise<RunningCall>): Promise<void> {
  const sockets = () => held().get('TCPSocketWrap')?.length ?? 0;
  const atFirst = sockets();
  await call();
  while (sockets() > atFirst) await setImmediate();
  const before = held();
  const { listening } = await call();
  expect(listening).toEqual([]);
  await nothingMoreThan(before);
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
