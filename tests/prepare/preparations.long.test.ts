/** @file Preparations as the window has them: in threads, kept over a restart, never written twice. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { nothingEarlier } from '../../src-main/prepare/earlier-ids.ts';
import { KeptTemplates } from '../../src-main/prepare/kept-templates.ts';
import type { AddedFile } from '../../src-main/prepare/preparation-runs.ts';
import { PreparedOrigins } from '../../src-main/prepare/prepared-files.ts';
import { KeptFiles } from '../../src-main/records/retention/kept-files.ts';
import type { PreparationDraft, SendOptions, SubmissionRow } from '../../src-shared/contract.ts';
import { FakeClock } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { closePreparations, settled, startPreparations } from './started-preparations.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await closePreparations();
});

const options: SendOptions = { connection: 'N', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 };
const rows = [
  'Nr;Betrag;Währung;Datum;Kunde;Gegenkunde',
  'B-1;1.234,50;EUR;30.11.2025 08:15:00;K-1;K-2',
  'B-2;zwölf;EUR;30.11.2025 08:15:00;K-1;K-2',
  'B-3;7,00;SEK;01.12.2025 09:00:00;K-3;K-4',
];

const start = () => startPreparations(folder);

function writeRows(lines = rows): { path: string; name: string } {
  const path = join(folder, 'konten.csv');
  writeFileSync(path, lines.join('\n'), 'latin1');
  return { path, name: 'konten.csv' };
}

/** The template that a person has made of the guess: every field said here, nothing left to it. */
function decided(draft: PreparationDraft | undefined): PreparationDraft {
  if (draft === undefined) throw new Error('It was not examined.');
  const column = (name: string) => ({ source: { from: 'column' as const, column: name } });
  return {
    ...draft,
    template: {
      ...draft.template,
      numbers: { decimal: ',', thousands: '.' },
      dates: { formats: ['DD.MM.YYYY HH:mm:ss'], zone: 'as-written' },
      fields: {
        'modification.external_id': { source: { from: 'uuid', columns: ['Nr'] } },
        'modification.amount': column('Betrag'),
        'modification.currency': column('Währung'),
        'modification.created_at': column('Datum'),
        'sender.by_external_id': column('Kunde'),
        'receiver.by_external_id': column('Gegenkunde'),
      },
      entities: {},
    },
  };
}

const earlier = async () => nothingEarlier(undefined);
const submission = (id: number) => id as SubmissionRow['id'];

it('An export is recognised, planned and written, and a line leads back to its row and column', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const { record, examined } = await settled(preparations, id);
  expect(examined?.tables[0]?.columns).toEqual(['Nr', 'Betrag', 'Währung', 'Datum', 'Kunde', 'Gegenkunde']);
  const draft = decided(record.draft);
  await preparations.runs.plan(id, {
    draft,
    ruleSet: defaultRuleSet,
    sending: { speed: 1000, maxBatchBytes: 1_000_000 },
    earlier,
  });
  const { plan } = await settled(preparations, id);
  expect(plan).toMatchObject({ rows: 3, transactions: 2, refused: 1, files: { length: 1 } });
  // One batch, at a byte a millisecond.
  expect(plan?.upload).toEqual({
    batches: 1,
    bytes: plan?.bytes,
    batchesAMinute: 20,
    limitMs: 0,
    bytesPerSecond: 1000,
    totalMs: plan?.bytes,
  });
  expect(plan?.firstFaults).toMatchObject([{ row: 3, column: 'Betrag', cell: 'zwölf' }]);
  expect(plan?.byCurrency).toEqual([
    { currency: 'EUR', count: 1, sum: '1234.5' },
    { currency: 'SEK', count: 1, sum: '7' },
  ]);

  const added: string[] = [];
  const add = async (files: readonly AddedFile[]) => files.map(({ path }) => submission(added.push(path)));
  await preparations.runs.prepare(id, { draft, options, ruleSet: defaultRuleSet, earlier, add });
  const done = await settled(preparations, id);
  expect(done.error).toBeUndefined();
  expect(done.record.added).toEqual([1]);
  const [path = ''] = added;
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).modification.currency)).toEqual(['EUR', 'SEK']);
  const origins = new PreparedOrigins();
  expect(origins.originOf(path, 2, 'modification.amount')).toEqual({ source: 'konten.csv', row: 4, column: 'Betrag' });
  expect(origins.originOf(path, 2, '')).toEqual({ source: 'konten.csv', row: 4 });
  expect(origins.originOf(path, 9, '')).toBeUndefined();
  expect(origins.originOf(join(folder, 'konten.csv'), 2, '')).toBeUndefined();
});

