/**
 * @file A server of the team ledger that forgets what it had said: it crashes although it was told not to wait for its disk, or
 * is put back to an earlier state with the whole of its disk, such as a snapshot of a virtual machine.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { tellHistory } from '../../src-main/team/history/told-history.ts';
import { PartsLedger } from '../../src-main/team/parts-ledger.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { allOffers, offerOf, TeamOfTest } from './team-of-test.ts';

const { destination, sha256, fileName, figures } = offerOf('aa');
const wanted = { destinations: [destination], butNot: [], most: 1, leaseMs: 60_000, resuming: false };
const held = { batch: { state: 'reserving' }, hasAddress: false, becomes: 'held' } as const;

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** A desk that runs, and greets the ledger by itself. */
function deskAt(database: string) {
  const desk = { id: randomUUID(), name: 'desk-7' };
  const ports = team.server.person('sol', database, team.authorityFile);
  const link = new TeamLink({ ...ports, desk, version: '0.1.0', clock: systemClock });
  onTestFinished(() => link.close());
  const parts = <Result>(work: (parts: PartsLedger) => Promise<Result>) =>
    link.use((connection) => work(new PartsLedger(connection, desk)));
  const sendings = <Result>(work: (sendings: TeamSendings) => Promise<Result>) =>
    link.use((connection) => work(new TeamSendings(connection)));
  const begin = () =>
    sendings((all) => all.begin({ desk: desk.id, submission: '1', sha256, destination, fileName, figures }));
  const share = () => {
    const ranges = [{ start: 0, end: 10, lines: 1, sha256 }];
    const file = { id: randomUUID(), sha256, destination, name: fileName, path: '/exports', facts: {}, ranges };
    return parts((all) => all.share(file));
  };
  return { link, desk, parts, sendings, begin, share };
}

it('what a desk was told outlasts a crash, also where the server is not to wait for its disk', async () => {
  const database = await team.ledger();
  await team.server.asSuperuser('postgres', [
    `ALTER DATABASE ${database} SET synchronous_commit = off`,
    `ALTER SYSTEM SET wal_writer_delay = '10s'`,
    'SELECT pg_reload_conf()',
  ]);
  const desk = deskAt(database);
  await desk.share();
  const [part] = await desk.parts((all) => all.take(wanted));
  const [id] = await team.as('mara', database, (ledger) => ledger.offer([offerOf('bb')]));
  await team.server.crash();
  await team.server.revive();
  expect(await team.as('cem', database, allOffers)).toMatchObject([{ id }]);
  const token = { part: part?.id ?? 0, token: part?.token ?? 0, number: 1 };
  expect(await desk.parts((all) => all.write(token, held))).toEqual(expect.any(Number));
});

it('a ledger that was put back notices it by the first desk that had heard more of it', async () => {
  const database = await team.ledger();
  const [one, other] = [deskAt(database), deskAt(database)];
  await one.share();
  expect(await one.sendings((all) => all.lifeAge())).toBeUndefined();
  const putBack = await team.server.snapshot();
  const [part] = await one.parts((all) => all.take(wanted));
  await one.sendings(async (all) => all.announce(await one.begin(), undefined));
  await putBack();
  expect(await one.sendings((all) => all.lifeAge())).toEqual(expect.any(Number));
  expect(await other.parts((all) => all.take(wanted))).toEqual([]);
  const token = { part: part?.id ?? 0, token: part?.token ?? 0, number: 1 };
  expect(await one.parts((all) => all.write(token, held))).toEqual(expect.any(Number));
  const again = await other.begin();
  await expect(other.sendings((all) => all.announce(again, undefined))).rejects.toMatchObject({
    code: 'team.put-back',
  });
  await one.sendings(async (all) => all.announce(await one.begin(), undefined, true));
});

it('a server that was only restarted, or crashed, counts as it was', async () => {
  const database = await team.ledger();
  const desk = deskAt(database);
  await desk.share();
  for (let time = 0; time < 3; time++) {
    // The log is full now and then, or is archived by the hour.
    await team.server.asSuperuser(database, ['SELECT pg_switch_wal()']);
    await desk.link.use((connection) => connection.rows('SELECT 1'));
    await team.server.crash();
    await team.server.revive();
    expect(await desk.sendings((all) => all.lifeAge())).toBeUndefined();
  }
});

it('a desk that was started since tells by its history that the ledger was put back, once a day at most', async () => {
  const database = await team.ledger();
  const { link, desk, sendings } = deskAt(database);
  const forgotten = { position: 7, hash: '07'.repeat(32), kind: 'ledger-put-back', detail: { known: 3 }, ageMs: 0 };
  const told = {
    chain: '01'.repeat(32),
    continues: undefined,
    reached: { position: 9, hash: '09'.repeat(32), count: 9 },
  };
  await link.use((connection) => tellHistory(connection, desk.id, { ...told, events: [forgotten] }));
  expect(await sendings((all) => all.lifeAge())).toBeLessThan(60_000);
  const hoursAgo = "UPDATE tranship.lives SET begun_at = begun_at - interval '20 hours'";
  await team.server.asSuperuser(database, [hoursAgo]);
  const next = { ...told, reached: { position: 11, hash: '0b'.repeat(32), count: 11 } };
  const another = { ...forgotten, position: 10, hash: '0a'.repeat(32) };
  await link.use((connection) => tellHistory(connection, desk.id, { ...next, events: [another] }));
  expect(await sendings((all) => all.lifeAge())).toBeGreaterThan(60_000);
});
