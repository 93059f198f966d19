/** @file A clerk with an export of twenty columns and no connection: prepared, saved for another computer, then sent from here. */

import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { expectState, goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing, bookings, goOn, header, latin, rowOfTable } from './steps.ts';

async function namesInZip(path: string): Promise<string[]> {
  const zip = await openPromise(path);
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names.sort();
}

test('twenty columns are prepared and saved without a connection, then sent @browser @night', async ({
  app,
  page,
  workplace,
}) => {
  test.slow();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const path = `${workplace.folder}/umsatz-2024-12.csv`;
  await writeFile(path, latin(header, ...bookings(1, 40)));
  await beginPreparing(page, [path], 'umsatz-2024-12.csv');
  await expect(rowOfTable(page, /^Empfänger /)).toContainText('Straße & Söhne');
  await expect(rowOfTable(page, /^Betrag/)).toContainText('1234.51');
  await inspect(page, 'offline');
  const finish = await goOn(page, '40 lines');
  await expect(page.getByText('There is no connection on this computer yet.')).toBeVisible();
  await inspect(page, 'offline finish');
  await finish.getByRole('button', { name: 'Save the prepared files…' }).click();
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
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await goToPage(page, 'Prepare');
  await page.getByRole('button', { name: 'Continue umsatz-2024-12.csv' }).click();
  await (await goOn(page, '40 lines')).getByRole('button', { name: 'Prepare, check and send' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'umsatz-2024-12-001.jsonl', 'Done');
});

test('an archive with several files is prepared without those that a person leaves out @night', async ({
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
  await page.getByRole('button', { name: 'How it is read…' }).click();
  const files = page.getByRole('region', { name: 'Files that can be chosen' });
  await expect(files.getByRole('checkbox')).toHaveCount(3);
  await page.getByText('1 file cannot be an export').click();
  await inspect(page, 'files of an archive');
  await files.getByRole('checkbox', { name: 'Summen.csv' }).uncheck();
  await page.getByRole('button', { name: 'Take only the files with a tick' }).click();
  await expect(page.getByText('2 of 3 files are prepared together')).toBeVisible();
  await expect(files.getByRole('checkbox', { name: 'Summen.csv' })).not.toBeChecked();
  await inspect(page, 'files of an archive', ['dark']);
  await page.keyboard.press('Escape');
  await expect(page.getByText('10 would be accepted')).toBeVisible();
});
