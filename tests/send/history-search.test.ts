/** @file The history is found by what a person remembers, removed submissions included, and read page by page. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src-main/ground/clock.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { HistoryFilter } from '../../src-main/send/storage/history-search.ts';
import { attack, open, sendFile } from '../audit/attacked-folder.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { at, batchId } from './samples.ts';

const folder = folderOfFile();
const opened = open(folder);
sendFile(opened, 1);
sendFile(opened, 3);
const { store } = opened;
afterAll(() => opened.close());

function change(id: number, more: object, kind: 'removed' | 'paused' | 'held', when = at): void {
  const submission = store.submission(id);
  if (submission === undefined) throw new Error('a submission expected');
  store.saveSubmission({ ...submission, ...more }, { at: when, kind });
}
change(2, { name: '/exports/Überweisungen März.jsonl' }, 'paused', at + DAY);
change(2, { removedAt: at + 2 * DAY }, 'removed', at + 2 * DAY);

const find = (filter: HistoryFilter) => store.findHistory(filter, { limit: 1000 });
const submissionsIn = (filter: HistoryFilter) => [...new Set(find(filter).map(({ submission }) => submission))].sort();

describe('the history is found', () => {
  it('newest first, with the name of the file and never its folder', () => {
    const [latest, ...others] = find({});
    expect(latest).toMatchObject({ kind: 'removed', submission: 2, fileName: 'Überweisungen März.jsonl' });
    expect(others.map(({ position }) => position)).toEqual(
      others.map(({ position }) => position).toSorted((a, b) => b - a),
    );
  });

  it('by a part of the file name in any letter case', () => {
    expect(submissionsIn({ fileName: 'DAY' })).toEqual([1]);
    expect(submissionsIn({ fileName: 'überWEISUNGEN mÄRZ' })).toEqual([2]);
    expect(find({ fileName: 'exports' })).toEqual([]);
    expect(find({ fileName: '%' })).toEqual([]);
  });

  it('by a batch id in any letter case, with all that happened to the batch', () => {
    const found = find({ batchId: ` ${batchId(2).toUpperCase()} ` });
    expect(found.map(({ kind }) => kind)).toEqual(['status', 'accepted', 'reserved', 'begin']);
    expect(found.every(({ batch }) => batch === 2)).toBe(true);
    expect(find({ batchId: batchId(9) })).toEqual([]);
  });

  it('by places that another index knows: a batch, or a whole submission', () => {
    const [batch] = store.batches(id(2));
    expect(
      find({ places: [{ submission: id(2), batch: batch?.number }] }).every((entry) => entry.batch === batch?.number),
    ).toBe(true);
    expect(submissionsIn({ places: [{ submission: id(1) }] })).toEqual([1]);
    expect(find({ places: [] })).toEqual([]);
  });

  it('by time, from the first moment to before the last', () => {
    expect(find({ from: at + DAY, before: at + 2 * DAY }).map(({ kind }) => kind)).toEqual(['paused']);
    expect(find({ from: at + 3 * DAY })).toEqual([]);
  });

  it('by the state of a batch or of a submission', () => {
    expect(find({ state: 'processed' }).every(({ state }) => state === 'processed')).toBe(true);
    expect(find({ state: 'processed' })).toHaveLength(4);
    expect(find({ state: 'paused' }).map(({ kind }) => kind)).toEqual(['paused']);
  });

  it('by person, and by all of it together', () => {
    expect(store.recordingPeople()).toEqual(['mara']);
    expect(find({ person: 'nora' })).toEqual([]);
    expect(find({ person: 'mara', fileName: 'day', state: 'processed', from: at, batchId: batchId(1) })).toHaveLength(
      1,
    );
  });

  it('of removed submissions alone, which tell since when', () => {
    expect(submissionsIn({ isRemoved: true })).toEqual([2]);
    expect(find({ isRemoved: true })[0]).toMatchObject({ removedAt: at + 2 * DAY, purgedAt: undefined });
  });

  it('page by page without a gap or a repetition', () => {
    const whole = find({});
    const pages = [];
    let olderThan: number | undefined;
    for (;;) {
      const page = store.findHistory({}, { limit: 3, olderThan });
      pages.push(...page);
      olderThan = page.at(-1)?.position;
      if (page.length < 3) break;
    }
    expect(pages).toEqual(whole);
  });

  it('as a whole in the order in which it was written', () => {
    expect([...store.iterateHistory({ fileName: 'day' })]).toEqual(find({ fileName: 'day' }).toReversed());
  });
});

it('An entry that was damaged by other means is shown with what can be read of it', () => {
  const damaged = folderOfFile();
  const before = open(damaged);
  sendFile(before);
  before.close();
  attack(damaged, (database) => database.exec("UPDATE events SET detail = '{\"state\":' WHERE kind = 'accepted'"));
  const after = open(damaged);
  const found = after.store.findHistory({}, { limit: 100 });
  after.close();
  expect(found.filter(({ kind }) => kind === 'accepted')).toMatchObject([{ state: undefined }, { state: undefined }]);
});

it('Every condition is answered by an index', () => {
  const database = new DatabaseSync(join(folder, 'queue.db'), { readOnly: true });
  const indexes = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'events'").all();
  database.close();
  expect(indexes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'events_by_time',
      'events_by_batch',
      'events_by_batch_id',
      'events_by_state',
      'events_by_user',
    ]),
  );
});

/** As the page sends it. */
const id = (number: number): SubmissionId => {
  const submission = store.submission(number);
  if (submission === undefined) throw new Error('a submission expected');
  return submission.id;
};
