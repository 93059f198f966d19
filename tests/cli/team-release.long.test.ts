/**
 * @file A ledger that requires a release, on the command line: what no second person has released goes by no call, whatever the
 * settings name; what was released goes by the next one. A real PostgreSQL server, and an independent service as the judge.
 */

import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { WAIT_MS } from '../patience.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { openDesk } from './team-desks.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import type { Workplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const unnamed = { TRANSHIP_LEDGER: undefined };
const without = { environment: unnamed };
const WORK = ['work', '--until-idle', '--json'];
const HELD = { state: 'held', error: 'submission.not-released' };

/** A desk of a sender whose ledger requires a release, and a file. */
async function openStory(mayBeWrong?: 'may-be-wrong') {
  const service = await startOpponent({}, mayBeWrong);
  onTestFinished(() => service[Symbol.asyncDispose]());
  const database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.requireRelease(true, 'From December on.'));
  const desk = await openDesk(team, { service, database, person: 'sol' });
  const file = await writeTransactions(desk, 3);
  const release = (more: Record<string, string> = {}, path = file) => released(desk, { database, path, more });
  return { service, database, desk, file, release };
}

/** mara offers the file for where the variables lead, and cem releases it. */
async function released(
  desk: Workplace,
  { database, path, more }: { database: string; path: string; more: Record<string, string> },
): Promise<void> {
  const as = (person: string) => ({
    environment: { ...more, TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}` },
  });
  const offered = await desk.run(['team', 'offer', path, '--reason', 'November.', '--json'], as('mara'));
  const { offers } = z.looseObject({ offers: z.array(z.looseObject({ id: z.int() })) }).parse(offered.summary);
  const decide = ['team', 'release', String(offers[0]?.id), '--file', path, '--reason', 'The sums agree.'];
  expect(await desk.run(decide, as('cem'))).toMatchObject({ exitCode: 0 });
}

const storedIn = (service: Reachable) => service.batches().filter(({ stored }) => stored !== undefined).length;

describe('a file that is not released', () => {
  it('is held, and stays so where the ledger is not named once: for “serve”, “work” and “send” of another file', async () => {
    const { service, desk, file } = await openStory();
    expect(await desk.run(['send', file, '--json'])).toMatchObject({ exitCode: 4, submission: HELD });
    expect(await desk.run(WORK, without)).toMatchObject({ submission: { state: 'held' } });
    const other = await writeTransactions(desk, 2, 'other.jsonl');
    await desk.run(['send', other, '--wait', '--json'], without);
    const serving = desk.start(['serve', '--json'], without);
    await serving.event(({ event }) => event === 'serving');
    await serving.kill('SIGINT');
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 4, submission: HELD });
    expect(service.batches()).toHaveLength(1);
  });

  it('is not sent with the ledger because it was approved without it', async () => {
    const { service, desk, file, release } = await openStory();
    await desk.run(['send', file, '--json']);
    const approved = await desk.run(['queue', 'approve', '1', '--reason', 'It is urgent.', '--json'], without);
    expect(approved).toMatchObject({ exitCode: 4, submission: { state: 'held' } });
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 4, submission: HELD });
    expect(service.batches()).toEqual([]);
    await release();
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });

  atNight(it)('is not sent because a person approves without the ledger what is held for its errors', async () => {
    const { service, desk } = await openStory();
    const file = await writeDuplicates(desk);
    expect(await desk.run(['send', file, '--json'])).toMatchObject({ exitCode: 1, submission: { state: 'held' } });
    const approved = await desk.run(
      ['queue', 'approve', '1', '--reason', 'The service is to decide.', '--json'],
      without,
    );
    expect(approved).toMatchObject({ exitCode: 4, submission: { state: 'held' } });
    await desk.run(WORK, without);
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 4, submission: HELD });
    expect(service.batches()).toEqual([]);
  });

  atNight(it)('is not sent because it was cancelled, and tried again without the ledger', async () => {
    const { service, desk, file } = await openStory();
    await desk.run(['send', file, '--json']);
    await desk.run(['queue', 'cancel', '1'], without);
    await desk.run(['queue', 'retry', '1'], without);
    expect(await desk.run(WORK, without)).toMatchObject({ exitCode: 4, submission: { state: 'held' } });
    expect(service.batches()).toEqual([]);
  });

  atNight(it)('waits for its own ledger, not for another one that requires nothing', async () => {
    const { service, desk, file } = await openStory();
    await desk.run(['send', file, '--json']);
    const database = await team.ledger();
    const other = { TRANSHIP_LEDGER: `postgresql://sol@127.0.0.1:${team.server.port}/${database}` };
    expect(await desk.run(WORK, { environment: other })).toMatchObject({ exitCode: 4, submission: { state: 'held' } });
    expect(service.batches()).toEqual([]);
  });

  it('is approved with a sentence that says what it waits for, and not with 0', async () => {
    const { service, desk, file } = await openStory();
    await desk.run(['send', file, '--json']);
    const { exitCode, stdout } = await desk.run(['queue', 'approve', '1']);
    expect([exitCode, stdout]).toEqual([4, expect.stringContaining('waits for the team ledger')]);
    expect(service.batches()).toEqual([]);
  });

  it('and was approved before its desk used the ledger is not sent with it', async () => {
    const { service, desk, file, release } = await openStory('may-be-wrong');
    const dead = { TRANSHIP_BASE_URL: `${service.baseUrl}wrong` };
    await desk.run(['send', file, '--json'], { environment: { ...unnamed, ...dead } });
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 4, submission: HELD });
    expect(service.batches()).toEqual([]);
    await release();
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });
});

