/** @file The table of the queue that a person opens in a spreadsheet: its columns can be added up. */

import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueTable } from '../../src-main/actions/queue-table.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { newFolder } from '../send/folders.ts';
import { author, sent, sentAndCorrected } from './sent-file.ts';

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
  const { first, second } = await sentAndCorrected(folder, store);
  const other = await sent(folder, store, 'other.jsonl', [5], []);

  const rows = await tableOf(store, [first.id, second.id, other.id]);
  expect(added(rows, 'Lines')).toBe(5);
  expect(added(rows, 'Accepted')).toBe(4);
  expect(added(rows, 'All lines (EUR)')).toBe(6000);
  expect(added(rows, 'Accepted (EUR)')).toBe(4800);
  expect(rows.map((row) => row['Lines counted in submission'])).toEqual(['', String(first.id), '']);
  store.close();
});

it('says of each state what the window says', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const all = [await sent(folder, store, 'all.jsonl', [1], []), await sent(folder, store, 'part.jsonl', [2, 3], [2])];
  const rows = await tableOf(
    store,
    all.map(({ id }) => id),
  );
  expect(rows.map((row) => row['State'])).toEqual(['Done', 'Partially accepted']);
  store.close();
});

it('has the lines of a correction in its own row where the file that it corrects is not in the table', async () => {
  const folder = newFolder();
  const store = new QueueStore(folder, { author });
  const { second } = await sentAndCorrected(folder, store);
  const [row] = await tableOf(store, [second.id]);
  expect(row).toMatchObject({
    Lines: '2',
    Accepted: '1',
    'All lines (EUR)': '2400.00',
    'Accepted (EUR)': '1200.00',
    'Lines counted in submission': '',
  });
  store.close();
});
