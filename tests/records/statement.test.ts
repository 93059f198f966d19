/** @file A statement has every file of its days once, and reconciles to the last transaction and cent, or says that it does not. */

import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { statementOf } from '../../src-main/records/statement.ts';
import { statementCsv, statementPage } from '../../src-main/send/receipts/statement-page.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { newFolder } from '../send/folders.ts';
import { at } from '../send/samples.ts';
import { author, sent } from './sent-file.ts';

const eur = (amount: number) => [{ currency: 'EUR', amount: String(amount) }];
const days = { from: '2026-01-05', to: '2026-01-05' };

const stated = (store: QueueStore, asked: object = {}) =>
  statementOf(
    store,
    { ...days, ...asked },
    { signal: new AbortController().signal, sumUp: async (request) => sumLines(request) },
  );

it('Counts corrections with the file that they correct, and another file by itself', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'export.corrected.jsonl', [2, 4], [2], { corrects: first.id });
  store.lines.saveMap(second.id, '1+1 1+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });
  const other = await sent(folder, store, 'other.jsonl', [5], [], { connection: 'test' });
  await sent(folder, store, 'earlier.jsonl', [6], [], { addedAt: Date.UTC(2026, 0, 4, 23, 59, 59) });
  store.saveSubmission({ ...other, removedAt: at }, { at, kind: 'removed' });

  const statement = await stated(store);
  expect(statement).toMatchObject({
    files: [
      { submission: first.id, account: { ...noLines(), accepted: 3, rejected: 1 } },
      { submission: other.id, account: { ...noLines(), accepted: 1 } },
    ],
    corrections: [{ submission: second.id, corrects: first.id }],
    total: {
      account: { ...noLines(), accepted: 4, rejected: 1 },
      sums: { accepted: { transactions: 4, sums: eur(4800) }, rejected: { transactions: 1, sums: eur(1200) } },
    },
    reconciles: true,
  });
  expect((await stated(store, { connection: 'test' })).files.map(({ submission }) => submission)).toEqual([other.id]);

  const page = statementPage(statement, eur(6000));
  expect(page).toContain('Of 5 transactions in 2 files (6,000.00 EUR) the service accepted 4 and rejected 1');
  expect(page).toContain('It reconciles to the last transaction and cent.');
  const rows = statementCsv(statement).split('\r\n');
  expect(rows).toContain(',TOTAL,,,accepted,4,,,');
  expect(rows).toContain(',TOTAL,,,rejected,,EUR,1200,');
  store.close();
});

it('Says that it does not reconcile where the sums of a file are not known', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const { content } = await sent(folder, store, 'export.jsonl', [1, 2], [2]);
  rmSync(content);
  const { reconciles, total, files } = await stated(store);
  expect({ reconciles, total, files }).toMatchObject({
    ...{ reconciles: false, total: { account: { accepted: 1, rejected: 1 } } },
    files: [{ sumsObstacle: 'gone' }],
  });
  expect(total.sums).toBeUndefined();
  store.close();
});
