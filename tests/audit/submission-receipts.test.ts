/** @file The receipt of a whole submission is verified as that of a batch, and contradicts what was edited. */

import { describe, expect, it } from 'vitest';
import type { HistoryKey } from '../../src-main/audit/history-key.ts';
import { signed } from '../../src-main/audit/signed-document.ts';
import { receiptIn, verifyReceipt } from '../../src-main/records/verify-receipt.ts';
import { ruleSetDigest } from '../../src-main/send/receipts/source-facts.ts';
import { receiptForSubmission } from '../../src-main/send/receipts/submission-receipt.ts';
import { rangesDigest } from '../../src-main/send/recorded-facts.ts';
import { digestOfTotals } from '../../src-main/send/reduction.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { AppError } from '../../src-shared/errors.ts';
import { addedSubmission, at, batchId, ranges, sampleCheck, sampleSubmission } from '../send/samples.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { attack, folderKey, open, sealedFolder } from './attacked-folder.ts';

function receiptOf(folder: string, key?: HistoryKey) {
  const store = new QueueStore(folder, { readOnly: true });
  try {
    const receipt = receiptForSubmission(store, 1, { key });
    return key === undefined ? receipt : signed(receipt, key);
  } finally {
    store.close();
  }
}

describe('the receipt of a submission', () => {
  it('tells every batch in file order, with its id, its state and where it arrived', () => {
    const { folder, key } = sealedFolder();
    const { batches, state, contradictions, historyIntact } = receiptOf(folder, key);
    expect(batches).toMatchObject([
      { batchId: batchId(1), start: 0, end: 100, state: 'processed', attempts: 1, numbers: [1] },
      { batchId: batchId(2), start: 100, end: 150, state: 'processed', attempts: 1, numbers: [2] },
    ]);
    expect({ state, contradictions, historyIntact }).toEqual({
      state: 'processed',
      contradictions: [],
      historyIntact: true,
    });
  });

  it('holds as it was saved, and names the field that was changed', () => {
    const { folder, key } = sealedFolder();
    const saved = receiptIn(JSON.stringify(receiptOf(folder, key), undefined, 2)) ?? {};
    expect(verifyReceipt(saved, key.publicKey)).toEqual({ kind: 'holds' });
    expect(verifyReceipt({ ...saved, batches: [] }, key.publicKey)).toEqual({ kind: 'changed', fields: ['batches'] });
  });

  it.each([
    ['the state of a batch', 'state', "UPDATE batches SET document = json_set(document, '$.state', 'rejected')"],
    ['the end of a batch', 'end', "UPDATE batches SET document = json_set(document, '$.end', 140) WHERE number = 2"],
    ['a batch that was taken away', 'batches', 'DELETE FROM batches WHERE number = 2'],
    [
      'the digest of the file',
      'check.sha256',
      "UPDATE submissions SET document = json_set(document, '$.check.sha256', 'd')",
    ],
  ])('contradicts %s that was edited', (_what, field, sql) => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec(sql));
    expect(receiptOf(folder, key).contradictions).toContain(field);
  });

  it.each([
    [
      'another rule set',
      'options.ruleSet',
      "UPDATE submissions SET document = json_set(document, '$.options.ruleSet.required', json('[]'))",
    ],
    [
      'other totals',
      'check.totals',
      'UPDATE submissions SET document = json_set(document, \'$.check.totals\', json(\'{"sums":[],"days":9}\'))',
    ],
  ])('contradicts %s than it was approved with', (_what, field, sql) => {
    const { folder, key } = approvedFolder();
    expect(receiptOf(folder, key).contradictions).toEqual([]);
    attack(folder, (database) => database.exec(sql));
    expect(receiptOf(folder, key).contradictions).toEqual([field]);
  });

  it('is there for one that was removed', () => {
    const { folder, key } = sealedFolder();
    const opened = open(folder, key);
    const submission = opened.store.submission(1);
    if (submission === undefined) throw new Error('a submission expected');
    opened.store.saveSubmission({ ...submission, removedAt: at }, { at, kind: 'removed' });
    opened.close();
    expect(receiptOf(folder, key)).toMatchObject({ historyIntact: true, source: { submission: 1 } });
  });

  it('names what it corrects, and what corrects it', () => {
    const { folder, key } = sealedFolder();
    const opened = open(folder, key);
    const first = opened.store.submission(1);
    if (first === undefined) throw new Error('a submission expected');
    const name = '/exports/day corrected.jsonl';
    const added = { at, kind: 'added', detail: { path: name, name } } as const;
    const { id } = opened.store.addSubmission({ ...addedSubmission(), name, corrects: first.id }, added);
    opened.store.saveSubmission({ ...first, corrected: { by: id, starts: [0] } }, { at, kind: 'corrected' });
    const links = [1, 2].map((number) => receiptForSubmission(opened.store, number).source.corrections);
    opened.close();
    expect(links).toEqual([
      { correctedBy: { submission: 2, fileName: 'day corrected.jsonl', fileSha256: undefined } },
      { corrects: { submission: 1, fileName: 'day.jsonl', fileSha256: 'c'.repeat(64) } },
    ]);
  });

  it('proves its corrections, too: what was edited in one of them differs from the history', () => {
    const { folder, key } = sealedFolder();
    const opened = open(folder, key);
    const added = { at, kind: 'added', detail: { path: '/exports/b.jsonl', name: '/exports/b.jsonl' } } as const;
    const path = '/exports/b.jsonl';
    const { id } = opened.store.addSubmission({ ...addedSubmission(), name: path, content: path }, added);
    const receipt = signed(receiptForSubmission(opened.store, 1, { key }, [id]), key);
    const saved = receiptIn(JSON.stringify(receipt)) ?? {};
    expect(new Set(receipt.history.map(({ submission }) => submission))).toEqual(new Set([1, id]));
    expect(verifyReceipt(saved, key.publicKey, opened.store)).toEqual({ kind: 'holds' });
    opened.close();
    attack(folder, (database) =>
      database.exec(`UPDATE submissions SET document = json_set(document, '$.name', 'c.jsonl') WHERE id = ${id}`),
    );
    const store = new QueueStore(folder, { readOnly: true });
    expect(verifyReceipt(saved, key.publicKey, store)).toEqual({ kind: 'queue-differs', fields: ['name'] });
    store.close();
  });

  it('names the person who had the file sent, and when, where the check let it pass', () => {
    const { folder, key } = approvedFolder();
    const [approval] = receiptOf(folder, key).source.approvals;
    expect(approval).toMatchObject({ by: 'check', ordered: { at: new Date(at).toISOString() } });
  });

  it('of an unknown number is refused by name', () => {
    const store = new QueueStore(folderOfFile());
    expect(() => receiptForSubmission(store, 7)).toThrow(new AppError('queue.unknown-id', { id: '7' }));
    store.close();
  });
});

/** A submission that was approved as the intake records it, with totals. */
function approvedFolder() {
  const [folder, key] = [folderOfFile(), folderKey()];
  const { store, close } = open(folder, key);
  const totals = {
    sums: [{ currency: 'EUR', amount: '12.5' }],
    days: 1,
    firstDay: '2026-01-01',
    lastDay: '2026-01-01',
  };
  const check = { ...sampleCheck, totals };
  const { id } = store.addSubmission(addedSubmission(), { at, kind: 'added', detail: { name: 'day.jsonl' } });
  const submission = { ...sampleSubmission({ check }), id };
  const detail = {
    sha256: check.sha256,
    ranges: rangesDigest(ranges),
    ruleSet: ruleSetDigest(submission.options.ruleSet),
    totals: digestOfTotals(totals),
  };
  store.approve(submission, ranges, { at, kind: 'approved', detail });
  close();
  return { folder, key };
}
