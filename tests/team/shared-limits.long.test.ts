/** @file Desks that are processes of their own share a limit by a real ledger, and what persons may do to it. */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src-main/ground/clock.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { runs } from '../harness/night.ts';
import { RequestCounter } from './request-counter.ts';
import { startSendingDesk } from './sending-desk.ts';
import { LEDGER_OWNER, TeamOfTest } from './team-of-test.ts';

const waitSchema = z.object({ turns: z.int(), wait_ms: z.int() });

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/**
 * Brief, so that a request counts until its answer is heard: however late it arrives on a busy machine, the limit must hold. Small,
 * so that even a busy machine reaches it.
 */
const limit = { requests: 20, window: 1000 };

/** Three desks that have begun to send. */
async function desksOver(counter: RequestCounter) {
  const { address } = team.server.person('sol', await team.ledger(), team.authorityFile);
  const shared = { address, limit, counter: counter.address, concurrency: 8 };
  const desks = Array.from({ length: 3 }, () => startSendingDesk({ ...shared, desk: randomUUID() }));
  await arrived(counter, 10);
  return { end: () => Promise.all(desks.map((desk) => desk.end())) };
}

const arrived = (counter: RequestCounter, count: number) =>
  expect.poll(() => counter.arrivals.length).toBeGreaterThan(count);

describe('several processes over one limit', () => {
  it('send no more together than it allows, and nearly as much', async () => {
    await using counter = await RequestCounter.start();
    const desks = await desksOver(counter);
    await arrived(counter, runs(5, 50) * limit.requests);
    const reports = await desks.end();
    expect(counter.mostWithin(limit.window)).toBeLessThanOrEqual(limit.requests);
    // More than half of it on average, also where a machine is busy.
    const [first = 0, last = 0] = [counter.arrivals[0], counter.arrivals.at(-1)];
    expect(counter.arrivals.length / ((last - first) / limit.window)).toBeGreaterThan(limit.requests / 2);
    expect(reports.every(({ sent }) => sent > 0)).toBe(true);
  });

  it('keep to it also when the database fails under way, and continue when it is back', async () => {
    await using counter = await RequestCounter.start();
    const desks = await desksOver(counter);
    await team.server.crash();
    await systemClock.sleep(limit.window);
    await team.server.revive();
    const before = counter.arrivals.length;
    await arrived(counter, before + runs(2, 20) * limit.requests);
    await desks.end();
    expect(counter.mostWithin(limit.window)).toBeLessThanOrEqual(limit.requests);
  });
});

