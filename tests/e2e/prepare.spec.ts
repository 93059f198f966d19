/** @file From an export of another system to a processed batch, as a clerk does it in the window. */

import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import { addConnection, expectState, goToPage } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

/** As a German core system writes it: Windows-1252, semicolons, decimal commas. */
const konten = [
  'Buchungsnr;Zahlungs-ID;Betrag;Währung;Buchungsdatum;Art;Auftraggeber-Nr;Empfänger;Empfänger-ID;Land von;Land nach;Filiale;Notiz',
  'B-1001;Z-1;1.234,50;EUR;30.11.2025 08:15:00;CR;K-17;Möller GmbH;E-1;DE;SE;Hamburg;Miete',
  'B-1002;Z-1;7,00;SEK;01.12.2025 09:00:00;DB;K-18;Åkesson AB;E-2;DE;SE;Kiel;',
  'B-1003;Z-2;99.000,01;EUR;01.12.2025 10:30:59;CR;K-17;Straße & Söhne;E-3;DE;NO;Hamburg;"Zeile; mit Semikolon"',
];

const latin = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');

/** A workbook with one sheet, as the parts of the format by hand. */
async function workbook(): Promise<Buffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
  const rows = [
    row(...['Nummer', 'Betrag', 'Währung', 'Datum', 'Kundennummer', 'Empfänger-Nr'].map(cell)),
    row(cell('B-1'), '<c><v>12.5</v></c>', cell('EUR'), cell('2025-11-30T08:15:00'), cell('K-17'), cell('E-1')),
    row(cell('B-2'), '<c><v>7</v></c>', cell('SEK'), cell('2025-12-01T09:00:00'), cell('K-18'), cell('E-2')),
  ];
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packed = 'http://schemas.openxmlformats.org/package/2006';
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Kasse" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await buffer(zip.outputStream);
}

/** Chooses where a field comes from. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  const place = page
    .getByRole('combobox', { name: field, exact: true })
    .or(page.getByRole('textbox', { name: field, exact: true }));
  await place.first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Drops an export and opens its preparation. */
