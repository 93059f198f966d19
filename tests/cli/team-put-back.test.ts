/**
 * @file The team ledger put back from a backup, by the documented procedure, under four desks that went on sending after it: real
 * processes, a real PostgreSQL server, and an independent service as the judge.
 */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight, fewerByDay } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { WAIT_MS } from '../patience.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { openDesk, partsOf } from './team-desks.ts';
import { writeTransactions } from './transactions.ts';
import type { Workplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const TEAM_WORK = ['work', '--team', '--until-done', '--json'];
const WORK = ['work', '--until-idle', '--json'];

/** Four desks that the ledger knew when it was backed up, and what puts it back to that. */
async function fourDesks(service: Reachable) {
  const database = await team.ledger();
  const desks: Workplace[] = [];
  for (const lines of [1, 2, 3, 4]) {
    const desk = await openDesk(team, { service, database, person: 'sol' });
    const known = await writeTransactions(desk, lines);
    expect(await desk.run(['send', known, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
    desks.push(desk);
  }
  const dump = join(team.server.folder, `${database}.dump`);
  const backUp = () => team.server.program('pg_dump', '--create', '--format=custom', '--file', dump, database);
  backUp();
  const putBack = async () => {
    await team.server.asSuperuser('postgres', [`DROP DATABASE ${database} WITH (FORCE)`]);
    team.server.program('pg_restore', '--create', '--dbname', 'postgres', dump);
  };
  const [one, other, third, fourth] = desks;
  if (one === undefined || other === undefined || third === undefined || fourth === undefined)
    throw new Error('There are not four desks.');
  return { database, one, other, third, fourth, before: service.batches().length, backUp, putBack };
}

/** The very same file, at another desk. */
async function copyAt(desk: Workplace, file: string): Promise<string> {
  const copy = join(desk.folder, 'copy.jsonl');
  await copyFile(file, copy);
  return copy;
}

/** As if the ledger had been put back some minutes ago. */
const minutesLater = (database: string) =>
  team.server.asSuperuser(database, ["UPDATE tranship.lives SET begun_at = begun_at - interval '5 minutes'"]);

/** What becomes of the copy at another desk, which asks until then. */
const expectHeld = async (desk: Workplace) =>
  expect((await desk.run(WORK)).submissions).toContainEqual(
    expect.objectContaining({ state: 'held', error: 'submission.sent-by-team' }),
  );

describe('after the team ledger was put back from a backup, no desk sends again what another one sent after it', () => {
  it('where that one comes back with “tranship work”, although there is nothing else to do', async () => {
    await using service = await startOpponent();
    const { database, one, other, third, fourth, before, putBack } = await fourDesks(service);
    const file = await writeTransactions(one, 50);
    expect(await one.run(['send', file, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
    await putBack();
    const copy = await copyAt(other, file);
    await other.run(['send', copy, '--timeout', '5s', '--json']);
    await minutesLater(database);
    for (const desk of [third, fourth, one]) expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
    await expectHeld(other);
    expect(service.batches()).toHaveLength(before + 1);
  });

  atNight(it)('where a “tranship serve” of that one ran across it', async () => {
    await using service = await startOpponent();
    const { database, one, other, third, fourth, before, putBack } = await fourDesks(service);
    const file = await writeTransactions(one, 50);
    expect(await one.run(['send', file, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
    const serving = one.start(['serve', '--json']);
    await serving.event(({ event }) => event === 'serving');
    const greeted = `SELECT FROM tranship.desks WHERE last_seen > clock_timestamp() - interval '1 second'`;
    await vi.waitFor(async () => expect(await team.plainSql('sol', database, greeted)).toHaveLength(1), {
      timeout: WAIT_MS,
    });
    await putBack();
    const copy = await copyAt(other, file);
    await other.run(['send', copy, '--timeout', '5s', '--json']);
    await minutesLater(database);
    for (const desk of [third, fourth]) expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
    const told = `SELECT FROM tranship.sendings WHERE sha256 IN (SELECT sha256 FROM tranship.sendings) GROUP BY sha256`;
    await vi.waitFor(async () => expect(await team.plainSql('sol', database, told)).toHaveLength(5), {
      timeout: 40_000,
    });
    await expectHeld(other);
    expect(service.batches()).toHaveLength(before + 1);
    await serving.kill('SIGINT');
  });
});

describe('after it, no desk sends the parts again that another one has sent for the team', () => {
  const files: [which: string, wasKnown: boolean][] = [
    ['of a file that it has forgotten', false],
    ['of a file that the ledger knew', true],
  ];
  it.each(fewerByDay(files, 1))('%s', async (_, wasKnown) => {
    await using service = await startOpponent();
    const { database, one, other, third, fourth, before, backUp, putBack } = await fourDesks(service);
    const file = await writeTransactions(one, 20);
    expect(await one.run(['send', file, '--max-batch', '2500', '--team', '--json'])).toMatchObject({ exitCode: 0 });
    if (wasKnown) backUp();
    expect(await other.run(TEAM_WORK)).toMatchObject({ exitCode: 0 });
    const sent = service.batches().length - before;
    expect(sent).toBeGreaterThan(4);
    await putBack();
    await third.run([...TEAM_WORK, '--timeout', '5s']);
    await minutesLater(database);
    await one.run(['work', '--until-idle', '--timeout', '5s', '--json']);
    for (const desk of [fourth, other, one]) expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
    expect(await third.run(TEAM_WORK)).toMatchObject({ exitCode: 0 });
    const parts = await partsOf(third);
    expect(parts.map(({ state }) => state)).toEqual(Array.from({ length: sent }, () => 'processed'));
    expect(service.batches()).toHaveLength(before + sent);
  });
});

describe('a ledger that was put back', () => {
  const statusSchema = z.looseObject({
    putBack: z.object({ desks: z.array(z.looseObject({ desk: z.string(), person: z.string() })) }).optional(),
  });
  const awaitedBy = async (desk: Workplace) =>
    statusSchema.parse((await desk.run(['team', 'status', '--json'])).summary).putBack?.desks ?? [];

  it('says which desks it waits for, until a person says that they are not waited for, and why', async () => {
    await using service = await startOpponent();
    const { database, one, other, third, fourth, before, putBack } = await fourDesks(service);
    const file = await writeTransactions(one, 50);
    expect(await one.run(['send', file, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
    await putBack();
    const copy = await copyAt(other, file);
    const said = await other.run(['send', copy, '--timeout', '5s']);
    expect(said.stdout).toMatch(/held: waiting for the team$/m);
    await minutesLater(database);
    await minutesLater(database);
    for (const desk of [third, fourth]) expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });

    const waiting = await other.run(['work', '--until-idle']);
    expect(waiting).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('tranship team continue --without') });
    const [missing, ...more] = await awaitedBy(other);
    expect([missing?.person, more]).toEqual(['sol', []]);
    const without = ['team', 'continue', '--without', missing?.desk ?? '', '--json'];
    expect(await other.run([...without, '--reason', ' '])).toMatchObject({ exitCode: 2 });
    expect(await other.run([...without, '--reason', 'Its computer is broken.'])).toMatchObject({ exitCode: 0 });
    expect(await other.run(['team', 'history', '--json'])).toMatchObject({
      stdout: expect.stringContaining('Its computer is broken.'),
    });
    expect(await awaitedBy(other)).toEqual([]);
    await other.run(WORK);
    expect(service.batches()).toHaveLength(before + 2);
  });

  atNight(it)('waits also for a desk that it has forgotten, and another one remembers', async () => {
    await using service = await startOpponent();
    const { database, one, other, third, fourth, before, putBack } = await fourDesks(service);
    const latest = await openDesk(team, { service, database, person: 'sol' });
    const file = await writeTransactions(latest, 50);
    expect(await latest.run(['send', file, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
    expect(await third.run(WORK)).toMatchObject({ exitCode: 0 });
    await putBack();
    for (const desk of [one, third, fourth]) expect(await desk.run(WORK)).toMatchObject({ exitCode: 0 });
    await minutesLater(database);
    const copy = await copyAt(other, file);
    const held = await other.run(['send', copy, '--timeout', '5s', '--json']);
    expect(held.submissions).toMatchObject([{ state: 'held', error: 'team.put-back' }]);
    expect(await awaitedBy(other)).toHaveLength(1);
    await latest.run(WORK);
    await expectHeld(other);
    expect(service.batches()).toHaveLength(before + 1);
  });
});