it('What was decided is there after a restart, and is not asked for again', async () => {
  const before = start();
  const id = before.begin([writeRows()]);
  const { record } = await settled(before, id);
  before.keep(id, { ...decided(record.draft), figures: [{ currency: 'EUR', count: 2 }] });
  await before.works.close();
  const after = start();
  const open = await settled(after, id);
  expect(open.record.draft?.figures).toEqual([{ currency: 'EUR', count: 2 }]);
  expect(Object.keys(open.record.draft?.template.fields ?? {})).toHaveLength(6);
});

it('Writing that was broken off continues after a restart, and adds each file once', async () => {
  const before = start();
  const id = before.begin([writeRows()]);
  const draft = { ...decided((await settled(before, id)).record.draft) };
  const byDay = { ...draft, split: { ...draft.split, by: 'day' as const } };
  const added: string[] = [];
  const failing = async () => {
    throw new Error('The power fails.');
  };
  await before.runs.prepare(id, { draft: byDay, options, ruleSet: defaultRuleSet, earlier, add: failing });
  expect((await settled(before, id)).isInterrupted).toBe(true);
  await before.works.close();
  const after = start();
  expect(after.unfinished().map(({ isInterrupted }) => isInterrupted)).toEqual([true]);
  const add = async (files: readonly AddedFile[]) => files.map(({ path }) => submission(added.push(path)));
  await after.runs.prepare(id, { draft: byDay, options, ruleSet: defaultRuleSet, earlier, add });
  const { record, error, isInterrupted } = await settled(after, id);
  expect({ error, isInterrupted, added: record.added }).toEqual({
    error: undefined,
    isInterrupted: false,
    added: [1, 2],
  });
  expect(after.unfinished()).toEqual([]);
});

it('Where figures of the source system differ, the files are written, and added only once a person accepts that', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const draft = {
    ...decided((await settled(preparations, id)).record.draft),
    figures: [{ currency: 'EUR', count: 9 }],
  };
  const added: string[] = [];
  const add = async (files: readonly AddedFile[]) => files.map(({ path }) => submission(added.push(path)));
  const order = { draft, options, ruleSet: defaultRuleSet, earlier, add };
  await preparations.runs.prepare(id, order);
  const asked = await settled(preparations, id);
  // Of the currencies that nobody typed, nothing is said.
  expect(asked.error).toMatchObject({ code: 'control.differ', params: { differences: 1 } });
  expect(added).toEqual([]);
  await preparations.runs.prepare(id, { ...order, acceptsDifferences: true });
  const done = await settled(preparations, id);
  expect({ error: done.error, added: done.record.added }).toEqual({ error: undefined, added: [1] });
});

it('What was decided is taken over by a preparation that replaces another, once, and is added in its place', async () => {
  const preparations = start();
  const first = preparations.begin([writeRows()]);
  const draft = decided((await settled(preparations, first)).record.draft);
  const order = { draft, options, ruleSet: defaultRuleSet, earlier };
  await preparations.runs.prepare(first, { ...order, add: async () => [submission(7)] });
  await settled(preparations, first);
  const cell = { source: 'konten.csv', table: '', row: 4, column: 'Betrag' };
  const again = preparations.reopen(first, { submission: 7, cell });
  expect(preparations.reopen(first, { submission: 7, cell })).toBe(again);
  const open = await settled(preparations, again);
  expect(open.record).toMatchObject({ draft: { template: draft.template }, replaces: { submission: 7, cell } });
  const replaced: unknown[] = [];
  const add = async (_: readonly AddedFile[], replaces: unknown) => {
    replaced.push(replaces);
    return [submission(8)];
  };
  await preparations.runs.prepare(again, { ...order, add });
  expect((await settled(preparations, again)).record.added).toEqual([8]);
  expect(replaced).toEqual([{ submission: 7, cell }]);
  const mayBeReplaced = (id: number) => id === 7;
  expect(preparations.pathsInUse(mayBeReplaced)).toEqual([join(folder, 'konten.csv')]);
});

it('Another way of reading begins again, and a cancelled look says so', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  await settled(preparations, id);
  await preparations.read(id, { format: 'delimited', encoding: 'windows-1252', delimiter: ',', headerRow: 1 });
  const { examined } = await settled(preparations, id);
  expect(examined?.tables[0]?.columns).not.toContain('Betrag');
  await preparations.read(id, undefined);
  await preparations.works.end(id);
  expect(preparations.get(id).error?.code).toBe('preparation.cancelled');
});

it('One that is given up leaves nothing', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  await preparations.discard(id);
  expect(readdirSync(join(folder, 'prepared'))).toEqual([]);
  expect(() => preparations.get(id)).toThrow();
});

