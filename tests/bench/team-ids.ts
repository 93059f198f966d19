/**
 * @file Measures what the modification ids of a sending cost in the team ledger: `node tests/bench/team-ids.ts [IDS] [FILES]`.
 * On a PostgreSQL of its own, over TLS: storing them, comparing a second file as large, and a lookup among many files.
 */

import { randomFillSync, randomUUID } from 'node:crypto';
import { sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { offerOf, TeamOfTest } from '../team/team-of-test.ts';

const [count = 10_000_000, files = 1000] = process.argv.slice(2).map(Number);
const IDS_OF_FILE = 1000;
const LOOKUPS = 200;
const destination = 'https://tm.example https://tm.example/token client tenant/one';

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const before = performance.now();
  const result = await work();
  return { result, ms: performance.now() - before };
}

/** Ids as they come out of the cipher, in order: spread evenly. */
function randomIds(ids: number): Uint32Array {
  const words = new Uint32Array(ids * 2);
  for (let from = 0; from < words.length; from += 16_384) randomFillSync(words.subarray(from, from + 16_384));
  const pairs = new BigUint64Array(words.buffer);
  // The first word of a pair decides: it has to be the higher half while they are put in order.
  swapHalves(words);
  pairs.sort();
  swapHalves(words);
  return words;
}

function swapHalves(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += 2) {
    const first = words[at] ?? 0;
    words[at] = words[at + 1] ?? 0;
    words[at + 1] = first;
  }
}

const team = await TeamOfTest.start();
try {
  const database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  const deskOf = async (person: string) => {
    const connection = await LedgerConnection.open(team.server.person(person, database, team.authorityFile));
    const desk = randomUUID();
    await connection.rows('SELECT tranship.hello($1, $2, $3)', [desk, person, 'bench']);
    const sendings = new TeamSendings(connection);
    let submission = 0;
    const begin = async () => {
      submission += 1;
      const { sha256, fileName, figures } = offerOf('a1');
      return await sendings.begin({ desk, submission: `${submission}`, sha256, destination, fileName, figures });
    };
    return { connection, sendings, begin };
  };
  const [one, two] = [await deskOf('sol'), await deskOf('ben')];

  const ids = randomIds(count);
  const first = await one.begin();
  const stored = await timed(() => one.sendings.storeIds(first, ids));
  await one.sendings.announce(first, count);
  console.log(`${count} ids stored in ${(stored.ms / 1000).toFixed(1)} s`);
  const [{ bytes }] = (await one.connection.rows(
    "SELECT pg_total_relation_size('tranship.id_buckets')::float8 AS bytes",
  )) as [{ bytes: number }];
  console.log(`${(bytes / count).toFixed(1)} bytes an id in the database`);

  const second = await two.begin();
  await two.sendings.announce(second, undefined);
  const compared = await timed(() => two.sendings.idsBefore(second, ids));
  console.log(
    `${count} ids compared with as many in ${(compared.ms / 1000).toFixed(1)} s: ${compared.result.lines} shared`,
  );
  const few = randomIds(IDS_OF_FILE);
  const small = await timed(() => two.sendings.idsBefore(second, few));
  console.log(`${IDS_OF_FILE} ids compared with them in ${small.ms.toFixed(0)} ms`);

  const known = '00000000-0000-4000-8000-000000000007';
  const keyed = new KeyedIds(await one.sendings.idKey(destination)).encipher(idWords([known]));
  for (let file = 0; file < files; file++) {
    const number = await one.begin();
    const words = randomIds(IDS_OF_FILE);
    if (file === 0) words.set(keyed);
    await one.sendings.storeIds(number, sortIds(words).sorted);
    await one.sendings.announce(number, IDS_OF_FILE);
  }
  const looked = await timed(async () => {
    for (let lookup = 0; lookup < LOOKUPS; lookup++) await two.sendings.find([known]);
  });
  console.log(`one id looked up among ${files + 1} files in ${(looked.ms / LOOKUPS).toFixed(1)} ms`);
  const third = await two.begin();
  await two.sendings.announce(third, undefined);
  const daily = await timed(() => two.sendings.idsBefore(third, few));
  console.log(`${IDS_OF_FILE} ids compared with ${files + 1} files in ${daily.ms.toFixed(0)} ms`);
  await one.connection.close();
  await two.connection.close();
} finally {
  await team[Symbol.asyncDispose]();
}
