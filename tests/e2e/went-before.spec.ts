/** @file Files of which something went before: what the dialog says of them, and how held ones are sent anyway. */

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { addConnection, confirmSending, expectState, openSubmission } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('the dialog says what is in a file before it asks, and what of it went before', async ({ page, writeExport }) => {
  const march = await writeExport('march.jsonl', { bytes: 60_000 });
  await dropFiles(page, [march]);
  const first = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(first.getByText(/^\d+ lines · [\d,.]+ [A-Z]{3}/)).toBeVisible();
  await expect(first.getByText('went before')).toBeHidden();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');

  const april = march.replace('march', 'april');
  await writeFile(april, `${await readFile(march, 'utf8')}{}\n`);
  await dropFiles(page, [april]);
  const second = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(second.getByText(/ · \d+ errors?$/)).toBeVisible();
  await expect(
    second.getByText(/modification ids went before: on .* with march\.jsonl \(submission 1\)/),
  ).toBeVisible();
  await inspect(page, 'a file of which most went before');
  await second.getByRole('button', { name: 'Cancel' }).click();
});

test('files of one drop that are all held are sent anyway with one reason, and one of them with its own', async ({
  page,
  writeExport,
}) => {
  const march = await writeExport('march.jsonl', { bytes: 20_000 });
  await dropFiles(page, [march]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');
  const copies = ['april', 'may'].map((month) => march.replace('march', month));
  for (const copy of copies) await copyFile(march, copy);
  await dropFiles(page, copies);
  await confirmSending(page, 'Nordbank');
  const sendAnyway = page.getByRole('button', { name: /^Send anyway… \(2\)/ }).first();
  await sendAnyway.click();
  const question = page.getByRole('dialog', { name: 'Send 2 submissions anyway?' });
  await question.getByRole('textbox', { name: 'Why are they sent anyway?' }).fill('The provider asked for both');
  await question.getByRole('textbox', { name: 'Another reason for may.jsonl' }).fill('A test of May');
  await inspect(page, 'held files that are sent anyway together');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(sendAnyway).toBeHidden();
  await openSubmission(page, 'may.jsonl');
  await expect(page.getByText('A test of May').first()).toBeVisible();
});

test('a reason that is given as files are added sends them without a stop', async ({ page, writeExport }) => {
  const march = await writeExport('march.jsonl', { bytes: 20_000 });
  await dropFiles(page, [march]);
  const reasonField = page.getByRole('textbox', { name: /sent again/ });
  await expect(page.getByText(/^\d+ lines · /)).toBeVisible();
  await expect(reasonField).toBeHidden();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');
  const copy = march.replace('march', 'april');
  await copyFile(march, copy);
  await dropFiles(page, [copy]);
  await expect(page.getByText('Without a reason it is held until you decide.')).toBeVisible();
  await reasonField.fill('The provider asked for it');
  await inspect(page, 'a reason for a file that went before');
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'april.jsonl', 'Done');
  await openSubmission(page, 'april.jsonl');
  await expect(page.getByText('The provider asked for it').first()).toBeVisible();
});
