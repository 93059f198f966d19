/** @file What one desk announced holds up others, on a real ledger: never both of two, and never none. */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { type NewSending, TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const destination = 'https://tm.example https://tm.example/token client tenant/one';

/** A desk of a person, signed in. */
class DeskOfTest implements AsyncDisposable {
  readonly id = randomUUID();
  readonly #connection: LedgerConnection;
  readonly sendings: TeamSendings;

  private constructor(connection: LedgerConnection) {
    this.#connection = connection;
    this.sendings = new TeamSendings(connection);
  }

  static async open(person: string, database: string, name: string): Promise<DeskOfTest> {
    const desk = new DeskOfTest(await LedgerConnection.open(team.server.person(person, database, team.authorityFile)));
    await desk.#connection.rows('SELECT tranship.hello($1, $2, $3)', [desk.id, name, '1']);
    return desk;
  }

  sending(content: string, more: Partial<NewSending> = {}): NewSending {
    const { sha256, fileName, figures } = offerOf(content);
    return { desk: this.id, submission: '1', sha256, destination, fileName, figures, ...more };
  }

  /** Of these ids, as the ledger has them. */
  async ids(ids: readonly string[], place = destination) {
    return sortIds(new KeyedIds(await this.sendings.idKey(place)).encipher(idWords(ids))).sorted;
  }

  /** Announces it with these ids, whatever others did. */
  async announce(sending: NewSending, modificationIds: readonly string[]): Promise<number> {
    const number = await this.sendings.begin(sending);
    const ids = await this.ids(modificationIds, sending.destination);
    await this.sendings.storeIds(number, ids);
    await this.sendings.announce(number, ids.length / 2);
    return number;
  }

  /** All steps; returns how many lines others have announced before, and how many files of the same bytes. */
  async send(sending: NewSending, modificationIds: readonly string[]) {
    const number = await this.announce(sending, modificationIds);
    const ids = await this.ids(modificationIds, sending.destination);
    const { same, alike } = await this.sendings.announcedBefore(number);
    const { lines, sendings } = await this.sendings.idsBefore(number, ids);
    return { number, same, alike, lines, sendings };
  }

  async [Symbol.asyncDispose]() {
    await this.#connection.close();
  }
}

/** A ledger with two senders, sol and ben, each at a desk. */
async function twoDesks() {
  const database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  const [one, two] = [
    await DeskOfTest.open('sol', database, 'desk-1'),
    await DeskOfTest.open('ben', database, 'desk-2'),
  ];
  const end = async () => {
    await one[Symbol.asyncDispose]();
    await two[Symbol.asyncDispose]();
  };
  return { database, one, two, [Symbol.asyncDispose]: end };
}

const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(first + at).padStart(12, '0')}`);

describe('a desk that announces what it sends', () => {
  it('sees what another desk announced before: who, at which desk, when and which file', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    expect(await one.send(one.sending('a1'), idsFrom(0, 10))).toMatchObject({ same: [], alike: [], lines: 0 });
    const second = await two.send(two.sending('a1'), idsFrom(0, 10));
    expect(second).toMatchObject({ same: [expect.any(Number)], lines: 10 });
    expect(await two.sendings.described(second.same)).toEqual([
      { id: second.same[0], fileName: 'a1.jsonl', person: 'sol', desk: 'desk-1', at: expect.stringMatching(/^20/) },
    ]);
  });

  it('sees what is alike: the same number of transactions, sums and days in other bytes', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const first = await one.send(one.sending('a1'), []);
    expect(await two.send(two.sending('b2'), [])).toMatchObject({ same: [], alike: [first.number] });
    const other = { ...offerOf('c3').figures, transactions: 3 };
    expect(await two.send(two.sending('c3', { submission: '2', figures: other }), [])).toMatchObject({ alike: [] });
  });

  it('sees nothing of another destination, and nothing of its own', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    await one.send(one.sending('a1', { destination: 'https://other.example' }), idsFrom(0, 10));
    await two.send(two.sending('a1'), idsFrom(0, 10));
    const again = await two.send(two.sending('a1', { submission: '2' }), idsFrom(0, 10));
    expect(again).toMatchObject({ same: [], alike: [], lines: 0 });
  });

  it('asks again after an answer that was lost, and is told the same', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    await one.send(one.sending('a1'), idsFrom(0, 500));
    const first = await two.send(two.sending('a1'), idsFrom(490, 500));
    const number = await two.sendings.begin(two.sending('a1'));
    expect(number).toBe(first.number);
    await two.sendings.announce(number, 500);
    expect(await two.sendings.idsBefore(number, await two.ids(idsFrom(490, 500)))).toMatchObject({ lines: 10 });
  });

  it('no longer counts once it has withdrawn', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const { number } = await one.send(one.sending('a1'), idsFrom(0, 10));
    await one.sendings.withdraw(number);
    expect(await one.sendings.ofDesk(one.id)).toEqual([]);
    expect(await two.send(two.sending('a1'), idsFrom(0, 10))).toMatchObject({ same: [], alike: [], lines: 0 });
  });
});

describe('modification ids', () => {
  it.each([
    [1, 3000],
    [3000, 1],
    [100, 100],
    [3000, 5000],
    [20_000, 70],
  ])('of which one desk sent %i and another sends %i are found, whatever their number', async (before, after) => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const shared = Math.min(before, after, 37);
    await one.send(one.sending('a1'), idsFrom(0, before));
    const { lines, sendings } = await two.send(two.sending('b2'), [
      ...idsFrom(before - shared, shared),
      ...idsFrom(1_000_000, after - shared),
    ]);
    expect({ lines, sendings }).toEqual({ lines: shared, sendings: [{ sending: expect.any(Number), lines: shared }] });
  });

  it('on several lines count as often as they come, and once in the ledger', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const same = Array.from({ length: 1000 }, () => idsFrom(7, 1)).flat();
    await one.send(one.sending('a1'), same);
    expect(await two.send(two.sending('b2'), same)).toMatchObject({ lines: 1000 });
  });

  it('of several files are told file by file, and each line once', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const first = await one.send(one.sending('a1'), idsFrom(0, 300));
    const second = await one.send(one.sending('b2', { submission: '2' }), idsFrom(200, 20_000));
    const { lines, sendings } = await two.send(two.sending('c3'), idsFrom(150, 250));
    expect(lines).toBe(250);
    expect(sendings).toEqual([
      { sending: second.number, lines: 200 },
      { sending: first.number, lines: 150 },
    ]);
  });

  it('are looked up one by one, in any letter case', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const { number } = await one.send(one.sending('a1'), ['ABCDEFAB-0000-4000-8000-000000000000', ...idsFrom(0, 999)]);
    const find = async (id: string) => (await two.sendings.find([id])).sendings;
    const modificationId = 'abcdefab-0000-4000-8000-000000000000';
    expect(await find(modificationId)).toMatchObject([{ id: number, modificationId, person: 'sol', destination }]);
    expect(await find('abcdefab-0000-4000-8000-000000000001')).toEqual([]);
  });

  it('are looked up together, in files of any size and at each destination, in the order in which they are asked for', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const elsewhere = 'https://other.example';
    const first = await one.send(one.sending('a1'), idsFrom(0, 9000));
    const second = await one.send(one.sending('b2', { submission: '2' }), idsFrom(8990, 3));
    const third = await two.announce(two.sending('c3', { destination: elsewhere }), idsFrom(8991, 1));
    const asked = [...idsFrom(20_000, 300), ...idsFrom(8991, 1), ...idsFrom(5, 1)];
    const { sendings, unsearched } = await two.sendings.find(asked);
    expect(sendings.map(({ modificationId, id, counts }) => ({ modificationId, id, counts }))).toEqual([
      { modificationId: asked[300], id: third, counts: true },
      { modificationId: asked[300], id: second.number, counts: true },
      { modificationId: asked[300], id: first.number, counts: true },
      { modificationId: asked[301], id: first.number, counts: true },
    ]);
    expect(sendings[0]).toMatchObject({ destination: elsewhere, person: 'ben', withdrawnAt: null });
    expect(unsearched).toBe(0);
  });

  it('of what the service has refused are found, and hold up nothing; those of what was never sent are gone', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const refused = await one.send(one.sending('a1'), idsFrom(0, 10));
    await one.sendings.withdraw(refused.number, true);
    const unsent = await one.send(one.sending('b2', { submission: '2' }), idsFrom(100, 10));
    await one.sendings.withdraw(unsent.number);
    expect(await two.send(two.sending('c3'), [...idsFrom(0, 10), ...idsFrom(100, 10)])).toMatchObject({ lines: 0 });
    const { sendings } = await one.sendings.find([...idsFrom(3, 1), ...idsFrom(103, 1)]);
    const time = expect.stringMatching(/^20/);
    expect(sendings.filter(({ person }) => person === 'sol')).toMatchObject([
      { id: refused.number, counts: false, withdrawnAt: time },
    ]);
  });

  it('of batches that the service has refused hold up no one, and all others still do', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const ids = idsFrom(0, 5000);
    const { number } = await one.send(one.sending('a1'), ids);
    const refused = { ids: await one.ids(idsFrom(1000, 2000)), all: ids.length };
    await one.sendings.refuseIds(number, 2, refused);
    // An answer that was lost: told again, it is the same.
    await one.sendings.refuseIds(number, 2, refused);
    expect(await one.sendings.ofDesk(one.id)).toMatchObject([{ id: number, refused: 2 }]);
    expect(await two.send(two.sending('b2'), ids)).toMatchObject({ lines: 3000 });
    const own = async (id: number) =>
      (await two.sendings.find(idsFrom(id, 1))).sendings.find(({ person }) => person === 'sol');
    expect(await own(999)).toMatchObject({ id: number, counts: true });
    expect(await own(1000)).toMatchObject({ id: number, counts: false, withdrawnAt: null });
  });

  it('are not refused for a sending that does not have them, and not by another person', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const { number } = await one.send(one.sending('a1'), idsFrom(0, 100));
    const other = { ids: await one.ids(idsFrom(500, 10)), all: 100 };
    await one.sendings.refuseIds(number, 1, other);
    expect((await one.sendings.find(idsFrom(500, 1))).sendings).toEqual([]);
    await expect(two.sendings.refuseIds(number, 1, other)).rejects.toMatchObject({ code: 'team.refused' });
  });

  it('are not looked for in what was announced without them, which is said', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    await one.sendings.announce(await one.sendings.begin(one.sending('a1')), undefined);
    expect(await two.sendings.find(idsFrom(0, 1))).toEqual({ sendings: [], unsearched: 1 });
  });

  it('are looked up by a checker and an administrator as well, and by no maker', async () => {
    await using desks = await twoDesks();
    const { one, database } = desks;
    await one.send(one.sending('a1'), idsFrom(0, 10));
    const find = (person: string) => team.as(person, database, (ledger) => ledger.findSent(idsFrom(0, 1)));
    for (const person of ['cem', 'ada']) expect(await find(person)).toMatchObject({ sendings: [{ person: 'sol' }] });
    await expect(find('mara')).rejects.toMatchObject({
      code: 'team.refused',
      params: { reason: expect.stringContaining('mara has no role') },
    });
  });
});

describe('two desks at the same moment', () => {
  it('that send the same: one of them sees the other, and the other does not', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    for (let round = 0; round < 20; round++) {
      const submission = String(round);
      const content = `${round + 10}`;
      const ids = idsFrom(round * 1000, 300);
      const [first, second] = await Promise.all([
        one.send(one.sending(content, { submission }), ids),
        two.send(two.sending(content, { submission }), ids),
      ]);
      expect([first.same.length, second.same.length].sort(), submission).toEqual([0, 1]);
      expect([first.lines, second.lines].sort(), submission).toEqual([0, 300]);
    }
  });
});

describe('with plain SQL', () => {
  it.each([
    'SELECT * FROM tranship.id_buckets',
    'SELECT * FROM tranship.refused_ids',
    'SELECT tranship.refuse_ids(1, 0, ARRAY[8], $$12345678$$::bytea)',
    'SELECT * FROM tranship.id_salt',
    'DELETE FROM tranship.sendings',
    'UPDATE tranship.sendings SET withdrawn_at = now()',
    'SELECT tranship.withdraw_sending(1, false)',
    'SELECT tranship.store_ids(1, 0::smallint, 0, ARRAY[8], $$12345678$$::bytea)',
    'SELECT * FROM tranship.ids_before(1, 0::smallint, ARRAY[0])',
  ])('another person gains nothing: %s', async (statement) => {
    await using desks = await twoDesks();
    const { one, database } = desks;
    await one.send(one.sending('a1'), idsFrom(0, 10));
    await expect(team.plainSql('ben', database, statement)).rejects.toThrow(/permission denied|There is no sending/);
    expect(await one.sendings.ofDesk(one.id)).toHaveLength(1);
  });

  it('a person without the role “sender” can announce nothing, and gets no key for ids', async () => {
    await using desks = await twoDesks();
    await using maker = await DeskOfTest.open('mara', desks.database, 'desk-3');
    await expect(maker.sendings.begin(maker.sending('a1'))).rejects.toMatchObject({ code: 'team.refused' });
    await expect(maker.sendings.idKey(destination)).rejects.toMatchObject({ code: 'team.refused' });
  });
});
