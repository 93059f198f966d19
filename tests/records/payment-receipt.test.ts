/** @file The receipt of one payment: all places where its id went, what proves each, and its verification. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { IdIndexBuilder } from '../../src-main/check/id-index/id-index-builder.ts';
import { writeIdIndex } from '../../src-main/check/id-index/id-index-writer.ts';
import { idWords } from '../../src-main/check/id-index/keyed-ids.ts';
import { indexLines } from '../../src-main/check/line-index.ts';
import { verifyReceipt } from '../../src-main/records/verify-receipt.ts';
import { ID_FOLDER, IdIndexes } from '../../src-main/send/sent-before/id-indexes.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { folderKey } from '../audit/attacked-folder.ts';
import { uuid } from '../check/sources.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

const idKey = { id: '0123456789abcdef', key: new Uint8Array(32) };
const practice = 'http://127.0.0.1:4100 http://127.0.0.1:4100 practice tenant/practice';
const { signal } = new AbortController();
const stores: QueueStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** Line 2 of the first file was rejected, and accepted as line 1 of its correction, with another amount. */
async function southAndCorrection() {
  const [folder, key] = [temporaryFolder(), folderKey()];
  const store = new QueueStore(folder, { author: { ...author, key } });
  stores.push(store);
  const indexes = new IdIndexes(folder, async () => [idKey]);
  mkdirSync(join(folder, ID_FOLDER));
  const index = async ({ id, content, check: { sha256 } }: Awaited<ReturnType<typeof sent>>, ids: number[]) => {
    const builder = new IdIndexBuilder(idKey);
    builder.add(idWords(ids.map(uuid)));
    writeIdIndex(indexes.pathOf(id), builder, { keyId: idKey.id, sha256 });
    store.lines.saveIndex(id, await indexLines(content, signal));
  };
  const south = await sent(folder, store, 'south.jsonl', [1, 2, 3], [2]);
  const fixed = await sent(folder, store, 'south.corrected.jsonl', [2], [], { corrects: south.id }, 1300);
  store.lines.saveMap(fixed.id, '1+1');
  store.saveSubmission(
    { ...south, corrected: { by: fixed.id, starts: [] } },
    { at, kind: 'corrected', detail: { by: fixed.id } },
  );
  await index(south, [1, 2, 3]);
  await index(fixed, [2]);
  const issued = { user: 'mara', machine: 'desk-7', version: '1', at: new Date(at).toISOString() };
  const ports = { store, signal, keepsIds: () => true, idIndexes: indexes };
  const receipts = new Receipts({ ...ports, receiptContext: () => ({ key, issued }) });
  return { folder, key, store, south, fixed, receipts, index };
}

const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

