/** @file Thousands of single transactions at the limit of §8, some refused with 429, between two real processes. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace } from '../cli/tranship.ts';
import { runs } from '../harness/night.ts';
import { readJournal } from '../harness/opponent/journal.ts';
import { tooMany } from '../harness/opponent/misfortune.ts';
import { startOpponentProcess } from '../harness/opponent/own-process.ts';
import { mostWithin } from '../team/trial/judge.ts';

const TRANSACTIONS = runs(2000, 10_000);
const LIMIT = 500;
/** Those that are sent away for no reason of ours, as when another integration uses the same limit. */
const sentAway = [
  { after: TRANSACTIONS * 0.12 - 1, times: 16 },
  { after: TRANSACTIONS * 0.4 - 1, times: 1 },
  { after: TRANSACTIONS * 0.7 - 1, times: 41 },
];

it('§8 sends thousands of transactions at the limit, each taken once, never more than 500 in any second', async () => {
  await using folder = await openWorkplace();
  const path = join(folder.folder, 'journal');
  const misfortunes = sentAway.map((which) => ({ endpoint: 'transaction' as const, happens: tooMany(1), ...which }));
  const service = await startOpponentProcess({ journal: path, misfortunes });
  await using workplace = await openWorkplace(environmentOf(service.access));
  const file = await writeTransactions(workplace, TRANSACTIONS);

  const { exitCode, summary } = await workplace.run(['post', file, '--json']);

  expect({ exitCode, summary }).toMatchObject({ exitCode: 0, summary: { accepted: TRANSACTIONS, unknown: 0 } });
  await service[Symbol.asyncDispose]();
  const journal = await readJournal(path);
  const arrivals = journal.filter(({ endpoint }) => endpoint === 'transaction');
  const taken = arrivals.filter(({ status }) => status === 202);
  const times = arrivals.map(({ at }) => at);
  expect(taken).toHaveLength(TRANSACTIONS);
  expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(TRANSACTIONS);
  expect(mostWithin(1000, times)).toBeLessThanOrEqual(LIMIT);
  expect(journal.flatMap(({ complaint }) => complaint ?? [])).toEqual([]);
  // Those that were sent away came again, and no one else did.
  expect(arrivals).toHaveLength(TRANSACTIONS + 16 + 1 + 41);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  console.info(
    `${TRANSACTIONS} single transactions in ${seconds.toFixed(1)} s, at most ${mostWithin(1000, times)} in one`,
  );
});
