/** @file A clerk with an export of twenty columns and no connection: prepared, saved for another computer, then sent from here. */

import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Page } from '@playwright/test';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { expectState, goToPage } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const header = [
  ...['Buchungsnr', 'Zahlungs-ID', 'Buchungsdatum', 'Valuta', 'Betrag', 'Währung', 'Soll/Haben', 'Zahlungsart'],
  ...[
    'Auftraggeber-Nr',
    'Auftraggeber',
    'Empfänger-ID',
    'Empfänger',
    'Land von',
    'Land nach',
    'Filiale',
    'Kostenstelle',
  ],
  ...['Verwendungszweck', 'Sachbearbeiter', 'Kanal', 'Notiz'],
].join(';');

/** As a German core system writes it: Windows-1252, semicolons, decimal commas, days without a time. */
const bookings = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const number = first + at;
    const day = String((number % 28) + 1).padStart(2, '0');
    return [
      ...[
        `B-${number}`,
        `Z-${number}`,
        `${day}.12.2024`,
        `${day}.12.2024`,
        `${number}.234,${50 + (number % 50)}`,
        'EUR',
      ],
      ...[
        number % 2 === 0 ? 'S' : 'H',
        'Überweisung',
        `K-${number % 7}`,
        'Möller GmbH',
        `E-${number}`,
        'Straße & Söhne',
      ],
      ...['DE', 'SE', 'Köln', '4711', `Rechnung ${number}; "bezahlt"`.replaceAll('"', '""').replace(/^(.*)$/, '"$1"')],
      ...['Jäger', 'Online', ''],
    ].join(';');
  });

const latin = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');

const next = async (page: Page, title: string) => await page.getByRole('button', { name: `Next: ${title}` }).click();

