/** @file What a preparation says before it writes: what went to the service before, and rows that cannot become transactions. */

import { writeFile } from 'node:fs/promises';
import { addConnection, expectState } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing, goOn, konten, latin, rowOfTable } from './steps.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('what went to the service before is named in the plan, and left out where the clerk wants it', async ({
  page,
  workplace,
}) => {
  const prepareAs = async (name: string, lines: readonly string[]) => {
    const path = `${workplace.folder}/${name}.csv`;
    await writeFile(path, latin(...lines));
    await beginPreparing(page, [path], `${name}.csv`);
  };
  await prepareAs('november', konten.slice(0, 3));
  const first = await goOn(page, '2 lines');
  await expect(first.getByText('Nothing in it has been sent over Nordbank before.')).toBeVisible();
  await first.getByRole('button', { name: 'Prepare, check and send' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'november-001.jsonl', 'Done');

  await prepareAs('dezember', konten);
  await expect(page.getByText('2 transactions went to the service before.')).toBeVisible();
  const second = await goOn(page, '3 lines');
  await expect(second.getByRole('heading', { name: '2 transactions went to the service before' })).toBeVisible();
  const before = page.getByRole('region', { name: 'Transactions that went before' });
  await expect(before.getByRole('row', { name: /november-001/ })).toContainText('2, 3 of dezember.csv');
  await inspect(page, 'prepare sent before');
  await page.getByRole('checkbox', { name: 'Leave out the transactions that went to the service before' }).check();
  await expect(second.getByText('They are left out of the files.')).toBeVisible();
  await second.getByRole('button', { name: 'Prepare, check and send' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'dezember-001.jsonl', 'Done');
});

test('rows that cannot become transactions are named by row, column and cell @night', async ({ page, workplace }) => {
  const path = `${workplace.folder}/buchungen.csv`;
  const faulty = 'B-1004;Z-3;zwölf;EUR;02.12.2025 11:00:00;CR;K-19;Nordlicht AG;E-4;DE;SE;Kiel;';
  await writeFile(path, latin(...konten, faulty));
  await beginPreparing(page, [path], 'buchungen.csv');
  await expect(page.getByText('1 rejected')).toBeVisible();
  await rowOfTable(page, /^Betrag/)
    .getByRole('button', { name: 'More for Betrag: not a number' })
    .click();
  await page.getByRole('menuitem', { name: 'Look at the first row' }).click();
  const refused = page.getByRole('region', { name: 'Refused rows' }).getByRole('row').nth(1);
  await expect(refused).toContainText('5');
  await expect(refused).toContainText('Betrag');
  await expect(refused).toContainText('zwölf');
  await inspect(page, 'prepare refused rows');
});