describe('a file that was released', () => {
  it('is sent by the next “work”', async () => {
    const { desk, file, release } = await openStory();
    for (const name of ['one', 'two', 'three'])
      await desk.run(['send', await writeTransactions(desk, 2, `${name}.jsonl`), '--json']);
    await desk.run(['send', file, '--json']);
    await release();
    const worked = await desk.run(['work', '--until-idle', '--json']);
    const states = ['held', 'held', 'held', 'processed'].map((state) => ({ state }));
    expect(worked).toMatchObject({ summary: { submissions: states } });
  });

  it('is sent by a “work” that has to wait for the ledger', async () => {
    const { database, desk, file, release } = await openStory();
    await desk.run(['send', file, '--json']);
    await release();
    const { folder: host, port } = team.server;
    const client = new pg.Client({ host, port, database, user: 'postgres' });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query('LOCK TABLE tranship.sendings');
    const working = desk.start(WORK);
    const waiting = async () => (await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
    await expect.poll(waiting, { timeout: WAIT_MS }).toBeGreaterThan(0);
    expect(await Promise.race([working.ended, waiting()])).toBeGreaterThan(0);
    await client.query('COMMIT');
    expect(await working.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });

  atNight(it)('for a dead address is not sent to the one that the variables name then', async () => {
    const { service, desk, file, release } = await openStory('may-be-wrong');
    const dead = { TRANSHIP_BASE_URL: `${service.baseUrl}wrong` };
    await release(dead);
    expect(await desk.run(['send', file, '--json'], { environment: dead })).toMatchObject({ exitCode: 3 });
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 4, submission: HELD });
    expect(storedIn(service)).toBe(0);
    await release();
    expect(await desk.run(WORK)).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(storedIn(service)).toBe(1);
  });

  it('for a dead address is not sent to the one to which its connection is changed, with the ledger or without', async () => {
    const { service, desk, file, release } = await openStory('may-be-wrong');
    const dead = { TRANSHIP_BASE_URL: `${service.baseUrl}wrong` };
    const kept = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
    await release(dead);
    await desk.run(
      [
        ...['connection', 'add', 'bank', '--base-url', dead.TRANSHIP_BASE_URL, '--token-url', service.tokenUrl],
        ...['--client-id', service.clientId, '--scope', service.scope],
      ],
      { environment: kept },
    );
    const sent = await desk.run(['send', file, '--connection', 'bank', '--json'], { environment: kept });
    expect(sent).toMatchObject({ exitCode: 3, submission: { state: 'waiting' } });
    const change = ['connection', 'change', 'bank', '--base-url', service.baseUrl];
    expect(await desk.run(change, { environment: { ...kept, ...unnamed } })).toMatchObject({ exitCode: 0 });
    const worked = await desk.run(WORK, { environment: { ...kept, ...unnamed } });
    expect(worked).toMatchObject({ exitCode: 4, submission: { state: 'held', error: 'team.address' } });
    expect(await desk.run(WORK, { environment: kept })).toMatchObject({ exitCode: 4, submission: HELD });
    expect(storedIn(service)).toBe(0);
    await release();
    expect(await desk.run(WORK, { environment: kept })).toMatchObject({ submission: { state: 'processed' } });
  });
});
