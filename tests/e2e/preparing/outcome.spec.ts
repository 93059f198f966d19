/** @file A preparation is judged by its outcome: what is wrong is mended in the table, and leads to what can be sent. */

import { writeFile } from 'node:fs/promises';
import { addConnection, expectState } from '../gestures.ts';
import { inspect, takePicture } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing, choose, goOn, konten, latin, rowOfTable } from './steps.ts';
import { workbookOf } from './workbook.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

const faulty = [
  'Export der Umsätze;;;;;;;;;;;;',
  ...konten,
  'B-1004;Z-3;1.204,-;EUR;02.12.2025 10:00:00;CR;K-19;Nordlicht AG;E-4;DE;Schweden;Kiel;',
  'B-1005;Z-4;12,50;EUR;31.11.2025 11:00:00;CR;K-19;Nordlicht AG;E-4;DE;SE;Kiel;',
  'Summe;;100.241,51;;;;;;;;;;',
];

test('what is wrong is told by kinds, mended by one click each, and undone by name', async ({ page, workplace }) => {
  const path = `${workplace.folder}/umsatz.csv`;
  await writeFile(path, latin(...faulty));
  await beginPreparing(page, [path], 'umsatz.csv');
  const kinds = page.getByRole('region', { name: 'What would come of it' }).getByRole('listitem');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await expect(page.getByText('3 rejected')).toBeVisible();
  await inspect(page, 'prepare findings', ['light', 'dark']);

  await kinds.filter({ hasText: 'looks like a total' }).getByRole('button').click();
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Field for Buchungsnr/);
  await page.getByRole('button', { name: 'Leave out “Summe”' }).click();
  await expect(page.getByText('2 rejected')).toBeVisible();
  await page.getByRole('button', { name: 'Take “1.204,-” → 1204.00' }).click();
  await expect(page.getByText('4 would be accepted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo “How Amount is read”' }).click();
  await expect(page.getByText('2 rejected')).toBeVisible();
  await page.getByRole('button', { name: 'Take “1.204,-” → 1204.00' }).click();
  await expect(page.getByText('1 row stays behind, saved for correction')).toBeVisible();
  await inspect(page, 'prepare mended');

  const finish = await goOn(page, '4 lines');
  await inspect(page, 'prepare finish');
  await finish.getByRole('button', { name: 'Prepare, check and send' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'umsatz-001.jsonl', 'Done');
});

test('a workbook begins where its rows are: a cover sheet is left out by its picture', async ({ page, workplace }) => {
  const path = `${workplace.folder}/zahlungen.xlsx`;
  await writeFile(
    path,
    await workbookOf({
      Deckblatt: [['Nordbank Hamburg'], ['Umsätze', 'November 2025'], ['Erstellt', 'M. Jäger']],
      Umsätze: [
        ['Umsätze November 2025'],
        ['Nummer', 'Betrag', 'Währung', 'Datum', 'Kundennummer', 'Empfänger-Nr'],
        ['B-1', 12.5, 'EUR', '2025-11-30T08:15:00', 'K-17', 'E-1'],
        ['B-2', 7, 'SEK', '2025-12-01T09:00:00', 'K-18', 'E-2'],
      ],
    }),
  );
  await beginPreparing(page, [path], 'zahlungen.xlsx');
  const start = page.getByRole('region', { name: 'Where the table begins' });
  await expect(start.getByRole('button', { name: 'Take the sheet Deckblatt' })).toHaveAttribute('aria-pressed', 'true');
  await inspect(page, 'prepare cover sheet');
  await start.getByRole('button', { name: 'Take the sheet Deckblatt' }).click();
  await expect(start.getByRole('button', { name: 'Take the sheet Deckblatt' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  await start.getByRole('button', { name: 'Row with the names of Umsätze: Row 2' }).click();
  await expect(page.getByRole('menuitem', { name: 'Row 1: Umsätze November 2025' })).toBeVisible();
  await takePicture(page, 'prepare row of names');
  await page.keyboard.press('Escape');
  await goOn(page, '2 lines');
});

test('a row of data that was taken for the names is told, and the row of names is one click away', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/umsatz.csv`;
  await writeFile(path, latin('Export der Umsätze;;;;;;;;;;;;', ...konten));
  await beginPreparing(page, [path], 'umsatz.csv');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await page.getByRole('button', { name: 'Row with the names: Row 2' }).click();
  await page.getByRole('menuitem', { name: /^Row 4/ }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Row 4 was taken for the names of the columns' });
  await expect(notice).toContainText('The 3 rows above it are not read.');
  await inspect(page, 'prepare with a row of data as names');
  await notice.getByRole('button', { name: 'Take the names from row 2' }).click();
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('with the keyboard alone: a field, its source, how it is read, and on', async ({ page, workplace }) => {
  const path = `${workplace.folder}/ohne.csv`;
  await writeFile(
    path,
    latin('Nr;Wert;Tag;Kunde;An;Farbe', 'B-1;12,50;30.11.2025;K-1;E-1;rot', 'B-2;7,00;01.12.2025;K-2;E-2;blau'),
  );
  await beginPreparing(page, [path], 'ohne.csv');
  const needed = rowOfTable(page, /^Needed: Currency/);
  await expect(needed).toBeVisible();
  await expect(page.getByText('Still needed:')).toBeVisible();
  await expect(page.getByText('Required information is missing')).toBeVisible();
  await choose(page, 'Where Currency comes from', 'The same text for all rows…');
  await expect(page.getByRole('textbox', { name: 'Text for Currency' })).toBeFocused();
  await page.keyboard.type('EUR');
  await page.keyboard.press('Escape');
  await expect(rowOfTable(page, /^Fixed value/)).toContainText('EUR');
  await inspect(page, 'prepare needed');
  await page.getByRole('button', { name: 'Field for An: No field' }).focus();
  await page.keyboard.type('Receiver: Id');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  // What is known on the way is not the whole outcome yet.
  await expect(page.getByRole('button', { name: /^Prepare 2 lines/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Prepare ohne.csv' })).toBeVisible();
});
