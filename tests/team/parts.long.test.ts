/** @file Parts of files that several desks send: each is held by one desk, and what a desk writes counts only while it holds the part. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { type FileToShare, PartsLedger } from '../../src-main/team/parts-ledger.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { TeamOfTest } from './team-of-test.ts';

const LEASE = 60_000;
const destination = 'https://tm.example https://tm.example/token client tenant/one';

let team: TeamOfTest;
let database: string;
const open: LedgerConnection[] = [];
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
beforeEach(async () => {
  database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  return async () => {
    await Promise.all(open.splice(0).map((connection) => connection.close()));
  };
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** A desk of a person, which has said hello. */
async function desk(person = 'sol'): Promise<PartsLedger & { id: string }> {
  const connection = await LedgerConnection.open(team.server.person(person, database, team.authorityFile));
  open.push(connection);
  const id = randomUUID();
  await connection.rows('SELECT tranship.hello($1, $2, $3)', [id, `desk of ${person}`, '1.0.0']);
  return Object.assign(new PartsLedger(connection, { id }), { id });
}

function fileOf(count: number, more: Partial<FileToShare> = {}): FileToShare {
  const ranges = Array.from({ length: count }, (_, index) => ({
    start: index * 10,
    end: index * 10 + 10,
    lines: 1,
    sha256: 'ab'.repeat(32),
  }));
  return {
    id: randomUUID(),
    sha256: 'cd'.repeat(32),
    destination,
    name: 'day.jsonl',
    path: '/share/day.jsonl',
    facts: {},
    ranges,
    ...more,
  };
}

const list = () => team.as('sol', database, (ledger) => ledger.parts());

const take = (from: PartsLedger, more: Partial<Parameters<PartsLedger['take']>[0]> = {}) =>
  from.take({ destinations: [destination], butNot: [], most: 100, leaseMs: LEASE, resuming: false, ...more });

/** Lets the leases of all parts end, as time would. */
async function lapse(what = 'lease_until'): Promise<void> {
  await team.server.asSuperuser(database, [`UPDATE tranship.parts SET ${what} = clock_timestamp() - interval '1 ms'`]);
}

const uploading = (mayHaveArrived: boolean) => ({
  batch: { state: 'uploading', delivery: { batchId: 'id-1', mayHaveArrived } },
  hasAddress: true,
  becomes: 'held' as const,
});

describe('a shared file', () => {
  it('is shared once, however often it is said', async () => {
    const origin = await desk();
    const file = fileOf(3);
    await origin.share(file);
    await origin.share(file);
    expect(await list()).toHaveLength(3);
    await expect(origin.share({ ...file, sha256: 'ef'.repeat(32) })).rejects.toMatchObject({ code: 'team.refused' });
  });

  it('is kept and written also with names and words that PostgreSQL cannot store as they are', async () => {
    const origin = await desk();
    const odd = 'a\0b \ud800 "x" \'y\' \\u0000 \u202e\n🏦';
    await origin.share(fileOf(1, { name: odd, path: `/share/${odd}`, facts: { said: odd } }));
    const [part] = await take(origin);
    const said = { batch: { state: 'reserving', error: { params: { message: odd } } }, hasAddress: false };
    const token = { part: part?.id ?? 0, token: part?.token ?? 0, number: 1 };
    expect(await origin.write(token, { ...said, becomes: 'held' })).toEqual(expect.any(Number));
    expect(await list()).toMatchObject([{ name: 'ab \ufffd "x" \'y\' \\u0000 \u202e\n🏦' }]);
  });

  it('has no parts with bytes in common', async () => {
    const origin = await desk();
    const [one] = fileOf(1).ranges;
    if (one === undefined) throw new Error('no range');
    const file = { ...fileOf(1), ranges: [one, { ...one, start: 9, end: 20 }] };
    await expect(origin.share(file)).rejects.toMatchObject({ code: 'team.refused' });
    expect(await list()).toEqual([]);
  });

  it('is shared and sent only by senders, each at a desk of their own', async () => {
    const mara = await desk('mara');
    await expect(mara.share(fileOf(1))).rejects.toMatchObject({ code: 'team.refused' });
    await expect(take(mara)).rejects.toMatchObject({ code: 'team.refused' });
    const sol = await desk('sol');
    await sol.share(fileOf(1));
    const connection = await LedgerConnection.open(team.server.person('ben', database, team.authorityFile));
    open.push(connection);
    await expect(take(new PartsLedger(connection, sol))).rejects.toMatchObject({ code: 'team.refused' });
  });
});

