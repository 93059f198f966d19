/** @file The link of a running app to the team ledger: what happens to it when the server goes away and comes back. */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, MINUTE, systemClock } from '../../src-main/ground/clock.ts';
import { HELLO_MS, type Heard, TeamLink } from '../../src-main/team/connection/team-link.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { FakeClock } from '../fake-clock.ts';
import { TeamOfTest } from './team-of-test.ts';
import { untilAway } from './until-away.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
});

const linkOf = (person: string, database: string, desk = randomUUID(), clock: Clock = systemClock) =>
  new TeamLink({
    ...team.server.person(person, database, team.authorityFile),
    desk: { id: desk, name: 'desk-7' },
    version: '0.1.0',
    clock,
  });

/** One that is in use, and what lets the time come at which it asks by itself. */
async function usedLink() {
  const clock = new FakeClock();
  const link = linkOf('sol', await team.ledger(), randomUUID(), clock);
  onTestFinished(() => link.close());
  await link.use((connection) => connection.rows('SELECT 1'));
  const asksAgain = async () => {
    await clock.sleeping();
    await clock.advanceToNext();
  };
  return { link, asksAgain };
}

describe('a link to the team ledger', () => {
  it('makes the desk known to the ledger before it is used', async () => {
    const database = await team.ledger();
    const desk = randomUUID();
    const link = linkOf('sol', database, desk);
    const rows = await link.use((connection) => connection.rows('SELECT id, name, person FROM tranship.desks'));
    expect(rows).toEqual([{ id: desk, name: 'desk-7', person: 'sol' }]);
    await link.close();
  });

  it('hears once a minute which desks there are', async () => {
    const database = await team.ledger();
    const [clock, heard] = [new FakeClock(), [] as Heard[]];
    const link = new TeamLink({
      ...team.server.person('sol', database, team.authorityFile),
      desk: { id: randomUUID(), name: 'desk-7' },
      version: '0.1.0',
      clock,
      memory: { read: () => undefined, write: (one) => heard.push(one) },
    });
    onTestFinished(() => link.close());
    await link.use((connection) => connection.rows('SELECT 1'));
    const other = linkOf('sol', database);
    await other.use((connection) => connection.rows('SELECT 1'));
    await other.close();
    const greets = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await clock.sleeping();
        await clock.advanceToNext();
      }
      await clock.sleeping();
    };
    await greets(MINUTE / HELLO_MS - 1);
    // When it was asked first, there was none.
    expect(heard.at(-1)?.desks).toEqual([]);
    await greets(1);
    expect(heard.at(-1)?.desks).toHaveLength(2);
  });

  it('is refused the desk of another person', async () => {
    const database = await team.ledger();
    const desk = randomUUID();
    const [own, other] = [linkOf('sol', database, desk), linkOf('mara', database, desk)];
    await own.use((connection) => connection.rows('SELECT 1'));
    await expect(other.use((connection) => connection.rows('SELECT 1'))).rejects.toMatchObject({
      code: 'team.refused',
    });
    await Promise.all([own.close(), other.close()]);
  });

  it('gives each use a connection of its own, so that transactions do not mix', async () => {
    const link = linkOf('sol', await team.ledger());
    const pids = await Promise.all(
      [1, 2, 3].map(() =>
        link.use((connection) =>
          connection.transaction(async () => await connection.rows('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')),
        ),
      ),
    );
    expect(new Set(pids.map((rows) => JSON.stringify(rows))).size).toBe(3);
    await link.close();
  });

  it('makes do with as many connections as the server allows its login, and is not away for that', async () => {
    const database = await team.ledger();
    await team.server.asSuperuser(database, ['ALTER ROLE sol CONNECTION LIMIT 2']);
    onTestFinished(() => team.server.asSuperuser(database, ['ALTER ROLE sol CONNECTION LIMIT -1']));
    const link = linkOf('sol', database);
    const away: unknown[] = [];
    link.subscribe(() => away.push(link.away));
    const ask = () => link.use((connection) => connection.rows('SELECT pg_sleep(0.02)'));
    await Promise.all(Array.from({ length: 12 }, ask));
    await Promise.all(Array.from({ length: 12 }, ask));
    expect(away).toEqual([]);
    await link.close();
  });

  it('says that the server went away, and is back by itself', async () => {
    const { link, asksAgain } = await usedLink();
    await team.server.crash();
    await expect(link.use((connection) => connection.rows('SELECT 1'))).rejects.toMatchObject({
      code: 'team.unreachable',
    });
    expect(link.away?.code).toBe('team.unreachable');
    await team.server.revive();
    await asksAgain();
    await untilAway(link, false);
    expect(await link.use((connection) => connection.rows('SELECT 2 AS two'))).toEqual([{ two: 2 }]);
  });

  it('notices a server that goes away while nothing is asked', async () => {
    const { link, asksAgain } = await usedLink();
    await team.server.crash();
    await asksAgain();
    await untilAway(link, true);
    await team.server.revive();
    await asksAgain();
    await untilAway(link, false);
  });

  it('ends what waits for it when it is closed', async () => {
    const link = linkOf('sol', await team.ledger());
    await link.use((connection) => connection.rows('SELECT 1'));
    await link.close();
    await expect(link.use((connection) => connection.rows('SELECT 1'))).rejects.toMatchObject({
      code: 'team.unreachable',
    });
  });
});
