/** @file The team ledger behind a real PgBouncer: what works as without it, and what is refused with a sentence. */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { LedgerConnection, type LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { TeamLedger } from '../../src-main/team/team-ledger.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { PoolerOfTest } from './pooler-of-test.ts';
import { allOffers, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL', 'PgBouncer'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

async function withLedger<Result>(ports: LedgerPorts, work: (ledger: TeamLedger) => Promise<Result>): Promise<Result> {
  const ledger = await TeamLedger.open(ports);
  return await work(ledger).finally(() => ledger.close());
}

const linkOf = (ports: LedgerPorts, name: string) =>
  new TeamLink({ ...ports, desk: { id: randomUUID(), name }, version: '0.1.0', clock: systemClock });

const whoAmI = async (connection: LedgerConnection) =>
  await connection.rows('SELECT session_user::text AS person, pg_backend_pid() AS process');

describe.each(['session', 'transaction'] as const)('behind a pooler in %s mode', (pool_mode) => {
  it('files are offered and released, each by the person who is signed in', async () => {
    const database = await team.ledger();
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode });
    const [mara, cem] = [pooler.person('mara', database), pooler.person('cem', database)];
    const [id] = await withLedger(mara, (ledger) => ledger.offer([offerOf('aa'), offerOf('bb')]));
    const seen = { id: id ?? 0, sha256: 'aa'.repeat(32) };
    const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-2' } as const;
    await expect(withLedger(mara, (ledger) => ledger.decide(seen, decision))).rejects.toMatchObject({
      code: 'team.refused',
    });
    await withLedger(cem, (ledger) => ledger.decide(seen, decision));
    const offers = await withLedger(cem, allOffers);
    expect(offers.map(({ offeredBy, decision: taken }) => [offeredBy, taken?.by])).toEqual([
      ['mara', undefined],
      ['mara', 'cem'],
    ]);
    expect((await withLedger(mara, (ledger) => ledger.status())).encryption).toBe('TLSv1.3');
  });

  it('times and offers are read as they are, whatever is set for the database', async () => {
    const database = await team.ledger();
    await team.server.asSuperuser('postgres', [`ALTER DATABASE ${database} SET DateStyle = 'German'`]);
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode });
    await withLedger(pooler.person('mara', database), (ledger) => ledger.offer([offerOf('aa')]));
    const readers = Array.from({ length: 4 }, () =>
      withLedger(pooler.person('cem', database), async (ledger) => [await allOffers(ledger), await allOffers(ledger)]),
    );
    for (const offers of (await Promise.all(readers)).flat()) {
      expect(offers).toMatchObject([{ offeredBy: 'mara' }]);
      expect(Math.abs(Date.parse(offers[0]?.offeredAt ?? '') - Date.now())).toBeLessThan(60_000);
    }
  });

  it('two persons whose calls alternate through one pool are never taken for each other', async () => {
    const database = await team.ledger();
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode });
    const links = ['sol', 'cem'].map((person) => linkOf(pooler.person(person, database), person));
    const calls = Array.from({ length: 60 }, (_, call) => links[call % 2]).map((link) => link?.use(whoAmI));
    const heard = await Promise.all(calls);
    expect(heard).toEqual(heard.map((_, call) => [{ person: ['sol', 'cem'][call % 2], process: expect.any(Number) }]));
    await Promise.all(links.map((link) => link.close()));
  });

  it('a pooler that was restarted is used again, also by who had a connection through it', async () => {
    const database = await team.ledger();
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode });
    const link = linkOf(pooler.person('sol', database), 'desk-7');
    await link.use(whoAmI);
    await pooler.stop();
    await expect(link.use(whoAmI)).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
    await pooler.revive();
    expect(await link.use(whoAmI)).toMatchObject([{ person: 'sol' }]);
    await link.close();
  });

  it('a pooler that has no connection left says so in time, and the ledger counts as away', async () => {
    const database = await team.ledger();
    const few = { default_pool_size: 1, query_wait_timeout: 1 };
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode, ...few });
    const holding = await LedgerConnection.open(pooler.person('mara', database));
    await holding.run('BEGIN');
    await expect(LedgerConnection.open(pooler.person('mara', database))).rejects.toMatchObject({
      code: 'team.unreachable',
      detail: expect.stringContaining('query_wait_timeout'),
    });
    await holding.close();
  });

  it('who cannot sign in is told so, and not that the ledger is away', async () => {
    const database = await team.ledger();
    await using pooler = await PoolerOfTest.start(team, database, { pool_mode });
    const wrong = pooler.person('mara', database);
    const persons = [
      { ...wrong, address: { ...wrong.address, password: 'wrong' } },
      pooler.person('nemo', database),
      pooler.person('stranger', database),
    ];
    for (const ports of persons)
      await expect(LedgerConnection.open(ports)).rejects.toMatchObject({ code: 'team.sign-in' });
  });
});

it('in transaction mode, what one desk does leaves nothing behind for another one', async () => {
  const database = await team.ledger();
  const shared = { pool_mode: 'transaction', default_pool_size: 1 } as const;
  await using pooler = await PoolerOfTest.start(team, database, shared);
  const [one, other] = [1, 2].map((number) => linkOf(pooler.person('sol', database), `desk-${number}`));
  const process = await one?.use(whoAmI);
  expect(await other?.use(whoAmI)).toEqual(process);
  const settings = await other?.use(
    async (connection) =>
      await connection.rows("SELECT name FROM pg_settings WHERE source = 'session' AND name = 'statement_timeout'"),
  );
  expect(settings).toEqual([]);
  await Promise.all([one?.close(), other?.close()]);
});

it('without a pooler, the server itself ends a statement that takes too long', async () => {
  const database = await team.ledger();
  const connection = await LedgerConnection.open(team.server.person('sol', database, team.authorityFile));
  expect(await connection.rows('SHOW statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  await connection.close();
});

it('a pooler that gives each statement another connection is refused before anything is changed', async () => {
  const database = await team.ledger();
  await using pooler = await PoolerOfTest.start(team, database, { pool_mode: 'statement' });
  await expect(TeamLedger.open(pooler.person('mara', database))).rejects.toMatchObject({
    code: 'team.pooler',
    retryable: false,
    detail: expect.stringContaining('pool_mode'),
  });
  const link = linkOf(pooler.person('sol', database), 'desk-7');
  await expect(link.use(whoAmI)).rejects.toMatchObject({ code: 'team.pooler' });
  expect(link.away).toBeUndefined();
  await link.close();
});

it('a pooler that signs in as one login for all is refused, also where that login has a role', async () => {
  const database = await team.ledger();
  const shared = { place: 'user=cem', listed: ['mara', 'cem'] };
  await using pooler = await PoolerOfTest.start(team, database, { pool_mode: 'transaction' }, shared);
  await expect(TeamLedger.open(pooler.person('mara', database))).rejects.toMatchObject({
    code: 'team.pooler',
    detail: expect.stringContaining('signs in as cem for mara'),
  });
});

it('a pooler of which the address does not say so is given no proof of a password', async () => {
  const database = await team.ledger();
  await using pooler = await PoolerOfTest.start(team, database, { pool_mode: 'session' });
  const { address, ...ports } = pooler.person('mara', database);
  await expect(
    LedgerConnection.open({ ...ports, address: { ...address, isBehindPooler: false } }),
  ).rejects.toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining('as behind a pooler') });
});
