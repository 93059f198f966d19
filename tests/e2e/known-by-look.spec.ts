/** @file What is known by its look when it is dropped: what Tranship has prepared itself, JSON Lines that is nearly right; and kept templates. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { zipFolder } from '../../src-main/prepare/zipped-folder.ts';
import { paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { writePreparedFolder } from '../prepare/prepared-folder.ts';
import { addConnection, confirmSending, expectState, goToPage } from './gestures.ts';
import { inspect } from './inspection.ts';
import { beginPreparing, goOn } from './preparing/steps.ts';
import { dropFiles, expect, test } from './story.ts';

test('the zip of a prepared folder is verified and sent, and a file that is missing in it is named', async ({
  page,
  workplace,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const folder = `${workplace.folder}/prepared`;
  const zip = `${workplace.folder}/november.zip`;
  const manifest = writePreparedFolder(folder);
  const quiet = new AbortController().signal;
  await zipFolder(folder, zip, quiet);
  await dropFiles(page, [zip]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(
    dialog.getByText('2 transactions · template “Payments” · everything is as it was prepared'),
  ).toBeVisible();
  await expect(dialog.getByText('1 row was refused and is not in it')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Prepare' })).toHaveCount(0);
  await inspect(page, 'a prepared folder, dropped');
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'november-001.jsonl', 'Done');

  await writeFile(`${folder}/manifest.json`, (await readFile(manifest, 'utf8')).replace('"sum": "3"', '"sum": "4"'));
  await rm(`${folder}/november-001.jsonl`);
  await zipFolder(folder, zip, quiet);
  await dropFiles(page, [zip]);
  const refusal = page.getByRole('dialog', { name: 'Nothing to add' });
  await expect(refusal.getByText('november-001.jsonl has figures in the manifest that do not add up.')).toBeVisible();
  await expect(refusal.getByText('november-001.jsonl is missing.')).toBeVisible();
  await inspect(page, 'a prepared folder that has changed, dropped');
});

test('JSON Lines with other names of the fields is prepared, in place of being held', async ({ page, workplace }) => {
  const path = `${workplace.folder}/november.jsonl`;
  await writeFile(path, '{"Sender":{"ByExternalId":"C-1"},"Modification":{"ExternalId":"1"}}\n');
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await expect(dialog.getByText('Nearly as the service accepts it: the fields have other names.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Prepare…' })).toBeFocused();
  await inspect(page, 'JSON Lines that is nearly right, dropped');
});

test('a kept template is renamed, and is again what it was', async ({ page, workplace }) => {
  const path = `${workplace.folder}/payments.json`;
  await writeFile(path, JSON.stringify(paymentTemplate));
  await goToPage(page, 'Prepare');
  await page.locator('input[type=file][accept*=json]').setInputFiles(path);
  const kept = page.getByRole('region', { name: 'Kept templates' });
  await kept.getByRole('button', { name: `Rename: ${paymentTemplate.name}` }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill('December');
  await page.keyboard.press('Enter');
  await kept.getByRole('button', { name: 'Versions: December' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of December' });
  await expect(versions.getByRole('row', { name: /^2 .*changed: its name in use$/ })).toBeVisible();
  await inspect(page, 'versions of a template');
  await versions.getByRole('button', { name: 'Go back to version 1' }).click();
  await expect(versions.getByRole('row', { name: /^3 .*in use$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(kept.getByRole('cell', { name: paymentTemplate.name, exact: true })).toBeVisible();
});

const nextMonth = [
  'payment;id;amount;Ccy;Booking date;Country of sender;Channel',
  ...[1, 2].map((number) => {
    const { payment, id, amount, currency, date, country } = paymentRow(number);
    return [payment, id, amount, currency, date, country, 'Online'].join(';');
  }),
].join('\n');

test('the template of last month is offered for an export with new names, and its new version is kept', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/payments.json`;
  await writeFile(path, JSON.stringify({ ...paymentTemplate, name: 'October' }));
  await goToPage(page, 'Prepare');
  await page.locator('input[type=file][accept*=json]').setInputFiles(path);
  await expect(page.getByRole('region', { name: 'Kept templates' }).getByText('October')).toBeVisible();
  const november = `${workplace.folder}/november.csv`;
  await writeFile(november, nextMonth);
  await beginPreparing(page, [november], 'november.csv');
  await expect(
    page.getByText('3 of 6 columns are the same as in the template “October”; 3 seem to have new names.'),
  ).toBeVisible();
  await inspect(page, 'the template of last month, offered');
  await page.getByRole('button', { name: 'Use the template “October” with the new names' }).click();
  // The button is gone: the keyboard goes on at the page.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('The new names are used.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('October');
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo “Another template”' }).click();
  await expect(page.getByText('3 of 6 columns are the same')).toBeVisible();
  await page.getByRole('button', { name: 'Use the template “October” with the new names' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('The new names are used.')).toBeVisible();
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  const dialog = await goOn(page, '2 lines');
  await dialog.getByRole('checkbox', { name: /^Update the template “October” with what is set here/ }).check();
  await expect(dialog.getByText('A template of this name is kept.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the prepared files…' }).click();
  await expect(page.getByText('1 file prepared and saved')).toBeVisible();
  await expect(page.getByText('The template “October” was changed')).toBeVisible();
  await goToPage(page, 'Prepare');
  await page.getByRole('button', { name: 'Versions: October' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Versions of October' }).getByRole('row', { name: /^2 / }),
  ).toBeVisible();
});