describe('taking', () => {
  it('gives each part to one of many desks that take at the same moment', async () => {
    const desks = await Promise.all([desk(), desk('ben'), desk(), desk('ben')]);
    await desks[0]?.share(fileOf(100));
    const taken = await Promise.all(desks.map((one) => take(one, { most: 30 })));
    const more = await Promise.all(desks.map((one) => take(one)));
    const ids = [...taken, ...more].flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
    expect(await take(await desk())).toEqual([]);
  });

  it('gives only what is for these destinations, and no file that cannot be read here', async () => {
    const one = await desk();
    const [here, absent] = [fileOf(1), fileOf(1)];
    await one.share(here);
    await one.share(absent);
    await one.share(fileOf(1, { destination: 'https://other.example' }));
    expect((await take(one, { butNot: [absent.id] })).map(({ file }) => file)).toEqual([here.id]);
  });

  it('gives the part of a desk whose lease has ended to another, with a higher token', async () => {
    const [first, second] = [await desk(), await desk('ben')];
    await first.share(fileOf(1));
    const [held] = await take(first);
    expect(await take(second)).toEqual([]);
    await lapse();
    const [taken] = await take(second);
    expect(taken).toMatchObject({ id: held?.id, token: 2, tokenBefore: 1 });
  });

  it('gives the part of a desk that died to another within the longest lease, also where the clock was set back by a day', async () => {
    const [origin, other] = [await desk(), await desk('ben')];
    await origin.share(fileOf(1));
    await take(origin);
    await team.server.asSuperuser(database, [
      `UPDATE tranship.parts SET lease_until = lease_until + interval '1 day',
         left_to_desk_until = left_to_desk_until + interval '1 day'`,
    ]);
    expect(await take(other)).toEqual([]);
    await team.server.asSuperuser(database, [
      `UPDATE tranship.parts SET lease_until = lease_until - interval '1 hour 1 second'`,
    ]);
    expect(await take(other)).toHaveLength(1);
  });

  it('leaves a part that may have arrived to the desk with its address for a while', async () => {
    const [first, second] = [await desk(), await desk('ben')];
    await first.share(fileOf(1));
    const [held] = await take(first);
    await first.write({ part: held?.id ?? 0, token: 1, number: 1 }, uploading(true));
    await lapse();
    expect(await take(second)).toEqual([]);
    expect(await take(first)).toMatchObject([{ tokenBefore: 1, batch: { state: 'uploading' } }]);
    await lapse();
    await lapse('left_to_desk_until');
    expect(await take(second)).toMatchObject([{ tokenBefore: 2, batch: { delivery: { batchId: 'id-1' } } }]);
  });

  it('gives a desk that was restarted what it held, and to no one else', async () => {
    const [first, second] = [await desk(), await desk('ben')];
    await first.share(fileOf(2));
    await take(first, { most: 1 });
    expect(await take(second, { resuming: true })).toEqual([]);
    expect(await take(first, { resuming: true })).toMatchObject([{ start: 0, token: 2, tokenBefore: 1 }]);
  });
});

