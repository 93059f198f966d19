/** @file Single files of an archive, or of several that were chosen together, are left out: in the window and on the command line. */

import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { preparationShown } from '../../src-main/actions/preparation-rows.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import type { Preparations } from '../../src-main/prepare/preparations.ts';
import type { PreparationDraft } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { openWorkplace } from '../cli/tranship.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { csvOf, paymentRow, paymentTemplate, uuid } from './exports.ts';
import { closePreparations, settled, startPreparations } from './started-preparations.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'home'));
});
afterEach(async () => {
  await closePreparations();
});

const start = () => startPreparations(join(folder, 'home'));

const month = (first: number) => csvOf([paymentRow(first), paymentRow(first + 1)]);
const pdf = '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n';

/** An archive of a year: three months, a subtotal in another form, a PDF, and what macOS adds. */
async function writeArchive(): Promise<{ path: string; name: string }> {
  const zip = new ZipFile();
  const parts = {
    '2025/march.csv': month(5),
    '2025/january.csv': month(1),
    '2025/february.csv': month(3),
    'totals.csv': 'month;sum\nJanuary;3,00\n',
    'letter.csv': pdf,
    '__MACOSX/x.csv': 'no',
  };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const path = join(folder, 'year.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  return { path, name: 'year.zip' };
}

const draft: PreparationDraft = {
  template: paymentTemplate,
  split: { by: 'size', maxBytes: 1_000_000_000, maxTransactions: 1_000_000, keepPayments: false },
  figures: [],
};

const notCompared = async () => ({ reason: 'nothing is compared in these tests' });

async function saved(preparations: Preparations, id: string, name: string): Promise<string> {
  const out = join(folder, name);
  const order = {
    draft,
    ruleSet: defaultRuleSet,
    chosen: out,
    continues: false,
    earlier: notCompared,
    onSaved: () => {},
  };
  await preparations.runs.save(id, order);
  const { error } = await settled(preparations, id);
  expect(error).toBeUndefined();
  return out;
}

const idsIn = (out: string, name = 'year-001.jsonl') =>
  readFileSync(join(out, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).modification.external_id);

it('The files of an archive are listed with what they are, and those left out stay out after a restart', async () => {
  const before = start();
  const id = before.begin([await writeArchive()]);
  const first = preparationShown(await settled(before, id), () => 0).source;
  expect(first?.files.map(({ name, bytes, format, isChosen }) => [name, bytes, format, isChosen])).toEqual([
    ['2025/february.csv', Buffer.byteLength(month(3)), 'delimited', true],
    ['2025/january.csv', Buffer.byteLength(month(1)), 'delimited', true],
    ['2025/march.csv', Buffer.byteLength(month(5)), 'delimited', true],
    ['totals.csv', 23, 'delimited', true],
  ]);
  expect(first?.notTaken.map(({ name }) => name)).toEqual(['__MACOSX/x.csv', 'letter.csv']);

  await before.choose(id, [
    { source: 0, name: 'totals.csv' },
    { source: 0, name: '2025/january.csv' },
  ]);
  const { examined } = await settled(before, id);
  expect(examined?.tables.map(({ name }) => name)).toEqual(['2025/february.csv', '2025/march.csv']);
  const one = await saved(before, id, 'one');
  expect(idsIn(one)).toEqual([3, 4, 5, 6].map((number) => uuid(number)));
  await before.works.close();

  const after = start();
  const shown = preparationShown(await settled(after, id), () => 0).source;
  expect(shown?.files.filter(({ isChosen }) => !isChosen).map(({ name }) => name)).toEqual([
    '2025/january.csv',
    'totals.csv',
  ]);
  const other = await saved(after, id, 'other');
  for (const name of ['manifest.json', 'year-001.jsonl', 'rows/year-001.txt'])
    expect(readFileSync(join(other, name))).toEqual(readFileSync(join(one, name)));
});

it('The command takes the same files with a pattern, and says how many it does not take', async () => {
  const { path } = await writeArchive();
  const template = join(folder, 'template.json');
  writeFileSync(template, JSON.stringify(paymentTemplate));
  await using workplace = await openWorkplace();
  const out = join(folder, 'out');
  const call = ['prepare', path, '--template', template, '--out', out];
  const done = await workplace.run([...call, '--only', '2025/*ary.csv']);
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain('year.zip: 3 files in it were not chosen.');
  expect(idsIn(out)).toEqual([3, 4, 1, 2].map((number) => uuid(number)));

  const none = await workplace.run([...call.slice(0, -1), join(folder, 'none'), '--only', 'april*']);
  expect(none.exitCode).not.toBe(0);
  expect(none.stderr).toContain('No file in it is among those that were chosen.');
});

it('Of a folder, the command takes the files that a pattern fits', async () => {
  const exports = join(folder, 'exports');
  mkdirSync(join(exports, 'old'), { recursive: true });
  writeFileSync(join(exports, 'konten.csv'), month(1));
  writeFileSync(join(exports, 'karten.csv'), month(3));
  writeFileSync(join(exports, 'old', 'konten.csv'), month(5));
  const template = join(folder, 'template.json');
  writeFileSync(template, JSON.stringify(paymentTemplate));
  await using workplace = await openWorkplace();
  const out = join(folder, 'out');
  const call = ['prepare', exports, '--template', template, '--name', 'year', '--out', out];
  expect((await workplace.run([...call, '--only', 'konten*'])).exitCode).toBe(0);
  expect(idsIn(out)).toEqual([1, 2, 5, 6].map((number) => uuid(number)));
  const none = await workplace.run([...call, '--only', 'april*', '--plan']);
  expect(none).toMatchObject({ exitCode: 2 });
  expect(none.stderr).toContain('No export in this folder has a name that fits april*.');
});

it('A PDF among several that were chosen together does not keep the others out once it is left out', async () => {
  const paths = { 'a.csv': month(1), 'b.csv': pdf, 'c.csv': '' };
  const sources = Object.entries(paths).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), name };
  });
  const preparations = start();
  const id = preparations.begin(sources);
  const { source, error } = preparationShown(await settled(preparations, id), () => 0);
  expect(error).toBeUndefined();
  expect(
    source?.files.map(({ fileName, problem }) => [
      fileName,
      problem !== undefined && describeError(problem).detail.includes('PDF'),
    ]),
  ).toEqual([
    ['a.csv', false],
    ['b.csv', true],
    ['c.csv', false],
  ]);
  expect(source?.files[2]?.problem?.params).toMatchObject({ problem: 'It is empty.' });
  const sending = { speed: 1000, maxBatchBytes: 1_000_000 };
  await preparations.runs.plan(id, { draft, ruleSet: defaultRuleSet, sending, earlier: notCompared });
  expect((await settled(preparations, id)).error?.code).toBe('file.export-unreadable');
  await preparations.choose(
    id,
    [1, 2].map((number) => ({ source: number, name: '' })),
  );
  await settled(preparations, id);
  expect(idsIn(await saved(preparations, id, 'out'), 'a-001.jsonl')).toEqual([uuid(1), uuid(2)]);
});

it('An archive of which every file is left out does not keep the others out', async () => {
  const sources = [await writeArchive(), { path: join(folder, 'a.csv'), name: 'a.csv' }];
  writeFileSync(join(folder, 'a.csv'), month(8));
  const preparations = start();
  const id = preparations.begin(sources);
  const { source } = preparationShown(await settled(preparations, id), () => 0);
  const ofArchive = source?.files.filter((file) => file.source === 0) ?? [];
  await preparations.choose(
    id,
    ofArchive.map(({ name }) => ({ source: 0, name })),
  );
  await settled(preparations, id);
  expect(idsIn(await saved(preparations, id, 'out'))).toEqual([uuid(8), uuid(9)]);
});
