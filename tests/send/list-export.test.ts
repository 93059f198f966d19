/** @file The exported list: no spreadsheet calculates it, and a program reads back what is known of each submission. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shownAs } from '../../src-main/actions/submission-row.ts';
import { SavedTable } from '../../src-main/ground/saved-table.ts';
import { columnsOfList, type ListedSubmission, listedSubmission, listLine } from '../../src-main/send/list-export.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { viewOf } from '../../src-main/send/submission-view.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { approved, at, batchId, batchIdOf, sampleBatch, submissionIn } from './samples.ts';

const table = new SavedTable(columnsOfList);
const listRow = (row: ListedSubmission) => table.row(row);

const plain: ListedSubmission = {
  submission: 7,
  file: 'day.jsonl',
  folder: '/exports',
  connection: 'Nordbank',
  tenant: 'tenant/1',
  state: 'rejected',
  lines: 15,
  bytes: 150,
  batches: 2,
  added: at,
  sent: at + 1000,
  finished: at + 2000,
  batchIds: [batchId(1), batchId(2)],
  sha256: 'c'.repeat(64),
};

describe('A row of the table', () => {
  it('has what a clerk and an auditor want to know, below a head behind a byte order mark', () => {
    expect(table.head()).toBe(
      '\uFEFFsubmission,file,folder,connection,tenant,state,lines,bytes,batches,added,sent,finished,batchIds,sha256,doubled,accepted,rejected,invalid,leftOut,pending,unsent,unknown,corrects,correctedBy,sums\r\n',
    );
    expect(listRow(plain)).toBe(
      `7,day.jsonl,/exports,Nordbank,tenant/1,rejected,15,150,2,2026-01-05T09:00:00.000Z,2026-01-05T09:00:01.000Z,2026-01-05T09:00:02.000Z,11111111-0000-4000-8000-000000000000 22222222-0000-4000-8000-000000000000,${'c'.repeat(64)},,,,,,,,,,,\r\n`,
    );
  });

  it('calls the practice connection by its name for a program, whatever is spoken, and by the word of the language for a person', async () => {
    const german = languageFor('de', []);
    const practised = { ...plain, connection: 'Practice' };
    const catalogue = await german.load();
    const [forProgram, forPerson] = speaking(german, catalogue, () => [
      listRow(practised),
      new SavedTable(columnsOfList, (say) => say()).row(practised),
    ]);
    expect(forProgram).toContain(',Practice,tenant/1,rejected,');
    expect(forPerson).toContain(';Übung;tenant/1;Abgelehnt;');
  });

  it('is empty where nothing is known yet', () => {
    const unknown = { lines: undefined, bytes: undefined, sent: undefined, finished: undefined, sha256: undefined };
    const row = listRow({ ...plain, ...unknown, state: 'checking', batches: 0, batchIds: [] });
    expect(row).toBe('7,day.jsonl,/exports,Nordbank,tenant/1,checking,,,0,2026-01-05T09:00:00.000Z,,,,,,,,,,,,,,,\r\n');
  });

  it('says how many lines the service has processed twice', () => {
    expect(listRow({ ...plain, doubled: 15 })).toMatch(/,15,,,,,,,,,,\r\n$/);
  });

  it('says what became of each line, and which submission has what is missing', () => {
    const account = { accepted: 1, rejected: 2, invalid: 3, leftOut: 4, pending: 5, unsent: 6, unknown: 7 };
    expect(listRow({ ...plain, account, corrects: 3, correctedBy: 9 })).toMatch(/,,1,2,3,4,5,6,7,3,9,\r\n$/);
  });

  it('says what its lines pay, in each currency, to the last digit', () => {
    const sums = [
      { currency: 'EUR', amount: '12345678901234567890.10' },
      { currency: 'USD', amount: '-3' },
    ];
    expect(listRow({ ...plain, sums })).toMatch(/,"EUR 12345678901234567890.10; USD -3"\r\n$/);
  });

  it.each([
    ['=cmd|calc', "'=cmd|calc"],
    ['a|=cmd', "a|'=cmd"],
    ['+1.jsonl', "'+1.jsonl"],
    ['-1.jsonl', "'-1.jsonl"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['a;=1', `"a;'=1"`],
    ['\uFF1Dcmd', "'\uFF1Dcmd"],
    ['a,b "c".jsonl', '"a,b ""c"".jsonl"'],
    ['two\r\nlines', 'two\\r\\nlines'],
    ['\u202Elnosj.yad', '\\u202elnosj.yad'],
    ['-12.50', '-12.50'],
    ['העברות.jsonl', 'העברות.jsonl'],
  ])('writes the file name %j as %j', (file, written) => {
    expect(listRow({ ...plain, file }).slice(0, -1)).toContain(`7,${written},/exports,`);
  });

  it('is no formula in the name of a connection, of a folder or of a tenant either', () => {
    const row = listRow({ ...plain, folder: '=1', connection: '+1', tenant: '@1' });
    expect(row).toContain(",'=1,'+1,'@1,");
  });

  it('stays below what a cell of Excel takes, however many batches there are', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => batchIdOf(index));
    const row = listRow({ ...plain, batches: 5000, batchIds: ids });
    expect(row.length).toBeLessThan(32_767);
    expect(row).toContain('and 4200 more, which JSON Lines has');
    expect(JSON.parse(listLine({ ...plain, batchIds: ids })).batchIds).toEqual(ids);
  });
});

describe('A line of JSON Lines', () => {
  it('says the same, with the state as programs know it', () => {
    expect(JSON.parse(listLine(plain))).toEqual({
      ...plain,
      added: '2026-01-05T09:00:00.000Z',
      sent: '2026-01-05T09:00:01.000Z',
      finished: '2026-01-05T09:00:02.000Z',
    });
  });

  it('is one line, whatever a file is called', () => {
    expect(listLine({ ...plain, file: 'two\nlines\u2028\u2029' }).indexOf('\n')).toBe(
      listLine({ ...plain, file: 'two\nlines\u2028\u2029' }).length - 1,
    );
  });
});

describe('What is known of a submission', () => {
  const accepted = (number: number, start: number, acceptedAt?: number) =>
    sampleBatch(number, {
      state: 'processing',
      start,
      end: start + 50,
      ...(acceptedAt !== undefined && { acceptedAt }),
    });
  const listed = (batches: ReturnType<typeof sampleBatch>[], endedAt?: number) =>
    listedSubmission(viewOf(submissionIn('approved'), batches), shownAs, endedAt);

  it('is sent once its last batch has arrived', () => {
    expect(listed([accepted(1, 0, at + 5), accepted(2, 50)]).sent).toBeUndefined();
    expect(listed([accepted(1, 0, at + 5), accepted(2, 50, at + 3)]).sent).toBe(at + 5);
    expect(listed([]).sent).toBeUndefined();
  });

  it('is finished when it has ended, and names file, folder and tenant', () => {
    expect(listed([accepted(1, 0)], at + 9).finished).toBeUndefined();
    expect(listed([sampleBatch(1, { state: 'processed' })], at + 9)).toMatchObject({
      finished: at + 9,
      file: 'day.jsonl',
      folder: '/exports',
      tenant: 'tenant/1',
      sha256: 'c'.repeat(64),
    });
  });
});

describe('When a submission came to its end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-list-'));
  const store = new QueueStore(folder);
  afterAll(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  it('is when the last of its batches did, whatever is recorded of them afterwards', () => {
    const { submission, batches } = approved(store);
    const [first, second] = batches;
    if (first === undefined || second === undefined) throw new Error('two batches expected');
    expect(store.endOf(submission.id, 'waiting')).toBeUndefined();
    const save = (batch: typeof first, state: 'processed' | 'rejected', when: number, detail = {}) =>
      store.saveBatch({ ...batch, state }, { at: when, kind: 'status', detail: { state, ...detail } });
    save(first, 'rejected', at + 10);
    save(second, 'processed', at + 20);
    save(first, 'rejected', at + 90, { report: 'kept' });
    expect(store.endOf(submission.id, 'rejected')).toBe(at + 20);
  });

  it('is when it was given up, where it had no batches', () => {
    const { submission } = approved(store);
    store.saveSubmission({ ...submission, stage: 'cancelled' }, { at: at + 33, kind: 'cancelled' });
    expect(store.endOf(submission.id, 'cancelled')).toBe(at + 33);
  });

  it('Batches are found by the beginning of any id that they had, the latest first', () => {
    const { batches } = approved(store);
    const [first, second] = batches;
    if (first === undefined || second === undefined) throw new Error('two batches expected');
    const delivery = { batchId: batchIdOf(77_001), mayHaveArrived: false };
    store.saveBatch({ ...first, delivery }, undefined);
    store.saveBatch({ ...second, abandoned: [batchIdOf(77_002)] }, undefined);
    const found = (beginning: string, most = 10) =>
      store.batchesFrom(beginning, { beginnings: true, most }).map(({ id, batch }) => [id, batch.number]);
    expect(found('000770')).toEqual([
      [batchIdOf(77_002), second.number],
      [batchIdOf(77_001), first.number],
    ]);
    expect(found(batchIdOf(77_001).toUpperCase())).toEqual([[batchIdOf(77_001), first.number]]);
    expect([found('000770', 1).length, found('00077099').length]).toEqual([1, 0]);
  });
});