it('tells all places of the id in the order of time, and what became of it in a sentence', async () => {
  const { folder, south, fixed, receipts } = await southAndCorrection();
  const { kind, receipt } = await receipts.read({ line: { submission: south.id, line: 2 } });
  const bytes = readFileSync(join(folder, 'south.corrected.jsonl'));
  expect({ kind, receipt }).toMatchObject({
    kind: 'payment',
    receipt: {
      modificationId: uuid(2),
      payment: bytes.toString().trimEnd(),
      unsearched: 0,
      historyIntact: true,
      source: { submission: fixed.id },
      places: [
        {
          ...{ submission: south.id, line: 2, outcome: 'rejected', batch: { line: 2, lines: 3 } },
          goesOnAs: { submission: fixed.id, fileName: 'south.corrected.jsonl', line: 1 },
        },
        {
          ...{ submission: fixed.id, line: 1, outcome: 'accepted', batch: { line: 1, sha256: fixed.check.sha256 } },
          bytes: { start: 0, end: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
        },
      ],
    },
  });
  const text = textOf((await receipts.page({ of: { line: { submission: fixed.id, line: 1 } } })).html);
  expect(text).toMatch(
    /The service rejected this payment at first \(line 2 of south\.jsonl \), and accepted it as corrected on .* \(line 1 of south\.corrected\.jsonl \)\./,
  );
  expect(text).toContain(`Receipt of the payment ${uuid(2)}`);
  expect(text).toContain('Amount 1,300.00');
  expect(text).toContain('Goes on as line 1 of south.corrected.jsonl');
  expect(text).toContain('Was line 2 of south.jsonl before');
});

it('is another one as soon as the payment has gone with a further file; until then, each format is of one issue', async () => {
  const { folder, store, south, receipts, index } = await southAndCorrection();
  const asked = { line: { submission: south.id, line: 2 } };
  const signatureOf = async () => (await receipts.read(asked)).receipt['signature'];
  const first = await signatureOf();
  expect(first).toBeDefined();
  store.record({ at, kind: 'folder-confirmed', detail: {} });
  expect(await signatureOf()).toBe(first);
  await index(await sent(folder, store, 'west.jsonl', [2], []), [2]);
  expect(await signatureOf()).not.toBe(first);
  const text = textOf((await receipts.page({ of: asked })).html);
  expect(text).toContain('The service accepted this payment 2 times');
});

it('holds as it was issued, and is refuted when it was tampered with, or the queue was', async () => {
  const { folder, key, store, south, receipts } = await southAndCorrection();
  const asked = { kind: 'payment-receipt', of: { submission: south.id, line: 2 }, format: 'json' } as const;
  const { name, content } = await receipts.file({}, asked);
  expect(name).toBe(`receipt-${uuid(2)}.json`);
  const saved = JSON.parse(String(content));
  expect(verifyReceipt(saved, key.publicKey, store)).toEqual({ kind: 'holds' });
  const places = saved.places.map((place: object) => ({ ...place, outcome: 'accepted' }));
  expect(verifyReceipt({ ...saved, places }, key.publicKey)).toEqual({ kind: 'changed', fields: ['places'] });
  const database = new DatabaseSync(join(folder, 'queue.db'));
  database.exec("UPDATE batches SET document = json_set(document, '$.state', 'processed') WHERE submission = 1");
  database.close();
  const other = new QueueStore(folder, { readOnly: true });
  stores.push(other);
  expect(verifyReceipt(saved, key.publicKey, other)).toMatchObject({ kind: 'queue-differs' });
  // What is issued since says what the history says, and that the queue says something else.
  const again = new Receipts({ store: other, signal, receiptContext: () => ({ key }) });
  const { receipt } = await again.read({ line: { submission: south.id, line: 2 } });
  expect(receipt).toMatchObject({ historyIntact: false, places: [{ outcome: 'rejected' }] });
});

it('names how many files could not be searched, and is of the line that was asked for in any case', async () => {
  const { folder, south, fixed, receipts } = await southAndCorrection();
  for (const { id } of [south, fixed]) rmSync(join(folder, ID_FOLDER, `${id}.ids`));
  const { receipt } = await receipts.read({ line: { submission: fixed.id, line: 1 } });
  expect(receipt).toMatchObject({ unsearched: 1, places: [{ submission: fixed.id }] });
});

it('of a file that is gone is found by the id, and shows no line; without the index there is none', async () => {
  const { folder, south, receipts } = await southAndCorrection();
  const of = { submission: south.id, line: 1 };
  rmSync(join(folder, 'south.jsonl'));
  const { receipt } = await receipts.read({ line: { ...of, id: uuid(1) } });
  expect(receipt).toMatchObject({ places: [{ outcome: 'accepted', isConfirmed: false }] });
  expect(receipt).not.toHaveProperty('payment');
  for (const id of [uuid(3), undefined])
    await expect(receipts.read({ line: { ...of, ...(id !== undefined && { id }) } })).rejects.toMatchObject({
      code: 'queue.unknown-payment',
    });
});

it('never tells what is real together with what was practised', async () => {
  const { folder, store, receipts, index } = await southAndCorrection();
  const tried = await sent(folder, store, 'tried.jsonl', [1], [], { destination: practice });
  await index(tried, [1]);
  const placesOf = async (submission: number) => {
    const { kind, receipt } = await receipts.read({ line: { submission, line: 1 } });
    return kind === 'payment' ? receipt.places.map((place) => place.submission) : [];
  };
  expect(await placesOf(1)).toEqual([1]);
  expect(await placesOf(tried.id)).toEqual([tried.id]);
  const { html } = await receipts.page({ of: { line: { submission: tried.id, line: 1 } } });
  expect(textOf(html)).toContain('PRACTICE: nothing was sent to the real service');
});
