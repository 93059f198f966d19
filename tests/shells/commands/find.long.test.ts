/** @file Where ids went, as the window asks. */

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../checking/sources.ts';
import { openWindow, type TestWindow } from './window.ts';

let window: TestWindow;
beforeEach(async () => {
  window = await openWindow();
});
afterEach(() => window.close());

/** Sends a file with these ids to the practice tenant; returns the number of the submission. */
async function sent(name: string, ids: readonly string[]): Promise<number> {
  const { connection } = await window.value('practice.start');
  await window.backend.start();
  const path = join(window.folder, name);
  const lines = ids.map((external_id) => {
    const one = transaction();
    return JSON.stringify({ ...one, modification: { ...one.modification, external_id } });
  });
  await writeFile(path, lines.join('\n'));
  window.picks = [path];
  const { offers } = await window.value('files.choose');
  const options = { connection, onInvalid: 'service-decides', ingestValid: false, maxBatchBytes: 1e6 } as const;
  const { added } = await window.value('files.add', { offers: offers.map(({ offer }) => offer), options });
  const [id = 0] = added;
  await window.until(id, ({ state }) => state === 'processed' || state === 'rejected' || state === 'held');
  return id;
}

const find = async (id: string, thorough = false) => await window.value('queue.find', { id, thorough });

it('An id is found with its file, line, batch and state, and without the path of the file', async () => {
  const ids = [randomUUID(), randomUUID()];
  const submission = await sent('day.jsonl', ids);
  const found = await find(` ${ids[1]?.toUpperCase()} `);
  expect(found).toMatchObject({
    ...{ keepsIds: true, isCut: false, unsearched: [] },
    places: [{ submission, fileName: 'day.jsonl', line: 2, isConfirmed: true, isRemoved: false }],
  });
  expect(JSON.stringify(found)).not.toContain(window.folder);
  const [{ batchId = '', state } = {}] = found.places;
  expect((await find(batchId.toUpperCase())).places).toMatchObject([{ submission, batchId, state }]);
});

it('An id that never went is not found, and nothing is searched for without an id', async () => {
  await sent('day.jsonl', [randomUUID()]);
  expect((await find(randomUUID())).places).toEqual([]);
  expect((await find('  ')).places).toEqual([]);
});

it('A file without an index is named, and searched only when that is asked for', async () => {
  const id = randomUUID();
  const submission = await sent('day.jsonl', [id]);
  await rm(join(window.folder, 'ids', `${submission}.ids`));
  expect(await find(id)).toMatchObject({ places: [], unsearched: ['day.jsonl'] });
  expect(await find(id, true)).toMatchObject({ places: [{ line: 1 }], unsearched: [] });
  expect(await find(id)).toMatchObject({ places: [{ line: 1 }], unsearched: [] });
});

it('Nothing is kept once that is turned off, and the search says so', async () => {
  const id = randomUUID();
  await sent('day.jsonl', [id]);
  await window.value('settings.change', { idIndex: false });
  expect(await find(id)).toMatchObject({ keepsIds: false, places: [] });
});

it('A file with ids of another one is held, and approved only with a reason', async () => {
  const id = randomUUID();
  await sent('day.jsonl', [id]);
  const second = await sent('next day.jsonl', [randomUUID(), id]);
  const row = await window.until(second, ({ state }) => state === 'held');
  expect(row.error).toMatchObject({ code: 'submission.ids-sent-before', params: { lines: 1, transactions: 2 } });
  expect(await window.code('queue.approve', { id: second })).toBe('submission.no-reason');
  await window.value('queue.approve', { id: row.id, reason: 'a correction' });
  await window.until(second, ({ state }) => state === 'processed' || state === 'rejected');
});
