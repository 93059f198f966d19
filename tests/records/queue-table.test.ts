/** @file The table of the queue that a person opens in a spreadsheet: its columns can be added up. */

import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueTable } from '../../src-main/actions/queue-table.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { newFolder } from '../send/folders.ts';
import { at } from '../send/samples.ts';
import { author, sent } from './sent-file.ts';

/** Its rows by their titles. */
async function tableOf(store: QueueStore, ids: readonly SubmissionId[]): Promise<Record<string, string>[]> {
  const ports = { store, signal: new AbortController().signal, say: <T>(say: () => T) => say() };
  const pieces: string[] = [];
  const table = queueTable(ids, { ...ports, sumUp: async (request) => sumLines(request) });
  for await (const piece of table) pieces.push(piece);
  return z.array(z.record(z.string(), z.string())).parse(parse(pieces.join(''), { columns: true, bom: true }));
}

const added = (rows: readonly Record<string, string>[], title: string) =>
  rows.reduce((sum, row) => sum + Number(row[title] ?? Number.NaN), 0);

it('has the lines and the money of a file and its correction once', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'export.corrected.jsonl', [2, 4], [2], { corrects: first.id });
  store.lines.saveMap(second.id, '1+1 1+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });
  const other = await sent(folder, store, 'other.jsonl', [5], []);

  const rows = await tableOf(store, [first.id, second.id, other.id]);
  expect(added(rows, 'Lines')).toBe(5);
  expect(added(rows, 'Accepted')).toBe(4);
  expect(added(rows, 'All lines (EUR)')).toBe(6000);
  expect(added(rows, 'Accepted (EUR)')).toBe(4800);
  expect(rows.map((row) => row['Lines counted in submission'])).toEqual(['', String(first.id), '']);
  store.close();
});
