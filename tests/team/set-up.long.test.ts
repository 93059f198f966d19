/** @file The team ledger is made and brought to later versions by who owns the database, and its roles are given by administrators. */

import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { type Migration, migrations } from '../../src-main/team/migrations.ts';
import { migrateLedger, setUpLedger } from '../../src-main/team/set-up.ts';
import { TeamLedger } from '../../src-main/team/team-ledger.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { PostgresServer } from './postgres-server.ts';
import { allOffers, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const later: Migration = { name: 'later', statements: () => 'CREATE TABLE tranship.later (id integer)' };
const newest = migrations.length;

describe('setting up', () => {
  it('makes the ledger in an empty database, with an administrator', async () => {
    const database = await team.database();
    const made = await team.asKeeper(database, (connection) => setUpLedger(connection, 'ada'));
    expect(made).toEqual({ from: 0, to: newest });
    expect(await team.as('ada', database, (ledger) => ledger.status())).toMatchObject({
      person: 'ada',
      roles: ['administrator'],
      version: newest,
      encryption: expect.stringMatching(/^TLSv1/),
    });
  });

  it('again changes nothing and appoints another administrator', async () => {
    const database = await team.madeLedger();
    const again = await team.asKeeper(database, (connection) => setUpLedger(connection, 'ben'));
    expect(again).toEqual({ from: newest, to: newest });
    expect(await team.as('ben', database, (ledger) => ledger.status())).toMatchObject({ roles: ['administrator'] });
  });

  it('by two at the same moment makes one ledger', async () => {
    const database = await team.database();
    const setUp = () => team.asKeeper(database, (connection) => setUpLedger(connection, 'ada'));
    const made = await Promise.all([setUp(), setUp()]);
    expect(made.map(({ from }) => from).sort()).toEqual([0, newest]);
  });

  it('is refused to persons, and leaves nothing behind where it fails', async () => {
    const database = await team.database();
    await expect(team.as('ada', database, (ledger) => ledger.status())).rejects.toMatchObject({
      code: 'team.not-set-up',
    });
    const broken = [...migrations, { name: 'broken', statements: () => 'SELECT nothing_of_the_kind()' }];
    await expect(team.asKeeper(database, (connection) => setUpLedger(connection, 'ada', broken))).rejects.toThrow();
    await expect(team.asKeeper(database, (connection) => setUpLedger(connection, 'unknown'))).rejects.toMatchObject({
      detail: 'There is no login “unknown” in this database.',
    });
    const byMara = await LedgerConnection.open(team.server.person('mara', database, team.authorityFile));
    await expect(setUpLedger(byMara, 'mara')).rejects.toMatchObject({
      detail: expect.stringContaining('owner of the'),
    });
    await byMara.close();
    await expect(team.asKeeper(database, (connection) => setUpLedger(connection, 'ada'))).resolves.toMatchObject({
      from: 0,
    });
  });

  it('appoints no one who can change the ledger itself', async () => {
    const database = await team.database();
    for (const login of ['keeper', 'postgres'])
      await expect(team.asKeeper(database, (connection) => setUpLedger(connection, login))).rejects.toMatchObject({
        detail: `“${login}” can change the ledger itself, and so can have no role in it.`,
      });
  });

  it('works for a superuser over the socket of the server', async () => {
    const database = await team.database();
    const connection = await LedgerConnection.open(team.server.superuser(database));
    await expect(setUpLedger(connection, 'ada')).resolves.toEqual({ from: 0, to: newest });
    await connection.close();
  });
});

describe('a ledger of another version', () => {
  it('that is newer than the desk is not worked with, also not by migrating', async () => {
    const database = await team.madeLedger();
    await team.asKeeper(database, (connection) => migrateLedger(connection, [...migrations, later]));
    const newer = { code: 'team.newer', params: { version: newest + 1, known: newest } };
    await expect(team.as('ada', database, (ledger) => ledger.status())).rejects.toMatchObject(newer);
    await expect(team.asKeeper(database, (connection) => migrateLedger(connection))).rejects.toMatchObject(newer);
    await expect(team.asKeeper(database, (connection) => setUpLedger(connection, 'ben'))).rejects.toMatchObject(newer);
  });

  it('that is older than the desk says who brings it up to date, and how', async () => {
    const database = await team.ledger();
    const open = TeamLedger.open(team.server.person('ada', database, team.authorityFile), newest + 1);
    await expect(open).rejects.toMatchObject({ code: 'team.older', params: { version: newest, known: newest + 1 } });
  });

  it('is brought up to date once by two who migrate at the same moment, and keeps what it has', async () => {
    const database = await team.madeLedger();
    const migrate = () => team.asKeeper(database, (connection) => migrateLedger(connection, [...migrations, later]));
    const done = await Promise.all([migrate(), migrate()]);
    expect(done.map(({ from }) => from).sort((one, other) => one - other)).toEqual([newest, newest + 1]);
    const rows = await team.plainSql('ada', database, 'SELECT DISTINCT person FROM tranship.appointments');
    expect(rows).toHaveLength(5);
  });

  it('stays as it was where a step fails, and where a person tries', async () => {
    const database = await team.madeLedger();
    const broken = [...migrations, later, { name: 'broken', statements: () => 'SELECT nothing_of_the_kind()' }];
    await expect(team.asKeeper(database, (connection) => migrateLedger(connection, broken))).rejects.toThrow();
    await expect(team.as('ada', database, (ledger) => ledger.status())).resolves.toMatchObject({ version: newest });
    const byAda = await LedgerConnection.open(team.server.person('ada', database, team.authorityFile));
    await expect(migrateLedger(byAda, [...migrations, later])).rejects.toMatchObject({ code: 'team.refused' });
    await byAda.close();
  });
});

describe('a role', () => {
  it('is given and withdrawn by an administrator, and both stay on record', async () => {
    const database = await team.ledger();
    await team.as('ada', database, (ledger) => ledger.withdrawRole('milo', 'maker'));
    const appointments = await team.as('ada', database, (ledger) => ledger.appointments());
    expect(appointments.filter(({ person }) => person === 'milo')).toMatchObject([
      { role: 'maker', givenBy: 'ada', withdrawnBy: 'ada', withdrawnAt: expect.any(String) },
    ]);
  });

  it('that is withdrawn counts no more, also for who is signed in at that moment', async () => {
    const database = await team.ledger();
    await team.as('milo', database, async (ledger) => {
      expect(await ledger.appointments()).not.toEqual([]);
      await team.as('ada', database, (other) => other.withdrawRole('milo', 'maker'));
      await expect(allOffers(ledger)).rejects.toMatchObject({ code: 'team.sign-in' });
    });
    await expect(team.as('milo', database, (ledger) => ledger.status())).rejects.toMatchObject({
      code: 'team.sign-in',
    });
  });

  it('is neither given nor withdrawn by who has it, or by others than administrators', async () => {
    const database = await team.ledger();
    const asAda = (work: (ledger: TeamLedger) => Promise<void>) => team.as('ada', database, work);
    await expect(asAda((ledger) => ledger.giveRole('ada', 'checker'))).rejects.toMatchObject({
      detail: 'Another administrator has to give you a role.',
    });
    await expect(asAda((ledger) => ledger.withdrawRole('ada', 'administrator'))).rejects.toMatchObject({
      detail: 'Another administrator has to withdraw your roles.',
    });
    await expect(team.as('cem', database, (ledger) => ledger.giveRole('mara', 'checker'))).rejects.toMatchObject({
      detail: 'cem does not have the role “administrator” in this ledger.',
    });
  });

  it('in one ledger counts for nothing in another one on the same server', async () => {
    const [, second] = [await team.ledger(), await team.database()];
    await team.asKeeper(second, (connection) => setUpLedger(connection, 'ben'));
    await expect(team.as('cem', second, (ledger) => ledger.status())).rejects.toMatchObject({ code: 'team.sign-in' });
  });
});

it('is backed up and restored on another server as the manual says, with its rules', async () => {
  const database = await team.ledger();
  const [id = 0] = await team.as('mara', database, (ledger) => ledger.offer([offerOf('a1')]));
  await using other = await PostgresServer.start(team.authority.host());
  const [roles, dump] = [join(team.server.folder, 'roles.sql'), join(team.server.folder, `${database}.dump`)];
  team.server.program('pg_dumpall', '--roles-only', '--file', roles);
  team.server.program('pg_dump', '--create', '--format=custom', '--file', dump, database);
  other.program('psql', '--quiet', '--file', roles, 'postgres');
  other.program('pg_restore', '--create', '--dbname', 'postgres', dump);

  const as = <Result>(person: string, work: (ledger: TeamLedger) => Promise<Result>) =>
    TeamLedger.open(other.person(person, database, team.authorityFile)).then((ledger) =>
      work(ledger).finally(() => ledger.close()),
    );
  const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;
  const offer = { id, sha256: offerOf('a1').sha256 };
  await expect(as('mara', (ledger) => ledger.decide(offer, decision))).rejects.toMatchObject({ code: 'team.refused' });
  await as('cem', (ledger) => ledger.decide(offer, decision));
  expect(await as('sol', (ledger) => ledger.findOffer(id))).toMatchObject({ offeredBy: 'mara', state: 'released' });
  await expect(as('stranger', (ledger) => ledger.status())).rejects.toMatchObject({ code: 'team.sign-in' });
});