async function beginPreparing(page: Page, paths: readonly string[], title: string): Promise<void> {
  await dropFiles(page, paths);
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

async function namesInZip(path: string): Promise<string[]> {
  const zip = await openPromise(path);
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names.sort();
}

test('twenty columns are prepared and saved without a connection, then sent @browser', async ({
  app,
  page,
  workplace,
}) => {
  test.slow();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const path = `${workplace.folder}/umsatz-2024-12.csv`;
  await writeFile(path, latin(header, ...bookings(1, 40)));
  await beginPreparing(page, [path], 'umsatz-2024-12.csv');
  await expect(page.getByRole('cell', { name: 'Straße & Söhne' }).first()).toBeVisible();
  await inspect(page, 'offline source');
  await next(page, 'Columns');
  await expect(page.getByRole('region', { name: 'The transaction of row 2' })).toContainText('1234.51');
  await inspect(page, 'offline columns');
  await next(page, 'Values');
  await inspect(page, 'offline values');
  await next(page, 'Result');
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await expect(page.getByText('There is no connection on this computer yet.')).toBeVisible();
  await inspect(page, 'offline result');
  await page.getByRole('button', { name: 'Save the prepared files…' }).click();
  await expect(page.getByText('1 file prepared and saved')).toBeVisible();
  await page.getByRole('button', { name: 'Download as a zip' }).scrollIntoViewIfNeeded();
  await inspect(page, 'offline saved');
  await inspect(page, 'offline saved', ['dark']);
  const saved = await app.fileSavedBy(() => page.getByRole('button', { name: 'Download as a zip' }).click());
  expect(saved.name).toBe('umsatz-2024-12.zip');
  expect(await namesInZip(saved.path)).toEqual([
    'manifest.json',
    'rows/umsatz-2024-12-001.txt',
    'umsatz-2024-12-001.jsonl',
  ]);

  await goToPage(page, 'Prepare');
  await expect(page.getByText(/saved /)).toBeVisible();
  await inspect(page, 'prepare with a saved one');
  await goToPage(page, 'Queue');
  await page.getByRole('button', { name: 'Start to practise' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await goToPage(page, 'Prepare');
  await page.getByRole('button', { name: 'Continue umsatz-2024-12.csv' }).click();
  await page.getByRole('button', { name: 'Prepare and add to the queue' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'umsatz-2024-12-001.jsonl', 'Done');
});

test('an archive with several files is prepared without those that a person leaves out', async ({
  page,
  workplace,
}) => {
  const zip = new ZipFile();
  zip.addBuffer(latin(header, ...bookings(1, 5)), 'Dezember/umsatz 1.csv');
  zip.addBuffer(latin(header, ...bookings(6, 5)), 'Dezember/umsatz 2.csv');
  zip.addBuffer(latin('Summe;Anzahl', '123,45;10'), 'Summen.csv');
  zip.addBuffer(Buffer.from('%PDF-1.7\n'), 'Begleitbrief.pdf');
  zip.end();
  const path = `${workplace.folder}/Dezember.zip`;
  await pipeline(zip.outputStream, createWriteStream(path));
  await beginPreparing(page, [path], 'Dezember.zip');
  const files = page.getByRole('region', { name: 'Files that can be chosen' });
  await expect(files.getByRole('checkbox')).toHaveCount(3);
  await page.getByText('1 file cannot be an export').click();
  await inspect(page, 'files of an archive');
  await files.getByRole('checkbox', { name: 'Summen.csv' }).uncheck();
  await page.getByRole('button', { name: 'Take only the files with a tick' }).click();
  await expect(page.getByText('2 of 3 files are prepared together')).toBeVisible();
  await expect(files.getByRole('checkbox', { name: 'Summen.csv' })).not.toBeChecked();
  await inspect(page, 'files of an archive', ['dark']);
  await next(page, 'Columns');
  await next(page, 'Values');
  await next(page, 'Result');
  await expect(page.getByRole('region', { name: 'The plan' })).toContainText('10');
});

const badExports = [
  {
    ...{
      name: 'nur Kopf.csv',
      what: 'a header only',
      says: 'There are the names of 20 columns, but no rows below them.',
    },
    content: latin(header),
  },
  {
    ...{ name: 'ohne Namen.csv', what: 'columns without names', says: 'Column 20' },
    content: latin(';;;', ...bookings(1, 3)),
  },
  {
    ...{ name: 'doppelt.csv', what: 'the same header twice', says: 'Betrag (2)' },
    content: latin('Nr;Betrag;Betrag;Währung', '1;12,50;13,50;EUR', '2;7,00;8,00;SEK'),
  },
];

test('what is no export is told in words', async ({ page, workplace }) => {
  for (const { name, what, content, says } of badExports) {
    await goToPage(page, 'Queue');
    const path = `${workplace.folder}/${name}`;
    await writeFile(path, content);
    await beginPreparing(page, [path], name);
    await expect(page.getByText(says)).toBeVisible();
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
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const empty = `${workplace.folder}/leer.csv`;
  await writeFile(empty, '');
  await dropFiles(page, [empty]);
  await expect(dialog.getByText('The file is empty.')).toBeVisible();
  await inspect(page, 'bad export, empty');
});

test('a template for another export is told in words @browser', async ({ page, workplace }) => {
  const path = `${workplace.folder}/umsatz.csv`;
  await writeFile(path, latin(header, ...bookings(1, 4)));
  await beginPreparing(page, [path], 'umsatz.csv');
  for (const title of ['Columns', 'Values', 'Result']) await next(page, title);
  await page.getByRole('button', { name: 'Save the prepared files…' }).click();
  await expect(page.getByText('1 file prepared and saved')).toBeVisible();

  const other = `${workplace.folder}/karten.csv`;
  await writeFile(other, latin('Karte;Summe;Tag', '4711;12,50;01.12.2024'));
  await beginPreparing(page, [other], 'karten.csv');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'umsatz' }).click();
  await expect(page.getByText('the template “umsatz” is used')).toBeVisible();
  await inspect(page, 'wrong template, source');
  await next(page, 'Columns');
  await expect(page.getByText(/The template takes columns that are not in this export: .*Betrag/)).toBeVisible();
  await inspect(page, 'wrong template, columns');
  await next(page, 'Values');
  await next(page, 'Result');
  await expect(page.getByText(/has not the columns|does not fit|other columns/i).first()).toBeVisible();
  await inspect(page, 'wrong template, result');
});
