/**
 * @file A role or a login that is taken away in the middle of sending for a team: real processes, a real PostgreSQL server, and an
 * independent service as the judge. Nothing begins afterwards, another desk continues, and so does this one once it may again.
 */

import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight, fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import type { Moment } from '../harness/opponent/moments.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { expectOnce, openDesk, partsOf, WORK } from './team-desks.ts';
import { writeTransactions } from './transactions.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const SUSPENDED = /lets this desk send no longer/;
let logins = 0;

/**
 * A file of one part is shared by another person's desk, and that of `person` has begun to send it when the service comes to
 * this moment.
 */
async function begun(moment: Moment) {
  const service = await startOpponent();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const database = await team.ledger();
  logins += 1;
  const person = `leaver${logins}`;
  await team.server.logins(person);
  const give = () => team.as('ada', database, (ledger) => ledger.giveRole(person, 'sender'));
  const withdraw = () => team.as('ada', database, (ledger) => ledger.withdrawRole(person, 'sender'));
  await give();
  const origin = await openDesk(team, { service, database, person: 'sol' });
  const other = await openDesk(team, { service, database, person: 'sol' });
  const own = await openDesk(team, { service, database, person });
  const file = await writeTransactions(origin, 3);
  await origin.run(['send', file, '--team', '--json']);
  const held = service.moments.holdNext(moment);
  const sending = own.start(WORK);
  const sql = (statement: string) => team.server.asSuperuser(database, [statement]);
  return { service, database, person, give, withdraw, sql, origin, other, file, sending, held: await held };
}

type Story = Awaited<ReturnType<typeof begun>>;

/** How a person loses what they may do, and gets it back. */
const losses: Record<string, { lose: (story: Story) => Promise<void>; regain: (story: Story) => Promise<unknown> }> = {
  'the last role is withdrawn': { lose: ({ withdraw }) => withdraw(), regain: ({ give }) => give() },
  'the person is made administrator in place of sender': {
    lose: async ({ database, person, withdraw }) => {
      await team.as('ada', database, (ledger) => ledger.giveRole(person, 'administrator'));
      await withdraw();
    },
    regain: ({ give }) => give(),
  },
  'the person is made maker in place of sender': {
    lose: async ({ database, person, withdraw }) => {
      await team.as('ada', database, (ledger) => ledger.giveRole(person, 'maker'));
      await withdraw();
    },
    regain: ({ give }) => give(),
  },
  'the login is dropped': {
    lose: async ({ sql, person }) => sql(`DROP ROLE ${person}`),
    regain: async ({ person, give }) => {
      await team.server.logins(person);
      await give();
    },
  },
  'the password is changed, and the connections are cut': {
    lose: async ({ sql, person }) => {
      await sql(`ALTER ROLE ${person} PASSWORD 'another one'`);
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${person}'`);
    },
    regain: ({ sql, person }) => sql(`ALTER ROLE ${person} PASSWORD '${PASSWORD}'`),
  },
};

describe.each(fewerByDay(Object.entries(losses), 2))('a desk at which %s', (_, { lose, regain }) => {
  it('during an upload lets no last block out, loses the part, and continues once that is mended', async () => {
    const story = await begun('put-headers');
    const { service, origin, other, file, sending, held } = story;
    await lose(story);
    held.release();
    await sending.said(SUSPENDED);
    expect(await other.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    await expectOnce(service, file);
    expect(service.batches().map(({ stored }) => stored !== undefined)).toEqual([false, true]);
    await regain(story);
    expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(service.batches()).toHaveLength(2);
    expect(await partsOf(origin)).toMatchObject([{ state: 'processed', batchId: service.batches()[1]?.batchId }]);
  });
});

describe('a desk whose person may send no longer', () => {
  atNight(it)('when an id is reserved sends nothing under it', async () => {
    const { service, withdraw, other, file, sending, held, give } = await begun('reservation');
    await withdraw();
    held.release();
    await sending.said(SUSPENDED);
    expect(await other.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    await expectOnce(service, file);
    expect(service.batches().map(({ stored }) => stored !== undefined)).toEqual([false, true]);
    await give();
    expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });

  atNight(it)(
    'and whose part has arrived is succeeded by a desk that asks the service, and sends nothing twice',
    async () => {
      const { service, withdraw, other, file, sending, held, give } = await begun('put-stored');
      await withdraw();
      held.release();
      await sending.said(SUSPENDED);
      expect(await other.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
      await expectOnce(service, file);
      expect(service.seen('upload')).toHaveLength(1);
      await give();
      expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
      expect(service.batches()).toHaveLength(1);
    },
  );

  it('and gets the role back before its lease has ended continues with the same part', async () => {
    const { service, withdraw, give, file, sending, held, origin } = await begun('put-headers');
    await withdraw();
    await sending.said(SUSPENDED);
    await give();
    held.release();
    expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    await expectOnce(service, file);
    expect(await partsOf(origin)).toMatchObject([{ state: 'processed' }]);
  });

  it('says so at its start, and sends nothing', async () => {
    const { service, withdraw, sending, held, database, person } = await begun('put-headers');
    await withdraw();
    await sending.kill('SIGINT');
    held.hangUp();
    const again = await openDesk(team, { service, database, person });
    const ended = await again.run(WORK);
    expect(ended.exitCode).not.toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/has no role in this ledger/);
    expect(service.batches()).toHaveLength(1);
  });
});

it('the desk that shared a file says that it cannot follow it any more, and follows it again once it may', async () => {
  const service = await startOpponent();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const database = await team.ledger();
  await team.as('ada', database, async (ledger) => {
    for (const role of ['sender', 'maker'] as const) await ledger.giveRole('ben', role);
  });
  const origin = await openDesk(team, { service, database, person: 'ben' });
  const other = await openDesk(team, { service, database, person: 'sol' });
  const file = await writeTransactions(origin, 3);
  await origin.run(['send', file, '--team', '--json']);
  const following = origin.start(['work', '--json']);
  await team.as('ada', database, (ledger) => ledger.withdrawRole('ben', 'sender'));
  await following.said(SUSPENDED);
  expect(await other.run(WORK)).toMatchObject({ exitCode: 0 });
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  expect(await following.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
});