it('The files of a preparation go with their submissions, the last one with everything', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const draft = decided((await settled(preparations, id)).record.draft);
  const added: string[] = [];
  const add = async (files: readonly AddedFile[]) => files.map(({ path }) => submission(added.push(path)));
  const byDay = { ...draft, split: { ...draft.split, by: 'day' as const } };
  await preparations.runs.prepare(id, { draft: byDay, options, ruleSet: defaultRuleSet, earlier, add });
  await settled(preparations, id);
  const [first = '', second = ''] = added;
  const files = new KeptFiles(folder);
  expect(await files.removePrepared(join(folder, 'konten.csv'))).toBe(false);
  expect(await files.removePrepared(first)).toBe(true);
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
  await files.removePrepared(second);
  expect(existsSync(join(folder, 'prepared', id))).toBe(false);
});

it('A template is applied by itself to the next export; where a column that it reads is renamed, a person takes it with the new name', async () => {
  const preparations = start();
  const first = preparations.begin([writeRows()]);
  const { template } = decided((await settled(preparations, first)).record.draft);
  const { id: kept } = new KeptTemplates(folder, new FakeClock()).keep({ ...template, name: 'Konten' });

  const next = preparations.begin([writeRows()]);
  const recognised = await settled(preparations, next);
  expect(recognised.record).toMatchObject({ template: { id: kept }, draft: { template: { name: 'Konten' } } });
  expect(recognised.fitting).toEqual([{ id: kept, name: 'Konten', columns: template.columns.length, differences: [] }]);

  const [header = '', ...others] = rows;
  const changed = preparations.begin([writeRows([header.replace('Währung', 'WAEHRUNG'), ...others])]);
  const guessed = await settled(preparations, changed);
  expect(guessed.record.template).toBeUndefined();
  const renamed = { kind: 'renamed', before: 'Währung', column: 'WAEHRUNG', isRead: true };
  expect(guessed.fitting).toEqual([
    { id: kept, name: 'Konten', columns: template.columns.length, differences: [renamed] },
  ]);

  await preparations.useTemplate(changed, kept);
  const { record, fitting } = await settled(preparations, changed);
  expect(record.draft?.template.fields['modification.currency']).toEqual({
    source: { from: 'column', column: 'WAEHRUNG' },
  });
  expect(fitting).toMatchObject([{ id: kept, differences: [renamed] }]);

  await preparations.goBack(changed);
  expect((await settled(preparations, changed)).record).toEqual(guessed.record);

  // Back to what the columns look like, also where that template would be recognised.
  await preparations.useTemplate(next, undefined);
  const again = await settled(preparations, next);
  expect(again.record.template).toBeUndefined();
  expect(again.guesses).not.toEqual([]);
});

it('What was decided before the table was read otherwise, or other files were taken, comes back', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const draft = decided((await settled(preparations, id)).record.draft);
  const byDay = { ...draft, split: { ...draft.split, by: 'day' as const } };
  preparations.keep(id, byDay);
  await preparations.read(id, { ...draft.template.reading, format: 'delimited', headerRow: 2 });
  const { draft: other } = (await settled(preparations, id)).record;
  expect(other?.template.columns).not.toEqual(draft.template.columns);
  await preparations.choose(id, []);
  expect((await settled(preparations, id)).former.map(({ change }) => change)).toEqual(['reading', 'files']);

  await preparations.goBack(id);
  expect((await settled(preparations, id)).record.draft).toEqual(other);
  await preparations.goBack(id);
  const { record, former } = await settled(preparations, id);
  expect([record.draft, record.reading, former]).toEqual([byDay, undefined, []]);
  await preparations.goBack(id);
  expect(preparations.get(id).record.draft).toEqual(byDay);
});

it('What was decided is there again where the table is read as before', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const draft = decided((await settled(preparations, id)).record.draft);
  preparations.keep(id, draft);
  const { reading } = draft.template;
  await preparations.read(id, { ...reading, format: 'delimited', headerRow: 2 });
  await settled(preparations, id);
  await preparations.read(id, { ...reading, format: 'delimited', headerRow: 1 });
  expect((await settled(preparations, id)).record.draft?.template.fields).toEqual(draft.template.fields);
});

it('Two readings one after the other, the second while the first is still looked at, are both taken back', async () => {
  const preparations = start();
  const id = preparations.begin([writeRows()]);
  const draft = decided((await settled(preparations, id)).record.draft);
  preparations.keep(id, draft);
  const { reading } = draft.template;
  await preparations.read(id, { ...reading, format: 'delimited', headerRow: 2 });
  await preparations.read(id, { ...reading, format: 'delimited', headerRow: 3 });
  await preparations.goBack(id);
  await preparations.goBack(id);
  const { record, former } = await settled(preparations, id);
  expect([record.draft, record.reading, former]).toEqual([draft, undefined, []]);
});