describe('writing', () => {
  it('counts while the lease runs, and not a moment longer', async () => {
    const one = await desk();
    await one.share(fileOf(1));
    const [held] = await take(one);
    const mine = { part: held?.id ?? 0, token: 1 };
    expect(await one.write({ ...mine, number: 1 }, uploading(false))).toBe(3);
    await lapse();
    expect(await one.write({ ...mine, number: 2 }, uploading(true))).toBeUndefined();
    expect((await one.partsOf(held?.file ?? ''))[0]).toMatchObject({
      batch: { delivery: { mayHaveArrived: false } },
    });
  });

  it('counts again after a lease that ended was renewed, as long as no one else took the part', async () => {
    const [first, second] = [await desk(), await desk('ben')];
    await first.share(fileOf(1));
    const [held] = await take(first);
    const mine = { part: held?.id ?? 0, token: 1 };
    await lapse();
    expect([...(await first.keep([mine], LEASE))]).toEqual([mine.part]);
    expect(await first.write({ ...mine, number: 1 }, uploading(false))).toBeDefined();
    await lapse();
    await lapse('left_to_desk_until');
    await take(second);
    expect([...(await first.keep([mine], LEASE))]).toEqual([]);
    expect(await first.write({ ...mine, number: 2 }, uploading(true))).toBeUndefined();
    expect(await first.write({ ...mine, token: 2, number: 3 }, uploading(true))).toBeUndefined();
  });

  it('is refused of what holds an address', async () => {
    const one = await desk();
    await one.share(fileOf(1));
    const [held] = await take(one);
    const batch = { state: 'uploading', delivery: { batchId: 'id-1', address: 'sealed', mayHaveArrived: false } };
    await expect(
      one.write({ part: held?.id ?? 0, token: 1, number: 1 }, { batch, hasAddress: true, becomes: 'held' }),
    ).rejects.toThrow(/violates check constraint/);
  });

  it('that is late undoes nothing that was written after it', async () => {
    const one = await desk();
    await one.share(fileOf(1));
    const [held] = await take(one);
    const mine = { part: held?.id ?? 0, token: 1 };
    await one.write({ ...mine, number: 2 }, uploading(true));
    expect(await one.write({ ...mine, number: 1 }, uploading(false))).toBeUndefined();
    expect(await one.partsOf(held?.file ?? '')).toMatchObject([{ batch: { delivery: { mayHaveArrived: true } } }]);
  });

  it('makes a part free for others, or done', async () => {
    const [first, second] = [await desk(), await desk('ben')];
    await first.share(fileOf(1));
    const [held] = await take(first);
    const part = held?.id ?? 0;
    const as = (state: string, becomes: 'free' | 'done') => ({ batch: { state }, hasAddress: false, becomes });
    await first.write({ part, token: 1, number: 1 }, as('waiting', 'free'));
    await take(second);
    expect(await first.open([destination])).toBe(1);
    await second.write({ part, token: 2, number: 1 }, as('processed', 'done'));
    expect(await first.open([destination])).toBe(0);
    await lapse();
    expect(await take(first)).toEqual([]);
    expect(await take(second, { resuming: true })).toEqual([]);
    expect(await list()).toMatchObject([{ status: 'done', state: 'processed', person: 'ben' }]);
  });

  it('keeps who did what', async () => {
    const one = await desk();
    await one.share(fileOf(1));
    const [held] = await take(one);
    const mine = { part: held?.id ?? 0, token: 1 };
    await one.write({ ...mine, number: 1 }, uploading(false));
    await one.write({ ...mine, number: 2 }, uploading(false));
    await one.write({ ...mine, number: 3 }, uploading(true));
    const sql = 'SELECT state, batch_id, person FROM tranship.part_events ORDER BY id';
    expect(await team.plainSql('sol', database, sql)).toEqual([
      { state: 'shared', batch_id: null, person: 'sol' },
      { state: 'taken', batch_id: null, person: 'sol' },
      { state: 'uploading', batch_id: 'id-1', person: 'sol' },
      { state: 'uploading', batch_id: 'id-1', person: 'sol' },
    ]);
  });
});

describe('a decision of a person', () => {
  it('ends a part that no desk holds and that cannot have arrived, and opens it again', async () => {
    const one = await desk();
    await one.share(fileOf(1));
    const part = async () => {
      const [first] = await one.partsOf((await list())[0]?.file ?? '');
      if (first === undefined) throw new Error('no part');
      return first;
    };
    const give = async (becomes: 'free' | 'done') => {
      const { id, revision } = await part();
      const batch = { state: becomes === 'done' ? 'cancelled' : 'waiting' };
      return await one.decide({ part: id, revision }, { batch, becomes });
    };
    const [held] = await take(one);
    expect(await give('done')).toBeUndefined();
    await one.write({ part: held?.id ?? 0, token: 1, number: 1 }, uploading(true));
    await lapse();
    expect(await give('done')).toBeUndefined();
    const [again] = await take(one);
    const free = { batch: { state: 'waiting' }, hasAddress: false, becomes: 'free' as const };
    await one.write({ part: again?.id ?? 0, token: 2, number: 1 }, free);
    expect(await give('free')).toBeUndefined();
    expect(await give('done')).toBeDefined();
    expect(await part()).toMatchObject({ status: 'done', token: 3 });
    expect(await give('done')).toBeUndefined();
    expect(await give('free')).toBeDefined();
    expect(await take(one)).toMatchObject([{ token: 5, tokenBefore: 4 }]);
  });
});

