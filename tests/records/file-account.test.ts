/** @file The account of a stored file, with its sums and with what corrects it; and the receipt that begins with it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { historyDetail } from '../../src-main/send/batch-history.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { savableSchema } from '../../src-shared/contract.ts';
import { attack } from '../audit/attacked-folder.ts';
import { check, transaction } from '../check/sources.ts';
import { newFolder } from '../send/folders.ts';
import { at, batchId, sampleSubmission } from '../send/samples.ts';

const author = { user: 'mara', machine: 'desk-7', version: '1.2.3', key: undefined };
const noted = { at, kind: 'added', detail: {} } as const;

/** A file whose lines were sent in one batch, of which a report names these. */
async function sent(folder: string, store: QueueStore, name: string, lines: number[], named: number[], more = {}) {
  const content = lines.map((n) => `${JSON.stringify(transaction(n))}\n`).join('');
  const path = join(folder, name);
  writeFileSync(path, content);
  const { summary } = await check(content);
  const checked = { ...summary, modifiedAt: 0 };
  const sample = sampleSubmission({ name: path, content: path, check: checked, ...more });
  const { id } = store.addSubmission(sample, noted);
  const range = { start: 0, end: summary.bytes, lines: lines.length, sha256: summary.sha256 };
  const [batch] = store.approve({ ...sample, id }, [range], { at, kind: 'approved', detail: {} });
  if (batch === undefined) throw new Error('a batch expected');
  const reported: Batch = {
    ...{ ...batch, state: named.length === 0 ? 'processed' : 'partially-accepted', named: named.length },
    delivery: { batchId: batchId(id), mayHaveArrived: true },
  };
  const detail = { ...range, ...historyDetail(reported) };
  store.saveBatch(reported, { at, kind: 'status', detail }, LineSet.of(named));
  return { ...sample, id };
}

function receiptsOf(store: QueueStore) {
  const receipts = new Receipts({ store, receiptContext: () => ({}), sumUp: async (request) => sumLines(request) });
  return async (id: number, format: 'html' | 'json') => {
    const what = savableSchema.parse({ kind: 'submission-receipt', id, format });
    if (what.kind !== 'submission-receipt') throw new Error('a receipt expected');
    return String((await receipts.file({}, what)).content);
  };
}

const eur = (amount: number) => [{ currency: 'EUR', amount: String(amount) }];

it('A receipt begins with what became of the transactions, and follows the rejected ones into their correction', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const receipt = receiptsOf(store);
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);

  expect(JSON.parse(await receipt(first.id, 'json'))).toMatchObject({
    account: { ...noLines(), accepted: 2, rejected: 2 },
    sums: { accepted: { transactions: 2, sums: eur(2400) }, rejected: { transactions: 2, sums: eur(2400) } },
    batches: [{ account: { accepted: 2, rejected: 2 } }],
    ...{ contradictions: [], source: { isPractice: false } },
  });
  const signable =
    'Of 4 transactions in <bdi>export.jsonl</bdi> (4,800.00 EUR) the service accepted 2 and rejected 2; none is pending.';
  expect(await receipt(first.id, 'html')).toContain(signable);

  const second = await sent(folder, store, 'export.corrected.jsonl', [4], [], { corrects: first.id });
  store.lines.saveMap(second.id, '3+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });

  expect(JSON.parse(await receipt(first.id, 'json'))).toMatchObject({
    account: { accepted: 2, rejected: 2 },
    corrected: {
      account: { ...noLines(), accepted: 3, leftOut: 1 },
      sums: { accepted: { sums: eur(3600) }, leftOut: { sums: eur(1200) } },
      steps: [{ submission: second.id, fileName: 'export.corrected.jsonl', lines: 1, kind: 'mapped' }],
    },
  });
  const page = await receipt(first.id, 'html');
  expect(page).toContain(signable);
  expect(page).toContain('the service accepted 3; 1 was left out, and none is open.');
  store.close();
});

it('A receipt has what the history says of an account, and tells where the stored one says something else', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const { id } = await sent(folder, store, 'export.jsonl', [1, 2, 3], [2]);
  store.close();
  attack(folder, (database) =>
    database.exec("UPDATE batches SET document = json_set(document, '$.state', 'processed', '$.named', 0)"),
  );
  const attacked = new QueueStore(folder);
  expect(JSON.parse(await receiptsOf(attacked)(id, 'json'))).toMatchObject({
    account: { accepted: 2, rejected: 1 },
    contradictions: expect.arrayContaining(['account', 'state']),
  });
  attacked.close();
});

it('A receipt of practice is marked across every page', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const destination = 'http://127.0.0.1:1 http://127.0.0.1:1/token practice tenant/practice';
  const { id } = await sent(folder, store, 'export.jsonl', [1], [], { destination });
  expect(await receiptsOf(store)(id, 'html')).toContain('<p class="practice">PRACTICE');
  store.close();
});
