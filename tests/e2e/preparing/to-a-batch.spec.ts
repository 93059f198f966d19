/** @file From an export of another system to a processed batch, as a clerk does it in the window. */

import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import { addConnection, expectState, goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { dropFiles, expect, test } from '../story.ts';
import { beginPreparing, konten, latin, next } from './steps.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

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

test('a table with semicolons and decimal commas becomes a processed batch', async ({ page, workplace }) => {
  const path = `${workplace.folder}/konten.csv`;
  await writeFile(path, latin(...konten));
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

test('a workbook is read sheet by sheet, and a kept template is recognised the next time @night', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/zahlungen.xlsx`;
  await writeFile(path, await workbook());
  await beginPreparing(page, [path], 'zahlungen.xlsx');
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
  await beginPreparing(page, [path], 'zahlungen.xlsx');
  await expect(page.getByText('the template “Zahlungen der Kasse” is used')).toBeVisible();
  await inspect(page, 'prepare with template', ['dark']);
});