describe('a person who types SQL', () => {
  const take = (id: string, more = '') =>
    `SELECT * FROM tranship.take_turns('${id}', 't', 'e', 60000, 61000, 20, 1, 500, NULL, '[]') ${more}`;
  const hello = (id: string) => `SELECT tranship.hello('${id}', 'desk-7', '0.1.0')`;

  it('gets turns for their own desk alone', async () => {
    const database = await team.ledger();
    const id = randomUUID();
    const [row] = await team.plainSql('sol', database, hello(id), take(id));
    expect(row).toMatchObject({ turns: 1, wait_ms: 0, has_share: true });
    await expect(team.plainSql('mara', database, take(id))).rejects.toMatchObject({ code: 'TS001' });
    await expect(team.plainSql('sol', database, `SELECT tranship.leave('${randomUUID()}')`)).rejects.toMatchObject({
      code: 'TS001',
    });
  });

  it('gives no turn back, hides no pause and reads nothing of the tables', async () => {
    const database = await team.ledger();
    const id = randomUUID();
    await team.plainSql('sol', database, hello(id), take(id));
    for (const table of ['budgets', 'grants', 'refusals', 'shares', 'waiting_desks'])
      for (const statement of [
        `SELECT * FROM tranship.${table}`,
        `DELETE FROM tranship.${table}`,
        `SELECT FROM tranship.${table} FOR UPDATE`,
      ])
        await expect(team.plainSql('sol', database, statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('speaks of the turns of their own desk alone', async () => {
    const database = await team.ledger();
    const [own, other] = [randomUUID(), randomUUID()];
    const rerun = (desk: string, spent = '[]') =>
      `SELECT turns, grant_id FROM tranship.take_turns('${desk}', 't', 'e', 60000, 61000, 1, 1, 500, NULL, '${spent}')`;
    const unused = (grant: unknown) => JSON.stringify([{ grant_id: grant, used: 0, counts_ms: 0 }]);
    const [first] = await team.plainSql('sol', database, hello(own), hello(other), rerun(own));
    expect(first).toMatchObject({ turns: 1, grant_id: expect.anything() });
    const spent = unused((first as { grant_id: string }).grant_id);
    const [foreign] = await team.plainSql('sol', database, rerun(other, spent));
    expect(foreign).toMatchObject({ turns: 0 });
    // Otherwise it is the next one.
    await team.plainSql('sol', database, `SELECT tranship.leave('${other}')`);
    const [again] = await team.plainSql('sol', database, rerun(own, spent));
    expect(again).toMatchObject({ turns: 1 });
  });

  it('is served after those who have waited longer', async () => {
    const database = await team.ledger();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const rerun = (desk: string) =>
      `SELECT turns, wait_ms FROM tranship.take_turns('${desk}', 't', 'e', 2000, 3000, 1, 1, 100, NULL, '[]')`;
    const ask = async (desk: string) => (await team.plainSql('sol', database, hello(desk), rerun(desk)))[0];
    expect(await ask(first)).toEqual({ turns: 1, wait_ms: 0 });
    const [one, two, again] = [await ask(second), await ask(third), await ask(first)].map((row) =>
      waitSchema.parse(row),
    );
    expect([one, two, again].map((row) => row?.turns)).toEqual([0, 0, 0]);
    // One window after the other.
    expect(one?.wait_ms).toBeLessThanOrEqual(3100);
    expect((two?.wait_ms ?? 0) - (one?.wait_ms ?? 0)).toBeGreaterThan(1000);
    expect((again?.wait_ms ?? 0) - (two?.wait_ms ?? 0)).toBeGreaterThan(1000);
    await systemClock.sleep(one?.wait_ms ?? 0);
    // The place of who waits first is kept for a moment.
    expect(await ask(first)).toMatchObject({ turns: 0 });
    expect(await ask(second)).toMatchObject({ turns: 1 });
  });

  it('does not tell the ledger what time it is', async () => {
    const database = await team.ledger();
    const id = randomUUID();
    for (const inner of [
      `hear_at(now(), '${id}', NULL)`,
      `leave_at(now() - interval '1 day', '${id}')`,
      `grant_at(now(), '${id}', 1, 1000, 1200, 500, 1, 100, '[]')`,
      `grant_by_limit_at(now(), '${id}', 1, 1000, 1200, 500, 1, 100, '[]')`,
      `take_turns_at(now(), '${id}', 1, 1000, 1200, 500, 1, 100, NULL, '[]')`,
      'note_pause_at(now(), 1, 0, false, 0)',
      "locked_budget('t', 'e')",
    ])
      await expect(team.plainSql('sol', database, `SELECT tranship.${inner}`), inner).rejects.toMatchObject({
        code: '42501',
      });
  });

  it('confirms no answer that was not given yet', async () => {
    const database = await team.ledger();
    const id = randomUUID();
    const shares = 'SELECT confirmed_at < clock_timestamp() AS past FROM tranship.shares';
    await team.plainSql('sol', database, hello(id), take(id), `SELECT tranship.keep_shares('${id}', 9000000000000000)`);
    const rows = await team.asKeeper(database, async (connection) => {
      await connection.run(`SET ROLE ${LEDGER_OWNER}`);
      return await connection.rows(shares);
    });
    expect(rows).toEqual([{ past: true }]);
  });

  it('takes no turns of a limit that does not exist', async () => {
    const database = await team.ledger();
    const id = randomUUID();
    for (const limit of ['60000, 61000, 0, 1, 500', '60000, 100, 20, 1, 500', '60000, 61000, 20, 1, 60000'])
      await expect(
        team.plainSql(
          'sol',
          database,
          hello(id),
          `SELECT tranship.take_turns('${id}', 't', 'e', ${limit}, NULL, '[]')`,
        ),
      ).rejects.toMatchObject({ code: 'TS001' });
  });

  it('waits in one line with all others, so that two who ask at the same moment get no more than there is', async () => {
    const database = await team.ledger();
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const brief = (id: string) =>
      `SELECT * FROM tranship.take_turns('${id}', 't', 'e', 1000, 1200, 50, 10, 100, NULL, '[]')`;
    const rows = await Promise.all(ids.map((id) => team.plainSql('sol', database, hello(id), brief(id))));
    const turns = rows.map(([row]) => Number((row as { turns: number }).turns));
    // A fifth of the limit, once.
    expect(turns.sort((a, b) => b - a)[0]).toBe(10);
  });
});
