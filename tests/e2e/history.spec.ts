/** @file The history: what happened is found, also to what was removed, which can be brought back. */

import { writeFile } from 'node:fs/promises';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('a file that was removed by mistake is found in the history and brought back', async ({
  app,
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  for (const name of ['november.jsonl', 'december.jsonl']) {
    await sendFile(page, await writeExport(name), 'Done');
  }
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(rowOf(page, 'november.jsonl')).toBeHidden();

  await goToPage(page, 'History');
  await page.getByRole('textbox', { name: 'File name' }).fill('NOVEM');
  const table = page.getByRole('region', { name: 'Entries of the history' });
  await expect(table.getByText('december.jsonl')).toHaveCount(0);
  await expect(table.getByText('The service has processed it')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Done');
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Any state');

  const saved = await app.fileSavedBy(async () => {
    await page.getByRole('button', { name: 'Save what is shown' }).click();
    await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
  });
  expect(saved.text).toContain('november.jsonl');
  expect(saved.text).not.toContain('december.jsonl');

  await table.getByRole('button', { name: 'Restore november.jsonl' }).click();
  await expect(page.getByText('november.jsonl is back in the queue.')).toBeVisible();
  await table.getByRole('link', { name: 'november.jsonl' }).first().click();
  await expect(page.getByRole('heading', { name: 'november.jsonl', level: 1 })).toBeVisible();
});

test('what was removed together is brought back together', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const names = ['november.jsonl', 'december.jsonl'];
  await dropFiles(page, await Promise.all(names.map((name) => writeExport(name))));
  await confirmSending(page, 'Nordbank');
  for (const name of names) await expectState(page, name, 'Done');
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await expect(page.getByRole('region', { name: '2 selected' })).toBeVisible();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Remove 2 submissions from the list?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'See what was removed' }).click();
  await expect(page.getByText(/^\d+ entries about 2 removed files$/)).toBeVisible();
  await expect(
    page.getByText(/^(november.jsonl, december.jsonl|december.jsonl, november.jsonl) · until \d\d:\d\d$/),
  ).toBeVisible();
  await inspect(page, 'what was removed');
  await page.getByRole('button', { name: 'Restore these 2 files' }).press('Enter');
  await expect(page.getByText('2 files are back in the queue.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore these 2 files' })).toBeHidden();
  await expect(page.locator('#page')).toBeFocused();
  await goToPage(page, 'Queue');
  for (const name of names) await expect(rowOf(page, name)).toBeVisible();

  // By a command as well, whatever a person calls it.
  await rowOf(page, names[0] ?? '').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(rowOf(page, names[0] ?? '')).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('bring back');
  await page.getByRole('option', { name: 'Restore the 2 files that were removed last' }).click();
  await expect(page.getByText('2 files are back in the queue.')).toBeVisible();
  for (const name of names) await expect(rowOf(page, name)).toBeVisible();
});

test('a file and its correction that were removed together are whole where they are looked at, and come back together', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const path = `${workplace.folder}/november.jsonl`;
  const sound = sampleTransaction(randomNumbers(1));
  const faulty = [sound, { ...sampleTransaction(randomNumbers(2)), payment_source_country: 'Sweden' }];
  await writeFile(path, `${faulty.map((one) => JSON.stringify(one)).join('\n')}\n`);
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('link', { name: 'Correct…' }).click();
  await page.getByRole('button', { name: /^Use all sure proposals, for/ }).click();
  await page.getByRole('button', { name: 'Send 2 lines: 1 corrected, 1 unchanged' }).click();
  const heading = page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 });
  await expect(heading).toBeVisible();
  await page.getByRole('tab', { name: 'What was corrected' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');

  // The same file once more: it is told of the one that was added, and of the one that went.
  await dropFiles(page, [path]);
  await expect(page.getByText(/was added as submission 1, .* Its correction was sent as submission 2\./)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.keyboard.press('Delete');
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByRole('link', { name: 'See what was removed' }).click();
  const table = page.getByRole('region', { name: 'Entries of the history' });
  await table.getByRole('link', { name: 'november.corrected.jsonl' }).first().click();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save every change (CSV)…' })).toBeVisible();
  await expect(page.getByText('There is no submission')).toBeHidden();

  await goToPage(page, 'Queue');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('2 files were removed.')).toBeVisible();
  await page.getByRole('link', { name: 'See what was removed' }).click();
  await table.getByRole('button', { name: 'Restore november.jsonl' }).click();
  await expect(
    page.getByText('november.jsonl is back in the queue, with 1 file of the same correction.'),
  ).toBeVisible();
  await goToPage(page, 'Queue');
  for (const name of ['november.jsonl', 'november.corrected.jsonl']) await expect(rowOf(page, name)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.keyboard.press('Delete');
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Restore these 2 files' }).click();
  await expect(rowOf(page, 'november.corrected.jsonl')).toBeVisible();
});
