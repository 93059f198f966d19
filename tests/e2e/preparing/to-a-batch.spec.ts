/** @file From an export of another system to a processed batch, as a clerk does it in the window. */

import { writeFile } from 'node:fs/promises';
import { addConnection, expectState, goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { dropFiles, expect, test } from '../story.ts';
import { beginPreparing, choose, goOn, konten, latin, rowOfTable } from './steps.ts';
import { workbookOf } from './workbook.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a table with semicolons and decimal commas becomes a processed batch', async ({ page, workplace }) => {
  const path = `${workplace.folder}/konten.csv`;
  await writeFile(path, latin(...konten));
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await inspect(page, 'export to prepare');
  await dialog.getByRole('button', { name: 'Prepare…' }).click();

  await expect(page.getByRole('heading', { name: 'konten.csv', level: 1 })).toBeVisible();
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await expect(rowOfTable(page, /^Betrag/)).toContainText('1234.50');
  await choose(page, 'Field for Art', 'Payment type');
  await expect(rowOfTable(page, /^Art/)).toContainText('CR');
  await expect(page.getByRole('button', { name: 'Undo “Payment type comes from Art”' })).toBeVisible();
  await inspect(page, 'prepare', ['light', 'dark']);

  await page.getByRole('button', { name: 'How Amount is read' }).press('F2');
  await expect(page.getByRole('region', { name: 'How Amount is read' })).toContainText('Before the decimals');
  await inspect(page, 'prepare settings');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'How it is read…' }).click();
  const rows = page.getByRole('region', { name: 'First rows' });
  await expect(rows.getByRole('cell', { name: 'Möller GmbH' })).toBeVisible();
  await expect(rows.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await inspect(page, 'prepare source');
  await page.keyboard.press('Escape');

  const finish = await goOn(page, '3 lines');
  // No template is kept that a person did not see.
  await expect(finish.getByRole('checkbox', { name: 'Save as a template' })).toBeInViewport();
  await page.getByRole('textbox', { name: 'Sum in the source system, EUR, all days' }).fill('100.234,52');
  const difference = finish.getByText('Difference: 0.01 missing');
  for (const width of [320, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await difference.scrollIntoViewIfNeeded();
    await expect(difference, `at ${width}`).toBeInViewport({ ratio: 1 });
  }
  await expect(finish.getByRole('status')).toHaveText('EUR: 100,234.52 expected, 100,234.51 prepared: 0.01 missing.');
  await finish.getByRole('button', { name: 'Prepare although figures differ' }).click();
  await expect(finish.getByRole('alert')).toContainText('Not the same: EUR.');
  await inspect(page, 'prepare figures differ');
  await finish.getByRole('button', { name: 'Prepare although figures differ' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();
  await expect(page.getByText('The template “konten” is kept for the next export like this.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Open submission 1' })).toContainText('Done');
  await inspect(page, 'prepare done');
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'konten-001.jsonl', 'Done');

  await goToPage(page, 'Prepare');
  await expect(
    page.getByRole('region', { name: 'Kept templates' }).getByRole('cell', { name: 'konten', exact: true }),
  ).toBeVisible();
  await inspect(page, 'prepare, kept templates');
});

const kasse = [
  ['Nummer', 'Betrag', 'Währung', 'Datum', 'Kundennummer', 'Empfänger-Nr'],
  ['B-1', 12.5, 'EUR', '2025-11-30T08:15:00', 'K-17', 'E-1'],
  ['B-2', 7, 'SEK', '2025-12-01T09:00:00', 'K-18', 'E-2'],
];

test('a workbook is read sheet by sheet, and a kept template is recognised the next time @night', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/zahlungen.xlsx`;
  await writeFile(path, await workbookOf({ Kasse: kasse }));
  await beginPreparing(page, [path], 'zahlungen.xlsx');
  await expect(rowOfTable(page, /^Kundennummer/)).toContainText('K-17');
  await inspect(page, 'prepare workbook');
  const finish = await goOn(page, '2 lines');
  await finish.getByRole('textbox', { name: 'Name of the template' }).fill('Zahlungen der Kasse');
  await finish.getByRole('button', { name: 'Prepare, check and send' }).click();
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
  const [names, ...rows] = kasse;
  const next = rows.map(([number, ...cells]) => [`${number}0`, ...cells]);
  await writeFile(path, await workbookOf({ Kasse: [...(names === undefined ? [] : [names]), ...next] }));
  await beginPreparing(page, [path], 'zahlungen.xlsx');
  await expect(page.getByText('the template “Zahlungen der Kasse” is used')).toBeVisible();
  await inspect(page, 'prepare with template', ['dark']);
  const again = await goOn(page, '2 lines');
  await again.getByRole('button', { name: 'Prepare, check and send' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();
});
