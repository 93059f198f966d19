/** @file From an export of another system to a processed batch, as a clerk does it in the window. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
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

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).or(page.getByRole('combobox', { name: field, exact: true })).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a table with semicolons and decimal commas becomes a processed batch', async ({ page, workplace }) => {
  const path = `${workplace.folder}/konten.csv`;
  await writeFile(path, latin(konten));
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await inspect(page, 'export to prepare', 'light');
  await dialog.getByRole('button', { name: 'Prepare…' }).click();

  await expect(page.getByRole('heading', { name: 'konten.csv', level: 1 })).toBeVisible();
  const rows = page.getByRole('region', { name: 'First rows' });
  await expect(rows.getByRole('cell', { name: 'Möller GmbH' })).toBeVisible();
  await expect(rows.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await inspect(page, 'prepare source', 'light');

  await page.getByRole('button', { name: 'Next: Columns' }).click();
  await expect(page.getByRole('heading', { name: 'What becomes of a row' })).toBeVisible();
  await inspect(page, 'prepare columns', 'light');
});
