/**
 * @file A standby takes the team ledger over that lacks what was committed last: what desks got, announced and sent in those moments
 * counts still.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { PartsLedger } from '../../src-main/team/parts-ledger.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { runs } from '../harness/night.ts';
import { WAIT_MS } from '../patience.ts';
import type { PostgresServer } from './postgres-server.ts';
import { RequestCounter } from './request-counter.ts';
import { startSendingDesk } from './sending-desk.ts';
import { offerOf, TeamOfTest } from './team-of-test.ts';
import { WayToServer } from './way-to-server.ts';

const LEASE = 60_000;
const destination = 'https://tm.example https://tm.example/token client tenant/one';

let team: TeamOfTest;
let standby: PostgresServer;
let database: string;
const open: LedgerConnection[] = [];

/** A desk of a person at one of the servers, which has said hello. */
async function deskAt(server: PostgresServer, id: string = randomUUID(), person = 'sol') {
  const connection = await LedgerConnection.open(server.person(person, database, team.authorityFile));
  open.push(connection);
  const hello = () => connection.rows('SELECT tranship.hello($1, $2, $3)', [id, `desk of ${person}`, '1.0.0']);
  await hello();
  const [parts, sendings] = [new PartsLedger(connection, { id }), new TeamSendings(connection)];
  const { sha256, fileName, figures } = offerOf('aa');
  const sending = { desk: id, submission: '1', sha256, destination, fileName, figures };
  return { id, connection, parts, sendings, sending, hello };
}

const wanted = { destinations: [destination], butNot: [], most: 1, leaseMs: LEASE, resuming: false };
const held = { batch: { state: 'reserving' }, hasAddress: false, becomes: 'held' } as const;

/** As if the standby had taken over so long ago. */
const later = () =>
  standby.asSuperuser(database, ["UPDATE tranship.lives SET begun_at = begun_at - interval '2 minutes'"]);

/** What two desks did before, and what one of them did that the standby never heard of. */
let before: { one: string; part: { part: number; token: number }; other: string };
const limit = { requests: 40, window: 4000 };
let counter: RequestCounter;
let way: WayToServer;
let load: ReturnType<typeof startSendingDesk>[] = [];
let arrivedBefore = 0;

const arrived = (count: number) =>
  vi.waitFor(() => expect(counter.arrivals.length).toBeGreaterThan(count), { timeout: WAIT_MS });

beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
  database = await team.ledger();
  standby = await team.server.standby();
  counter = await RequestCounter.start();
  way = await WayToServer.to(team.server.port);
  const one = await deskAt(team.server);
  const other = await deskAt(team.server);
  await one.parts.share({
    id: randomUUID(),
    sha256: 'cd'.repeat(32),
    destination,
    name: 'day.jsonl',
    path: '/share/day.jsonl',
    facts: {},
    ranges: [{ start: 0, end: 10, lines: 1, sha256: 'ab'.repeat(32) }],
  });
  const { address } = team.server.person('sol', database, team.authorityFile);
  const orders = { address: { ...address, port: way.port }, limit, concurrency: 8, counter: counter.address };
  load = [1, 2].map(() => startSendingDesk({ ...orders, desk: randomUUID() }));
  await arrived(5);
  await standby.caughtUp(team.server);

  // From here on, the standby hears of nothing.
  await standby.crash();
  await arrived(counter.arrivals.length + 5);
  const [part] = await one.parts.take(wanted);
  if (part === undefined) throw new Error('There is no part.');
  const sending = await one.sendings.begin(one.sending);
  await one.sendings.announce(sending, undefined);

  await team.server.crash();
  await standby.revive();
  await expectReadOnly();
  await standby.promote();
  arrivedBefore = counter.arrivals.length;
  way.lead(standby.port);
  before = { one: one.id, part: { part: part.id, token: part.token }, other: other.id };
});
afterAll(async () => {
  await Promise.allSettled(load.map((desk) => desk.end()));
  await Promise.all(open.map((connection) => connection.close()));
  await way?.[Symbol.asyncDispose]();
  await counter?.[Symbol.asyncDispose]();
  await standby?.[Symbol.asyncDispose]();
  await team?.[Symbol.asyncDispose]();
});

let readOnly: unknown;
async function expectReadOnly(): Promise<void> {
  const ports = standby.person('sol', database, team.authorityFile);
  const desk = { id: randomUUID(), name: 'desk-7' };
  const link = new TeamLink({ ...ports, desk, version: '0.1.0', clock: systemClock });
  const refused = await link.use((connection) => connection.rows('SELECT 1')).catch((thrown: unknown) => thrown);
  readOnly = { refused, away: link.away };
  await link.close();
}

it('a standby that is reached before it was promoted counts as a ledger that is away', () => {
  const away = { code: 'team.unreachable', retryable: true, detail: expect.stringContaining('takes no changes') };
  expect(readOnly).toMatchObject({ refused: away, away });
});

it('a server that no longer takes changes counts as away also for who is connected already', async () => {
  const desk = await deskAt(standby, before.other);
  await desk.connection.run('SET default_transaction_read_only = on');
  await expect(desk.hello()).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
  await desk.connection.close();
});

describe('after a standby has taken over without the last moments', () => {
  it('a part that was taken in them is given to no other desk, and its desk has it again', async () => {
    const [one, other] = [await deskAt(standby, before.one), await deskAt(standby, before.other)];
    expect(await other.parts.take(wanted)).toEqual([]);
    expect(await one.parts.write({ ...before.part, number: 1 }, held)).toEqual(expect.any(Number));
    expect(await one.parts.keep([before.part], LEASE)).toEqual(new Set([before.part.part]));
    await later();
    expect(await other.parts.take(wanted)).toEqual([]);
  });

  it('what was announced in them is announced again before others announce anything', async () => {
    await standby.asSuperuser(database, [
      "UPDATE tranship.lives SET begun_at = clock_timestamp() WHERE begun_at > '-infinity'",
    ]);
    const [one, other] = [await deskAt(standby, before.one), await deskAt(standby, before.other)];
    expect(await one.sendings.ofDesk(before.one)).toEqual([]);
    expect(await one.sendings.lifeAge()).toEqual(expect.any(Number));
    const second = await other.sendings.begin(other.sending);
    await expect(other.sendings.announce(second, undefined)).rejects.toMatchObject({
      code: 'team.put-back',
      detail: expect.stringContaining('desk of sol (sol)'),
    });
    const first = await one.sendings.begin(one.sending);
    await one.sendings.announce(first, undefined, true);
    await later();
    // Those that only take turns tell nothing.
    const all =
      "SELECT tranship.continue_without(ARRAY(SELECT desk FROM tranship.awaited_desks), 'They send no files.')";
    await other.connection.rows(all);
    await other.sendings.announce(second, undefined);
    expect((await other.sendings.announcedBefore(second)).same).toEqual([first]);
  });

  it('desks that send under a shared limit continue, and no window has more than it allows', async () => {
    // The moments after the standby has taken over, and at night longer.
    await arrived(arrivedBefore + runs(2, 10) * limit.requests);
    await Promise.all(load.map((desk) => desk.end()));
    expect(counter.mostWithin(limit.window)).toBeLessThanOrEqual(limit.requests);
  });
});
