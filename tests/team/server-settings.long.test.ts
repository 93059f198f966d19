/**
 * @file What administrators of a database server set for it, for a database or for a login changes nothing of what the ledger
 * says and keeps; nor does what a member of the team makes in a schema that others can write to.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { PartsLedger } from '../../src-main/team/parts-ledger.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { allOffers, LEDGER_OWNER, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const desk = { id: randomUUID(), name: 'desk-7' };

async function atDesk<Result>(database: string, work: (connection: LedgerConnection) => Promise<Result>) {
  const ports = team.server.person('sol', database, team.authorityFile);
  const link = new TeamLink({ ...ports, desk, version: '0.1.0', clock: systemClock });
  return await link.use(work).finally(() => link.close());
}

/** A file is offered, released, announced, found, and sent in parts. */
async function aDayOfTheTeam(database: string): Promise<void> {
  const [id] = await team.as('mara', database, (ledger) => ledger.offer([offerOf('aa')]));
  const seen = { id: id ?? 0, sha256: 'aa'.repeat(32) };
  const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-2' } as const;
  await team.as('cem', database, (ledger) => ledger.decide(seen, decision));
  const [offer] = await team.as('cem', database, allOffers);
  expect(offer).toMatchObject({ id, decision: { by: 'cem' } });
  expect(Math.abs(Date.parse(offer?.offeredAt ?? '') - Date.now())).toBeLessThan(60_000);
  const appointments = await team.as('ada', database, (ledger) => ledger.appointments());
  expect(appointments.map(({ person }) => person)).toEqual(['ada', 'mara', 'milo', 'cem', 'sol']);
  await atDesk(database, async (connection) => {
    const sendings = new TeamSendings(connection);
    const { sha256, destination, fileName, figures } = offerOf('aa');
    const known = { desk: desk.id, submission: '1', sha256, destination, fileName, figures };
    const sending = await sendings.begin(known);
    await sendings.storeIds(sending, new Uint32Array([1, 2]));
    await sendings.announce(sending, 1);
    expect(await sendings.described([sending])).toMatchObject([{ person: 'sol', fileName }]);
    const parts = new PartsLedger(connection, desk);
    const ranges = [{ start: 0, end: 100, lines: 2, sha256 }];
    const file = randomUUID();
    await parts.share({ id: file, sha256, destination, name: fileName, path: '/exports', facts: {}, ranges });
    const wanted = { destinations: [destination], butNot: [], most: 1, leaseMs: 90_000, resuming: false };
    const [part] = await parts.take(wanted);
    const held = { part: part?.id ?? 0, token: part?.token ?? 0, number: 1 };
    expect(await parts.keep([held], 90_000)).toEqual(new Set([part?.id]));
    const written = { batch: { state: 'accepted' }, hasAddress: false, becomes: 'done' } as const;
    expect(await parts.write(held, written)).toEqual(expect.any(Number));
    expect(await parts.news(new Map([[held.part, 0]]))).toMatchObject([{ status: 'done' }]);
  });
}

it.each([
  "DateStyle = 'German'",
  "DateStyle = 'SQL, DMY'",
  "IntervalStyle = 'sql_standard'",
  "TimeZone = 'Australia/Lord_Howe'",
  "bytea_output = 'escape'",
  'extra_float_digits = -15',
  'standard_conforming_strings = off',
  "client_encoding = 'LATIN1'",
  "default_transaction_isolation = 'serializable'",
  'row_security = off',
  "search_path = 'nowhere'",
])('the ledger says and keeps the same where %s is set for all its connections', async (setting) => {
  const database = await team.ledger();
  await team.server.asSuperuser('postgres', [`ALTER DATABASE ${database} SET ${setting}`]);
  await aDayOfTheTeam(database);
});

