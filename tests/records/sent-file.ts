/** @file Files of which the service has accepted some lines, as they are stored with their history. */

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineSet } from '../../src-main/ground/line-set.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { historyDetail } from '../../src-main/send/batch-history.ts';
import type { QueueStore } from '../../src-main/send/storage/store.ts';
import { check, transaction } from '../check/sources.ts';
import { at, batchId, sampleSubmission } from '../send/samples.ts';

export const author = { user: 'mara', machine: 'desk-7', version: '1.2.3', key: undefined };

const noted = { at, kind: 'added', detail: {} } as const;

export const withAmount = (line: ReturnType<typeof transaction>, amount: number) => ({
  ...line,
  modification: { ...line.modification, amount },
});

/** A file whose lines were sent in one batch, of which a report names these. @param spoilt what is written in place of its lines */
export async function sent(
  folder: string,
  store: QueueStore,
  name: string,
  lines: number[],
  named: number[],
  more = {},
  amount = 1200,
  spoilt = (content: string) => content,
  approval = {},
) {
  const content = spoilt(lines.map((n) => `${JSON.stringify(withAmount(transaction(n), amount))}\n`).join(''));
  const path = join(folder, name);
  writeFileSync(path, content);
  const { summary } = await check(content);
  const checked = { ...summary, modifiedAt: Math.floor(statSync(path).mtimeMs) };
  const sample = sampleSubmission({ name: path, content: path, check: checked, ...more });
  const { id } = store.addSubmission(sample, noted);
  const range = { start: 0, end: summary.bytes, lines: lines.length, sha256: summary.sha256 };
  const [batch] = store.approve({ ...sample, id }, [range], { at, kind: 'approved', detail: approval });
  if (batch === undefined) throw new Error('a batch expected');
  const reported: Batch = {
    ...batch,
    state: named.length === 0 ? 'processed' : 'partially-accepted',
    named: named.length,
    delivery: { batchId: batchId(id), mayHaveArrived: true },
  };
  const detail = { ...range, ...historyDetail(reported) };
  store.saveBatch(reported, { at, kind: 'status', detail }, LineSet.of(named));
  return { ...sample, id };
}

/** Four lines of which two were rejected, and their correction, of which one was again. */
export async function sentAndCorrected(folder: string, store: QueueStore) {
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'export.corrected.jsonl', [2, 4], [2], { corrects: first.id });
  store.lines.saveMap(second.id, '1+1 1+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });
  return { first, second };
}