async function beginPreparing(page: Page, path: string, title: string): Promise<void> {
  await dropFiles(page, [path]);
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

const next = async (page: Page, title: string) => await page.getByRole('button', { name: `Next: ${title}` }).click();

test('a table with semicolons and decimal commas becomes a processed batch', async ({ page, workplace }) => {
  const path = `${workplace.folder}/konten.csv`;
  await writeFile(path, latin(konten));
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await inspect(page, 'export to prepare');
  await dialog.getByRole('button', { name: 'Prepare…' }).click();

  await expect(page.getByRole('heading', { name: 'konten.csv', level: 1 })).toBeVisible();
  const rows = page.getByRole('region', { name: 'First rows' });
  await expect(rows.getByRole('cell', { name: 'Möller GmbH' })).toBeVisible();
  await expect(rows.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await inspect(page, 'prepare source');

  await next(page, 'Columns');
  await expect(page.getByRole('region', { name: 'The transaction of row 2' })).toContainText('1234.50');
  await choose(page, 'Where Payment type comes from', 'Art');
  await inspect(page, 'prepare columns');

  await next(page, 'Values');
  await expect(page.getByRole('table', { name: 'Examples of Amount' })).toContainText('99000.01');
  await inspect(page, 'prepare values');
  await inspect(page, 'prepare values', ['dark']);

  await next(page, 'Result');
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Sum in the source system, EUR, all days' }).fill('100.234,52');
  await expect(page.getByText('−0.01 EUR')).toBeVisible();
  await inspect(page, 'prepare result');
  await page.getByRole('button', { name: 'Prepare and add to the queue' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();
  await inspect(page, 'prepare done');
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'konten-001.jsonl', 'Done');

  await goToPage(page, 'Prepare');
  await expect(
    page.getByRole('region', { name: 'Kept templates' }).getByRole('cell', { name: 'konten', exact: true }),
  ).toBeVisible();
  await inspect(page, 'prepare');
});

test('what went to the service before is named in the plan, and left out where the clerk wants it', async ({
  page,
  workplace,
}) => {
  const prepareAs = async (name: string, lines: readonly string[]) => {
    const path = `${workplace.folder}/${name}.csv`;
    await writeFile(path, latin(lines));
    await beginPreparing(page, path, `${name}.csv`);
    for (const title of ['Columns', 'Values', 'Result']) await next(page, title);
    await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
  };
  await prepareAs('november', konten.slice(0, 3));
  await expect(page.getByText('None of it went over Nordbank before.')).toBeVisible();
  await page.getByRole('button', { name: 'Prepare and add to the queue' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'november-001.jsonl', 'Done');

  await prepareAs('dezember', konten);
  await expect(page.getByRole('heading', { name: '2 transactions went to the service before' })).toBeVisible();
  const before = page.getByRole('region', { name: 'Transactions that went before' });
  await expect(before.getByRole('row', { name: /november-001/ })).toContainText('2, 3 of dezember.csv');
  await inspect(page, 'prepare sent before');
  await page.getByRole('checkbox', { name: 'Leave out the transactions that went to the service before' }).check();
  await page.getByRole('button', { name: 'Make the plan again' }).click();
  await expect(page.getByText('They are left out of the files.')).toBeVisible();
  await page.getByRole('button', { name: 'Prepare and add to the queue' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'dezember-001.jsonl', 'Done');
});

test('rows that cannot become transactions are named by row, column and cell', async ({ page, workplace }) => {
  const path = `${workplace.folder}/buchungen.csv`;
  const faulty = 'B-1004;Z-3;zwölf;EUR;02.12.2025 11:00:00;CR;K-19;Nordlicht AG;E-4;DE;SE;Kiel;';
  await writeFile(path, latin([...konten, faulty]));
  await beginPreparing(page, path, 'buchungen.csv');
  await next(page, 'Columns');
  await next(page, 'Values');
  await next(page, 'Result');
  await expect(page.getByRole('heading', { name: '1 row cannot become a transaction' })).toBeVisible();
  const refused = page.getByRole('region', { name: 'Refused rows' }).getByRole('row').nth(1);
  await expect(refused).toContainText('5');
  await expect(refused).toContainText('Betrag');
  await expect(refused).toContainText('zwölf');
  await inspect(page, 'prepare refused rows');
});

test('a workbook is read sheet by sheet, and a kept template is recognised the next time', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/zahlungen.xlsx`;
  await writeFile(path, await workbook());
  await beginPreparing(page, path, 'zahlungen.xlsx');
  await expect(page.getByRole('combobox', { name: 'Format' })).toHaveValue('Excel workbook');
  await expect(page.getByRole('cell', { name: 'K-17' }).first()).toBeVisible();
  await inspect(page, 'prepare workbook');
  await next(page, 'Columns');
  await next(page, 'Values');
  await next(page, 'Result');
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the template' }).fill('Zahlungen der Kasse');
  await page.getByRole('button', { name: 'Prepare and add to the queue' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();

  await goToPage(page, 'Prepare');
  const kept = page.getByRole('region', { name: 'Kept templates' });
  await kept.getByRole('button', { name: 'Duplicate: Zahlungen der Kasse' }).click();
  await kept.getByRole('button', { name: 'Rename: Zahlungen der Kasse 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Zahlungen der Kasse 2' });
  await dialog.getByRole('textbox', { name: 'New name' }).fill('Probe');
  await dialog.getByRole('textbox', { name: 'New name' }).press('Enter');
  await kept.getByRole('button', { name: 'Remove: Probe' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(kept.getByRole('button', { name: 'Remove: Probe' })).toBeHidden();

  await goToPage(page, 'Queue');
  await beginPreparing(page, path, 'zahlungen.xlsx');
  await expect(page.getByText('the template “Zahlungen der Kasse” is used')).toBeVisible();
  await inspect(page, 'prepare with template', ['dark']);
});
