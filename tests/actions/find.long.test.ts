/** @file Where ids went, as the window asks. */

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESTORABLE } from '../../src-main/send/actions.ts';
import { findInFiles } from '../../src-main/send/sent-before/places-in-files.ts';
import { uuidOfCells } from '../../src-main/templates/row-uuid.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { transaction } from '../check/sources.ts';
import { uuid } from '../prepare/exports.ts';
import { writePreparedFolder } from '../prepare/prepared-folder.ts';
import { openWindow, options, type TestWindow } from './window.ts';

const ids = [randomUUID(), randomUUID()];
let window: TestWindow;
let day: SubmissionRow['id'];
beforeAll(async () => {
  window = await openWindow();
  await window.value('practice.start');
  await window.backend.start();
  day = await added('day.jsonl', ids);
  await window.until(day, ({ state }) => state === 'processed');
});
afterAll(() => window.close());

function lineWith(external_id: string): string {
  const one = transaction();
  return JSON.stringify({ ...one, modification: { ...one.modification, external_id } });
}

/** A file with these ids, on its way to the practice tenant. */
async function added(name: string, of: readonly string[]): Promise<SubmissionRow['id']> {
  const lines = of.map(lineWith);
  return await window.added(name, lines.join('\n'), 'Practice');
}
const hasArrived = ({ accepted }: SubmissionRow) => accepted.batches > 0;

const find = async (id: string, thorough = false) =>
  await window.value('queue.find', { ids: [id], thorough, beginnings: true, most: 100 });

it('An id is found with its file, line, batch and state', async () => {
  const found = await find(` ${ids[1]?.toUpperCase()} `);
  expect(found).toMatchObject({
    keepsIds: true,
    isCut: false,
    repairs: [],
    places: [
      {
        submission: day,
        file: join(window.folder, 'day.jsonl'),
        fileName: 'day.jsonl',
        line: 2,
        isConfirmed: true,
        isRemoved: false,
      },
    ],
  });
  const [{ batchId = '', state } = {}] = found.places;
  expect((await find(batchId.toUpperCase())).places).toMatchObject([{ submission: day, batchId, state }]);
});

it('A text of an export, of which a UUID was made, is found by the text', async () => {
  const submission = await added('prepared.jsonl', [uuidOfCells(['B-4711'])]);
  await window.until(submission, hasArrived);
  expect((await find(' B-4711 ')).places).toMatchObject([{ id: 'B-4711', submission, line: 1, isConfirmed: true }]);
});

it('A line of a prepared file is found with the row of the export that it was', async () => {
  window.picks = [writePreparedFolder(join(window.folder, 'prepared'))];
  const { offers } = await window.value('files.choose');
  const { added } = await window.value('files.add', {
    offers: offers.map(({ offer }) => offer),
    options: { ...options, connection: 'Practice' },
  });
  const [submission] = added;
  if (submission === undefined) throw new Error('A file of the preparation is expected.');
  await window.until(submission, hasArrived);
  expect((await find(uuid(2))).places).toMatchObject([
    { submission, line: 2, row: { source: 'november.csv', table: '', row: 3 } },
  ]);
});

it('An id that never went is not found, and nothing is searched for without an id', async () => {
  expect((await find(randomUUID())).places).toEqual([]);
  expect((await find('  ')).places).toEqual([]);
});

it('A file without an index is named, and searched only when that is asked for', async () => {
  const id = randomUUID();
  const submission = await added('cards.jsonl', [id]);
  await window.until(submission, hasArrived);
  await rm(join(window.folder, 'ids', `${submission}.ids`));
  expect(await find(id)).toMatchObject({
    places: [],
    repairs: [{ submission, index: 'missing', outcome: 'not-tried' }],
  });
  const sought = { filter: { modificationId: id }, limit: 10 };
  expect(await window.value('history.find', sought)).toMatchObject({ entries: [], unsearched: 1 });
  expect(await find(id, true)).toMatchObject({ places: [{ line: 1 }], repairs: [{ outcome: 'made-again' }] });
  expect(await window.value('history.find', sought)).not.toHaveProperty('unsearched');
  expect(await find(id)).toMatchObject({ places: [{ line: 1 }], repairs: [] });
});

it('The ids of a payment are found in the files themselves, the newest first', async () => {
  const [payment, request] = [randomUUID(), randomUUID()];
  const lines = [transaction(), { ...transaction(), payment_external_id: payment, request_uuid: request }];
  const ofPayments = async (name: string) => {
    const own = lines.map((line) => ({ ...line, modification: { ...line.modification, external_id: randomUUID() } }));
    const id = await window.added(name, own.map((line) => JSON.stringify(line)).join('\n'), 'Practice');
    await window.until(id, hasArrived);
    return id;
  };
  const [first, second] = [await ofPayments('first.jsonl'), await ofPayments('second.jsonl')];
  const inFiles = async (id: string, most = 100) => await window.value('queue.findInFiles', { ids: [id], most });
  expect((await find(payment)).places).toEqual([]);
  const { amount, currency } = transaction().modification;
  const place = { id: payment, line: 2, field: 'payment_external_id', isConfirmed: true, isRemoved: false };
  const found = await inFiles(payment);
  expect(found).toMatchObject({
    places: [
      { ...place, submission: second, fileName: 'second.jsonl', payment: { amount: String(amount), currency } },
      { ...place, submission: first, fileName: 'first.jsonl', batch: expect.any(Number) },
    ],
    isCut: false,
    isAsked: false,
    unsearched: [],
  });
  expect(found.read).toBe(found.bytes);
  expect(found).not.toHaveProperty('next');
  expect((await inFiles(request.toUpperCase())).places).toMatchObject([
    { id: request.toUpperCase(), field: 'request_uuid' },
    { field: 'request_uuid' },
  ]);
  const { isCut, next } = await inFiles(payment, 1);
  expect([isCut, next?.submission]).toEqual([true, first]);
  // What is too short to be an id is in no place.
  expect((await inFiles('EUR')).places).toEqual([]);

  await rm(join(window.folder, 'first.jsonl'));
  expect(await inFiles(payment)).toMatchObject({
    places: [{ submission: second }],
    unsearched: [{ submission: first, fileName: 'first.jsonl', why: 'gone' }],
  });
});

