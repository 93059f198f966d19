/** @file What is no export, or none for a template: told in words, with what to do. */

import { writeFile } from 'node:fs/promises';
import { goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { dropFiles, expect, test } from '../story.ts';
import { beginPreparing, bookings, goOn, header, latin } from './steps.ts';

const badExports = [
  {
    name: 'nur Kopf.csv',
    what: 'a header only',
    says: 'There are the names of 20 columns, but no rows below them.',
    content: latin(header),
  },
  {
    name: 'ohne Namen.csv',
    what: 'columns without names',
    says: 'Column 20',
    content: latin(';;;', ...bookings(1, 3)),
  },
  {
    name: 'doppelt.csv',
    what: 'the same header twice',
    says: 'Betrag (2)',
    content: latin('Nr;Betrag;Betrag;Währung', '1;12,50;13,50;EUR', '2;7,00;8,00;SEK'),
  },
];

test('what is no export is told in words', async ({ page, workplace }) => {
  for (const { name, what, content, says } of badExports) {
    await goToPage(page, 'Queue');
    const path = `${workplace.folder}/${name}`;
    await writeFile(path, content);
    await beginPreparing(page, [path], name);
    // The name of a column also stands among those that are not sent.
    await expect(page.getByText(says).last()).toBeVisible();
    await expect(page.locator('main')).not.toContainText(workplace.home);
    await inspect(page, `bad export, ${what}`);
  }

  const dialog = page.getByRole('dialog');
  const statement = `${workplace.folder}/Kontoauszug.csv`;
  await writeFile(statement, Buffer.from('%PDF-1.7\n%\xE2\n1 0 obj\n', 'latin1'));
  await dropFiles(page, [statement]);
  await expect(dialog.getByText('This is a PDF document, from which no transactions can be read.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Prepare…' })).toHaveCount(0);
  await inspect(page, 'bad export, a PDF');
  await dialog.getByText('Close', { exact: true }).click();

  const empty = `${workplace.folder}/leer.csv`;
  await writeFile(empty, '');
  await dropFiles(page, [empty]);
  await expect(dialog.getByText('The file is empty.')).toBeVisible();
  await inspect(page, 'bad export, empty');
});

test('a template for another export is told in words @browser @night', async ({ page, workplace }) => {
  const path = `${workplace.folder}/umsatz.csv`;
  await writeFile(path, latin(header, ...bookings(1, 4)));
  await beginPreparing(page, [path], 'umsatz.csv');
  const finish = await goOn(page, '4 lines');
  await finish.getByRole('button', { name: 'Save the prepared files…' }).click();
  await expect(page.getByText('1 file prepared and saved')).toBeVisible();

  const other = `${workplace.folder}/karten.csv`;
  await writeFile(other, latin('Karte;Summe;Tag', '4711;12,50;01.12.2024'));
  await beginPreparing(page, [other], 'karten.csv');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'umsatz' }).click();
  await expect(page.getByText('Since the template “umsatz” was made, the export has changed')).toBeVisible();
  await expect(
    page.getByText('Betrag is not in this export. Choose another column, or another template.'),
  ).toBeVisible();
  await expect(page.getByText(/has not the columns|does not fit|other columns/i).first()).toBeVisible();
  await expect(page.getByText('What would come of it is not known.')).toBeVisible();
  await inspect(page, 'wrong template');
});