describe('a batch id', () => {
  const under = (id: string) => ({
    batch: { state: 'uploading', delivery: { batchId: id } },
    hasAddress: true,
    becomes: 'held' as const,
  });

  it('that the service gives to two desks is refused to the second one, which has sent nothing yet', async () => {
    const [one, other] = [await desk(), await desk()];
    await one.share(fileOf(2));
    const [[first], [second]] = [await take(one, { most: 1 }), await take(other, { most: 1 })];
    expect(await one.write({ part: first?.id ?? 0, token: 1, number: 1 }, under('id-1'))).toBeDefined();
    const mine = { part: second?.id ?? 0, token: 1 };
    await expect(other.write({ ...mine, number: 1 }, under('id-1'))).rejects.toMatchObject({ code: 'team.refused' });
    await expect(other.write({ ...mine, number: 2 }, under('ID-1'))).rejects.toMatchObject({ code: 'team.refused' });
    expect(await other.write({ ...mine, number: 3 }, under('id-2'))).toBeDefined();
  });

  it('stays that of its part when another desk takes it over', async () => {
    const [one, other] = [await desk(), await desk()];
    await one.share(fileOf(1));
    const [first] = await take(one);
    await one.write({ part: first?.id ?? 0, token: 1, number: 1 }, under('id-1'));
    await lapse();
    await take(one);
    expect(await one.write({ part: first?.id ?? 0, token: 2, number: 1 }, under('id-1'))).toBeDefined();
    expect(await take(other)).toEqual([]);
  });
});

describe('a person who has a part in doubt sent again', () => {
  const inDoubt = {
    batch: { state: 'unknown', delivery: { batchId: 'id-1' } },
    hasAddress: false,
    becomes: 'held' as const,
  };
  const again = { batch: { state: 'waiting', abandoned: ['id-1'] }, becomes: 'free' as const };

  async function heldInDoubt() {
    const one = await desk();
    await one.share(fileOf(1));
    const [held] = await take(one);
    const mine = { part: held?.id ?? 0, token: 1 };
    const revision = async () => (await one.partsOf((await list())[0]?.file ?? ''))[0]?.revision ?? 0;
    return { one, mine, revision };
  }

  it('takes it from the desk that asks about it, whose word does not count any more', async () => {
    const { one, mine, revision } = await heldInDoubt();
    await one.write({ ...mine, number: 1 }, inDoubt);
    expect(await one.decide({ part: mine.part, revision: await revision() }, again)).toBeDefined();
    expect(await one.write({ ...mine, number: 2 }, inDoubt)).toBeUndefined();
    expect(await take(await desk())).toMatchObject([{ id: mine.part, token: 3 }]);
  });

  it.each([
    ['it is uploaded', { ...inDoubt, batch: { ...inDoubt.batch, state: 'uploading' } }],
    ['it has arrived', { ...inDoubt, batch: { ...inDoubt.batch, state: 'processing' } }],
    ['it is in doubt under another id', { ...inDoubt, batch: { state: 'unknown', delivery: { batchId: 'id-2' } } }],
  ])('cannot while %s', async (_, written) => {
    const { one, mine, revision } = await heldInDoubt();
    await one.write({ ...mine, number: 1 }, written);
    expect(await one.decide({ part: mine.part, revision: await revision() }, again)).toBeUndefined();
  });

  it('cannot once something new is known of it', async () => {
    const { one, mine, revision } = await heldInDoubt();
    await one.write({ ...mine, number: 1 }, inDoubt);
    const known = await revision();
    await one.write(
      { ...mine, number: 2 },
      { ...inDoubt, batch: { ...inDoubt.batch, remoteState: 'VALIDATION_STARTED' } },
    );
    expect(await one.decide({ part: mine.part, revision: known }, again)).toBeUndefined();
  });
});

it('plain SQL changes nothing of what is shared, and shows it to no maker', async () => {
  const one = await desk();
  await one.share(fileOf(1));
  for (const change of [
    "UPDATE tranship.parts SET status = 'done'",
    'DELETE FROM tranship.part_events',
    "INSERT INTO tranship.part_events (part, token, desk, person, state) SELECT 1, 1, id, 'x', 'x' FROM tranship.desks",
    "UPDATE tranship.shared_files SET destination = 'https://evil.example'",
  ])
    await expect(team.plainSql('sol', database, change), change).rejects.toThrow(/permission denied/);
  expect(await team.plainSql('mara', database, 'SELECT * FROM tranship.parts')).toEqual([]);
  expect(await team.plainSql('mara', database, 'SELECT * FROM tranship.shared_files')).toEqual([]);
});
