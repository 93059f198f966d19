/** @file Who of the team sent a transaction, as the window asks; a real PostgreSQL server. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { transaction } from '../check/sources.ts';
import { offerOf, TeamOfTest } from '../team/team-of-test.ts';
import type { TestWindow } from './window.ts';
import { windowOfDesk } from './window-of-desk.ts';

let team: TeamOfTest;
let database: string;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
});

const windowOf = (person: string) => windowOfDesk(team, { person, database, service: 'http://127.0.0.1:1' });

const lineOf = (external_id: string) => {
  const one = transaction();
  return `${JSON.stringify({ ...one, modification: { ...one.modification, external_id } })}\n`;
};

/** Sends a file with these ids: it is announced, and no one answers at its destination. */
async function sends(window: TestWindow, name: string, ids: readonly string[]): Promise<number> {
  const offer = await window.offered(name, ids.map(lineOf).join(''));
  const onInvalid = 'service-decides' as const;
  const options = { connection: 'environment', onInvalid, ingestValid: false, maxBatchBytes: 1e6 };
  const { added } = await window.value('files.add', { offers: [offer], options });
  const [id = 0] = added;
  await window.until(id, ({ state }) => state !== 'checking');
  // Where a person has to see it first; what a colleague has sent stays held.
  await window.call('queue.approve', { id });
  return id;
}

async function find(window: TestWindow, id: string) {
  const { ledgers } = await window.value('team.ledgers');
  return await window.value('team.find', { ledger: ledgers[0]?.ledger ?? '', ids: [id], most: 100 });
}

/** Files that ben's desk announced with one id, some of them with odd names. */
async function announcedByBen(id: string, files: readonly string[], desk = 'desk-7'): Promise<void> {
  const connection = await LedgerConnection.open(team.server.person('ben', database, team.authorityFile));
  const number = randomUUID();
  await connection.rows('SELECT tranship.hello($1, $2, $3)', [number, desk, '1']);
  const sendings = new TeamSendings(connection);
  const { destination, figures } = offerOf('a1');
  const ids = sortIds(new KeyedIds(await sendings.idKey(destination)).encipher(idWords([id]))).sorted;
  for (const [place, fileName] of files.entries()) {
    const sha256 = place.toString(16).padStart(64, '0');
    const sending = { desk: number, submission: String(place), sha256, destination, fileName, figures };
    const begun = await sendings.begin(sending);
    await sendings.storeIds(begun, ids);
    await sendings.announce(begun, 1);
  }
  await connection.close();
}

describe('A transaction', () => {
  it('that a colleague sent is found: by whom, at which desk, with which file, over which connection', async () => {
    const [ben, sol] = [await windowOf('ben'), await windowOf('sol')];
    const id = randomUUID();
    await sends(ben, 'november.jsonl', [randomUUID(), id]);
    const { places } = await find(sol, ` ${id.toUpperCase()} `);
    expect(places).toMatchObject([
      { fileName: 'november.jsonl', person: 'ben', counts: true, isHere: false, connection: 'environment' },
    ]);
    expect(places[0]).not.toHaveProperty('own');
    expect(Math.abs(Date.now() - (places[0]?.at ?? 0))).toBeLessThan(600_000);
    expect((await find(sol, randomUUID())).places).toEqual([]);
  });

  it('that went from here is known as that, and the same bytes of a colleague are known as the same', async () => {
    const [ben, sol] = [await windowOf('ben'), await windowOf('sol')];
    const id = randomUUID();
    const own = await sends(sol, 'november.jsonl', [id]);
    expect((await find(sol, id)).places).toMatchObject([{ own, isHere: true }]);
    // The colleague's file was held, so that it is not announced; here it is checked all the same.
    await sends(ben, 'copy.jsonl', [id]);
    expect((await find(ben, id)).places).toMatchObject([{ person: 'sol', isHere: true }]);
  });

  it.each(['m-1', '‮abc\u0000', '%_\\\'"; DROP TABLE', '😀'.repeat(200), '\ud800'])(
    'with the id %j is found, as any other',
    async (id) => {
      await announcedByBen(id, ['november.jsonl']);
      const sol = await windowOf('sol');
      expect((await find(sol, id)).places).toMatchObject([{ person: 'ben' }]);
      expect((await find(sol, `${id}x`)).places).toEqual([]);
    },
  );

  it('that went hundreds of times is found with the latest files, and that there are more', async () => {
    const names = Array.from({ length: 230 }, (_, at) => `${at}.jsonl`);
    await announcedByBen('m-1', names);
    const found = await find(await windowOf('sol'), 'm-1');
    expect(found).toMatchObject({ isCut: true, unsearched: 0 });
    expect(found.places.map(({ fileName }) => fileName)).toEqual(names.toReversed().slice(0, 100));
  });

  it('that went with a file whose name hides its ending is found under a name that does not', async () => {
    await announcedByBen('m-1', ['<b>exe\u202elnosj.jsonl</b>', 'a/b/<img src=x>.jsonl'], '<script>desk</script>');
    const { places } = await find(await windowOf('sol'), 'm-1');
    expect(places.map(({ fileName }) => fileName)).toEqual(['<img src=x>.jsonl', 'b>'].toSorted());
    expect(places[0]?.desk).toBe('<script>desk</script>');
  });
});

describe('A ledger that cannot be searched', () => {
  it('says so to a person whose role was withdrawn, and does not tell that there is nothing', async () => {
    await announcedByBen('m-1', ['november.jsonl']);
    const sol = await windowOf('sol');
    expect((await find(sol, 'm-1')).places).toHaveLength(1);
    await team.as('ada', database, (ledger) => ledger.withdrawRole('sol', 'sender'));
    const { ledgers } = await sol.value('team.ledgers');
    expect(await sol.code('team.find', { ledger: ledgers[0]?.ledger, ids: ['m-1'], most: 1 })).toMatch(
      /^team\.(refused|sign-in)$/,
    );
    await team.as('ada', database, (ledger) => ledger.giveRole('sol', 'maker'));
    expect(await sol.code('team.find', { ledger: ledgers[0]?.ledger, ids: ['m-1'], most: 1 })).toBe('team.refused');
  });

  it('says that it does not answer, and this computer is searched without it', async () => {
    const sol = await windowOf('sol');
    const id = randomUUID();
    const own = await sends(sol, 'november.jsonl', [id]);
    const { ledgers } = await sol.value('team.ledgers');
    await team.server.crash();
    onTestFinished(() => team.server.revive());
    expect(
      (await sol.value('queue.find', { ids: [id], thorough: false, beginnings: true, most: 100 })).places,
    ).toMatchObject([{ submission: own }]);
    expect(await sol.code('team.find', { ledger: ledgers[0]?.ledger, ids: [id], most: 1 })).toBe('team.unreachable');
  });
});