it('what is set for one login counts no more than what is set for all', async () => {
  const database = await team.ledger();
  const settings = ["DateStyle = 'German'", "default_transaction_isolation = 'repeatable read'", 'row_security = off'];
  for (const person of ['ada', 'mara', 'cem', 'sol'])
    for (const setting of settings) await team.server.asSuperuser(database, [`ALTER ROLE ${person} SET ${setting}`]);
  await aDayOfTheTeam(database).finally(async () => {
    for (const person of ['ada', 'mara', 'cem', 'sol'])
      await team.server.asSuperuser(database, [`ALTER ROLE ${person} RESET ALL`]);
  });
});

it('a server that lets no statement wait for a lock may answer later', async () => {
  const database = await team.ledger();
  await team.server.asSuperuser('postgres', [`ALTER DATABASE ${database} SET lock_timeout = '20ms'`]);
  await team.asKeeper(database, async (connection) => {
    await connection.run(`BEGIN; SET LOCAL ROLE ${LEDGER_OWNER}; LOCK TABLE tranship.offers`);
    await expect(team.as('mara', database, (ledger) => ledger.offer([offerOf('aa')]))).rejects.toMatchObject({
      code: 'team.unreachable',
      retryable: true,
      detail: expect.stringContaining('lock timeout'),
    });
    await connection.run('ROLLBACK');
  });
});

it('a server that ends a transaction in which nothing is asked may answer later', async () => {
  const database = await team.ledger();
  const connection = await LedgerConnection.open(team.server.person('cem', database, team.authorityFile));
  // For the whole database, a busy machine would not get through the opening.
  await connection.run("SET idle_in_transaction_session_timeout = '20ms'; BEGIN");
  await team.server.asSuperuser(database, [
    `DO $$ BEGIN
       WHILE EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'cem') LOOP PERFORM pg_stat_clear_snapshot(); END LOOP;
     END $$`,
  ]);
  await expect(connection.rows('SELECT 1')).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
  await connection.close();
});

it('two who offer the same files in another order at the same moment hold up each other, and one of them tries again', async () => {
  const database = await team.ledger();
  const files = Array.from({ length: 60 }, (_, number) => offerOf((number + 16).toString(16)));
  const offered = await Promise.allSettled([
    team.as('mara', database, (ledger) => ledger.offer(files)),
    team.as('milo', database, (ledger) => ledger.offer(files.toReversed())),
  ]);
  const reasons = offered.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(reasons).toEqual([expect.objectContaining({ code: expect.stringMatching(/^team\.(refused|unreachable)$/) })]);
});

describe('a database with a schema in which all may make objects, such as one that an upgrade brought along', () => {
  const unnest = (theirs: string) => `CREATE FUNCTION public.unnest(bigint[]) RETURNS SETOF bigint LANGUAGE plpgsql AS
    $$ BEGIN ${theirs}; RETURN QUERY SELECT pg_catalog.unnest($1); EXCEPTION WHEN OTHERS THEN NULL; END $$`;

  it('does not let a person have their own file released by a function that a checker calls unawares', async () => {
    const database = await team.database();
    await team.server.asSuperuser(database, ['GRANT CREATE ON SCHEMA public TO PUBLIC']);
    await team.setUp(database);
    await team.as('ada', database, (ledger) => ledger.giveRole('cem', 'sender'));
    const [id] = await team.as('mara', database, (ledger) => ledger.offer([offerOf('aa')]));
    const release = `PERFORM tranship.decide(${id}, decode(repeat('aa', 32), 'hex'), 'released', 'No one looked.', 'x')`;
    await team.plainSql(
      'mara',
      database,
      unnest(release),
      'GRANT EXECUTE ON FUNCTION public.unnest(bigint[]) TO PUBLIC',
    );
    const connection = await LedgerConnection.open(team.server.person('cem', database, team.authorityFile));
    await new PartsLedger(connection, desk).news(new Map([[1, 1]]));
    await connection.close();
    // Also as a program would ask that knows nothing of this, or through a pooler.
    await team.plainSql('cem', database, 'SELECT unnest(ARRAY[1::bigint])');
    expect(await team.as('cem', database, (ledger) => ledger.findOffer(id ?? 0))).toMatchObject({
      state: 'open',
    });
  });
});
