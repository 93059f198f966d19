/** @file The table of the queue that a person opens in a spreadsheet: its columns can be added up. */

import { rmSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueTable } from '../../src-main/actions/queue-table.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent, sentAndCorrected } from './sent-file.ts';

/** Its rows by their titles, and what stands below them. */
async function tableOf(store: QueueStore, ids: readonly SubmissionId[]) {
  const ports = { store, signal: new AbortController().signal, say: <T>(say: () => T) => say() };
  const pieces: string[] = [];
  const table = queueTable(ids, { ...ports, sumUp: async (request) => sumLines(request) });
  for await (const piece of table) pieces.push(piece);
  // Below the first line that is empty stands what a spreadsheet takes for no part of the table.
  const [rows = '', below = ''] = pieces.join('').split('\r\n\r\n');
  return {
    rows: z.array(z.record(z.string(), z.string())).parse(parse(rows, { columns: true, bom: true })),
    totals: z.array(z.array(z.string())).parse(parse(below, { relaxColumnCount: true })),
  };
}

const added = (rows: readonly Record<string, string>[], title: string) =>
  rows.reduce((sum, row) => sum + Number(row[title] ?? Number.NaN), 0);

it('has the lines and the money of a file and its correction once', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { first, second } = await sentAndCorrected(folder, store);
  const other = await sent(folder, store, 'other.jsonl', [5], []);

  const { rows, totals } = await tableOf(store, [first.id, second.id, other.id]);
  expect(added(rows, 'Lines')).toBe(5);
  expect(added(rows, 'Accepted')).toBe(4);
  expect(added(rows, 'All lines (EUR)')).toBe(6000);
  expect(added(rows, 'Accepted (EUR)')).toBe(4800);
  expect(rows.map((row) => row['Lines counted in submission'])).toEqual(['', String(first.id), '']);
  // What a correction pays is told, too, in a column that is no part of the sum.
  expect(rows.map((row) => row['In the file itself, not to be added up (EUR)'])).toEqual([
    '4800.00',
    '2400.00',
    '1200.00',
  ]);
  expect(totals).toEqual([
    ['', 'Together', 'All lines', 'Accepted', 'Left out', 'Open'],
    ['', 'Lines', '5', '4', '0', '1'],
    ['', 'EUR', '6000.00', '4800.00', '0.00', '1200.00'],
  ]);
  store.close();
});

it('says of each state what the window says', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const all = [await sent(folder, store, 'all.jsonl', [1], []), await sent(folder, store, 'part.jsonl', [2, 3], [2])];
  const { rows } = await tableOf(
    store,
    all.map(({ id }) => id),
  );
  expect(rows.map((row) => row['State'])).toEqual(['Done', 'Partially accepted']);
  store.close();
});

it('has the lines of a correction in its own row where the file that it corrects is not in the table', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { second } = await sentAndCorrected(folder, store);
  const { rows } = await tableOf(store, [second.id]);
  expect(rows[0]).toMatchObject({
    Lines: '2',
    Accepted: '1',
    'All lines (EUR)': '2400.00',
    'Accepted (EUR)': '1200.00',
    'Lines counted in submission': '',
  });
  store.close();
});

it('adds practice up apart from what is real, and says of how many files the sums are not known', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const destination = 'http://localhost http://localhost practice tenant/practice';
  const real = await sent(folder, store, 'real.jsonl', [1, 2], [2]);
  const gone = await sent(folder, store, 'gone.jsonl', [3, 4], [2]);
  const practised = await sent(folder, store, 'tried.jsonl', [5], [], { connection: 'Practice', destination });
  rmSync(gone.content);
  const { totals } = await tableOf(store, [real.id, gone.id, practised.id]);
  expect(totals).toEqual([
    ['', 'Together', 'All lines', 'Accepted', 'Left out', 'Open'],
    ['', 'Lines', '4', '2', '0', '2'],
    ['', 'EUR', '2400.00', '1200.00', '0.00', '1200.00', 'without 1 file whose sums are not known'],
    ['', 'Together, practice', 'All lines', 'Accepted', 'Left out', 'Open'],
    ['', 'Lines', '1', '1', '0', '0'],
    ['', 'EUR', '1200.00', '1200.00', '0.00', '0.00'],
  ]);
  store.close();
});
