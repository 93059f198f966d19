import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examine } from '../../src-main/exports/examine.ts';
import { lookUp } from '../../src-main/prepare/export-by-look.ts';
import type { KeptTemplate } from '../../src-main/prepare/kept-templates.ts';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import { quiet, temporaryWorkArea } from '../exports/reading-all.ts';
import { partsOf, textRow, zipped } from '../exports/workbook-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { csvOf, paymentRow, paymentTemplate } from './exports.ts';

const rows = [1, 2, 3].map((number) => paymentRow(number));
const kept = (changes: Partial<Template> = {}, usedAt?: number): KeptTemplate => ({
  id: crypto.randomUUID(),
  template: { ...paymentTemplate, ...changes },
  ...(usedAt !== undefined && { usedAt }),
});

/** The ways in which an export was looked at, and what fits it. */
async function lookedUp(content: string | Buffer, keptOnes: readonly KeptTemplate[], name = 'export.csv') {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const ways: (Reading | undefined)[] = [];
  const { examination, fits } = await lookUp({
    kept: keptOnes,
    reading: undefined,
    chosen: undefined,
    examineAs: async (hints) => {
      ways.push(hints);
      return await examine([path], { workArea: temporaryWorkArea(), signal: quiet, ...(hints && { hints }) });
    },
  });
  return { ways, examination, fits };
}

it('The export of the next day is recognised by one look', async () => {
  const template = kept();
  const { ways, fits } = await lookedUp(csvOf(rows), [template]);
  expect(fits).toMatchObject([{ kept: template, differences: [], isSafe: true }]);
  expect(ways).toEqual([undefined]);
});

it('What a person has set of the reading is used where it is not detected', async () => {
  const preamble = 'Bank;Nordbank;;;;\nMonth;November;of;this;year;2026\n\n';
  const template = kept({ reading: { format: 'delimited', delimiter: ';', headerRow: 4 } });
  const { examination, fits } = await lookedUp(`${preamble}${csvOf(rows)}`, [template]);
  expect(fits[0]).toMatchObject({ kept: template, differences: [], isSafe: true });
  expect(examination.tables[0]?.columns).toEqual(paymentTemplate.columns);
});

it('A template whose encoding is not that of today reads the export as it is detected, and that is told', async () => {
  const [one, ...others] = rows;
  const content = Buffer.from(
    csvOf([{ ...paymentRow(1), ...one, country: 'Schweden für heute, größer' }, ...others]),
    'latin1',
  );
  const { fits } = await lookedUp(content, [kept()]);
  expect(fits[0]).toMatchObject({
    template: { reading: { encoding: 'windows-1252' } },
    differences: [{ kind: 'reading', setting: 'encoding', now: 'windows-1252' }],
    isSafe: true,
  });
});

it('A workbook with a cover sheet is read by the sheet that the template names', async () => {
  const sheetRow = (number: number, { payment, id, amount, currency, date, country } = paymentRow(number)) =>
    textRow(number + 1, payment, id, amount, currency, date, country);
  const data = `${textRow(1, ...paymentTemplate.columns)}${[1, 2, 3].map((number) => sheetRow(number)).join('')}`;
  const cover = `${textRow(1, 'Nordbank', 'Payments')}${textRow(2, 'of', 'November')}`;
  const workbook = await zipped(partsOf({ sheets: { Cover: cover, Data: data } }));
  const template = kept({ reading: { format: 'xlsx', sheets: ['Data'], headerRow: 1 } });
  const { examination, fits } = await lookedUp(workbook, [template], 'export.xlsx');
  expect(fits[0]).toMatchObject({ kept: template, differences: [], isSafe: true });
  expect(examination.tables.map(({ name }) => name)).toEqual(['Data']);
});

it('Rows that were refused of a workbook are read by its template', async () => {
  const template = kept({ reading: { format: 'xlsx', headerRow: 1 } });
  const { fits } = await lookedUp(csvOf(rows), [template], 'refused-rows.csv');
  expect(fits[0]).toMatchObject({ kept: template, isSafe: true });
});

it('Of two that fit equally, the one that was used last comes first, and the other is offered', async () => {
  const [older, newer] = [kept({ name: 'Older' }, 1), kept({ name: 'Newer' }, 2)];
  const { fits } = await lookedUp(csvOf(rows), [older, newer]);
  expect(fits.map(({ template }) => template.name)).toEqual(['Newer', 'Older']);
});

it('One that reads a column that has gone is only offered', async () => {
  const withoutCountry = csvOf(rows).replace(/;[^;\n]*$/gm, '');
  const { fits } = await lookedUp(withoutCountry, [kept()]);
  expect(fits).toMatchObject([{ differences: [{ kind: 'gone', column: 'country', isRead: true }], isSafe: false }]);
});

it('However many templates are kept, an export is looked at only a few times', async () => {
  const many = Array.from({ length: 20 }, (_, at) => kept({ reading: { format: 'delimited', headerRow: at + 2 } }));
  const { ways } = await lookedUp('one;two\n1;2\n', many);
  expect(ways.length).toBeLessThanOrEqual(5);
});

it('What cannot be read in any way is told as it was without templates', async () => {
  await expect(lookedUp('%PDF-1.7', [kept()])).rejects.toMatchObject({ code: 'file.export-unreadable' });
});