it('Large files are searched only when a person wants that', async () => {
  const payment = randomUUID();
  const line = { ...transaction(), payment_external_id: payment };
  const own = { ...line, modification: { ...line.modification, external_id: randomUUID() } };
  const submission = await window.added('large.jsonl', JSON.stringify(own), 'Practice');
  await window.until(submission, hasArrived);
  const ports = { store: window.app.store, signal: AbortSignal.timeout(30_000), most: 10, readUnasked: 100 };
  const asked = await findInFiles([payment], ports);
  expect(asked).toMatchObject({ isAsked: true, places: [], read: 0, next: { submission, at: 0 } });
  expect(await findInFiles([payment], { ...ports, from: asked.next })).toMatchObject({
    isAsked: false,
    places: [{ submission, line: 1 }],
  });
});

it('A file with ids of another one is held, and approved only with a reason', async () => {
  const [id = ''] = ids;
  const second = await added('next day.jsonl', [randomUUID(), id]);
  const row = await window.until(second, ({ state }) => state === 'held');
  expect(row.error).toMatchObject({ code: 'submission.ids-sent-before', params: { lines: 1, transactions: 2 } });
  expect(await window.code('queue.approve', { id: second })).toBe('submission.no-reason');
  await window.value('queue.approve', { id: row.id, reason: 'a correction' });
  await window.until(second, hasArrived);
});

it('What was sent stays known by its ids once its customer data is gone: it is found, and held in another file', async () => {
  const gone = [randomUUID(), randomUUID()];
  const first = await added('gone.jsonl', gone);
  await window.until(first, ({ state }) => state === 'processed');
  await window.value('queue.remove', { ids: [first] });
  const { store } = window.app;
  const removed = store.submission(first);
  if (removed === undefined) throw new Error('It is there.');
  const at = Date.now() - RESTORABLE - 1;
  store.saveSubmission({ ...removed, removedAt: at }, { at, kind: 'removed', detail: {} });
  await window.value('retention.purge');
  expect(store.submission(first)?.purgedAt).toBeGreaterThan(at);

  const found = await find(gone[1] ?? '');
  expect(found).toMatchObject({
    repairs: [],
    places: [{ submission: first, line: 2, outcome: 'accepted', isConfirmed: false, isRemoved: true }],
  });
  const second = await added('the day after.jsonl', [randomUUID(), ...gone]);
  const row = await window.until(second, ({ state }) => state === 'held');
  expect(row.error).toMatchObject({ code: 'submission.ids-sent-before', params: { lines: 2, transactions: 3 } });
});

it('An index that somebody has deleted since is named by a search, and nothing is taken for searched', async () => {
  const [id = ''] = [randomUUID()];
  const file = await added('index gone.jsonl', [id]);
  await window.until(file, ({ state }) => state === 'processed');
  await window.value('queue.remove', { ids: [file] });
  await rm(join(window.folder, 'ids', `${file}.ids`));
  await rm(join(window.folder, 'index gone.jsonl'));
  expect((await find(id)).repairs).toMatchObject([{ submission: file, index: 'missing' }]);
});

it('The page of a removed file that was corrected says what became of its lines in the end', async () => {
  const lines = [randomUUID(), randomUUID()].map(lineWith);
  const file = await window.added('corrected and removed.jsonl', [...lines, 'no json'].join('\n'), 'Practice');
  await window.until(file, ({ state }) => state === 'held');
  const steps = [{ step: 'drop-refused' as const }];
  const { added: correction } = await window.value('submission.correct', {
    id: file,
    steps,
    withEdits: true,
    sendChanged: false,
  });
  if (correction === undefined) throw new Error('It was not added.');
  await window.until(correction, ({ state }) => state === 'processed');
  await window.value('queue.remove', { ids: [file, correction] });
  const ended = { accepted: 2, leftOut: 1, invalid: 0, unsent: 0 };
  expect((await window.value('submission.details', { id: file })).row.story?.account).toMatchObject(ended);
  const account = await window.value('submission.account', { id: file });
  expect(account?.corrected?.account).toMatchObject(ended);
  expect(account?.notSent).toHaveLength(1);
});

it('Nothing is kept once that is turned off, and the search says so', async () => {
  const [id = ''] = ids;
  expect(await find(id)).toMatchObject({ keepsIds: true });
  await window.value('settings.change', { idIndex: false });
  expect(await find(id)).toMatchObject({ keepsIds: false, places: [] });
});
